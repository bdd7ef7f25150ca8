"""Common parts of the generators that paint with a diffusion model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.evaluation.contestants.generators import GeneratedImage, Provenance, Rejected, item_seed
from diagramloop.evaluation.contestants.prompts import Prompt
from diagramloop.models.diffusion import DiffusionModel, Sampling


class Diffusion:
    """Paints the prompt's words; what lies beyond the model's own limit of tokens is cut off by the model, and counted.

    Args:
        checkpoint: hub id, path, or ``{random: tiny, seed: 0}``.
        width, height: in pixels.
        steps: of the sampler.
        guidance: how strongly the prompt is followed.
        batch_size: pictures painted at once. With one, bytes depend on nothing but prompt, seed and checkpoint.
        long_prompts: see :class:`~diagramloop.models.diffusion.DiffusionModel`; needs a ``batch_size`` of one, for
            the longest prompt of a batch would decide how the others are encoded.
        loading: further arguments of :class:`~diagramloop.models.diffusion.DiffusionModel`.

    Raises:
        ModelError: as there, or long prompts in batches (INVALID).
    """

    name: ClassVar[str]
    """Of the row, and of the architecture."""

    def __init__(
        self,
        checkpoint: str | Mapping[str, Any],
        width: int,
        height: int,
        steps: int,
        guidance: float,
        batch_size: int = 1,
        long_prompts: bool = False,
        **loading: Any,
    ) -> None:
        if long_prompts and batch_size != 1:
            raise ModelError("long prompts are painted one at a time: batch_size=1", reason=RejectionReason.INVALID)
        self._sampling = Sampling(width, height, steps, guidance)
        self._batch_size = batch_size
        self._model = DiffusionModel(self.name, checkpoint, long_prompts=long_prompts, **loading)

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.engines.generate.Generator`."""
        waiting = iter(prompts)
        while batch := list(islice(waiting, self._batch_size)):
            yield from self._painted(batch, [item_seed(seed, prompt.id) for prompt in batch])

    def _painted(self, batch: Sequence[Prompt], seeds: Sequence[int]) -> Iterator[GeneratedImage | Rejected]:
        try:
            pictures = self._model.paint([prompt.text for prompt in batch], seeds, self._sampling)
        except DiagramloopError as error:
            yield from (Rejected.by(error, prompt.id) for prompt in batch)
            return
        for prompt, png, seed in zip(batch, pictures, seeds, strict=True):
            tokens = self._model.tokens(prompt.text)
            origin = Provenance(self.name, self._model.name, seed, tokens_read=tokens.read, tokens_cut=tokens.cut)
            yield GeneratedImage(prompt.id, png, origin)
