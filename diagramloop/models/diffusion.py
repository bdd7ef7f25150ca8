"""Text-to-image checkpoints through diffusers: loaded with care, painted with a seed for each picture."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._errors import first_line, gave_up
from diagramloop.models.checkpoints import available_device, require
from diagramloop.models.diffusion_random import architectures, random_checkpoint
from diagramloop.models.pixels import png
from diagramloop.models.prompt_tokens import PromptEncoding, PromptTokens
from diagramloop.models.weights import about_to_load

Offload = Literal["none", "model"]

_LIBRARIES = {"diffusers", "transformers"}  # that a checkpoint's parts may come from
_SIDES = 16  # pixels, of which a picture's sides are multiples: all three architectures ask for it or for less


@dataclass(frozen=True)
class Sampling:
    """The manner in which a picture is painted.

    Attributes:
        width, height: in pixels, multiples of 16.
        steps: of the sampler.
        guidance: how strongly the prompt is followed.
    """

    width: int
    height: int
    steps: int
    guidance: float

    def __post_init__(self) -> None:
        if min(self.width, self.height, self.steps) < 1 or self.width % _SIDES or self.height % _SIDES:
            raise ModelError(f"no picture of {self}: sides are multiples of {_SIDES}", reason=RejectionReason.INVALID)


class DiffusionModel:
    """A checkpoint of one of the :func:`~diagramloop.models.diffusion_random.architectures`.

    Only safetensors weights are read (a pickle could run code), and parts only of the classes of diffusers and
    transformers (a checkpoint may name others, which would be imported).

    Args:
        architecture: ``sdxl``, ``pixart_sigma`` or ``qwen_image``.
        checkpoint: hub id, path of a folder, or ``{random: tiny, seed: 0}`` for one with random weights.
        revision, variant: of the hub id, see diffusers.
        dtype: as torch calls it.
        device: as torch calls it; ``auto`` is the GPU where there is one.
        offload: what is kept in ordinary memory until it is needed: nothing, or whole parts (``model``).
        local_files_only: whether nothing is downloaded.
        cache: folder for random checkpoints; ``diagramloop/checkpoints`` in the user's cache folder if None.
        long_prompts: whether prompts beyond the model's usual length are read further, as far as its pipeline can; its
            official defaults cut them off.

    Attributes:
        name: what a row says of it: the checkpoint and its revision, or that its weights are random.

    Raises:
        ModelError: a package or the checkpoint is missing, it is of another architecture or asks for other classes, or
            there is no such device or option (MISSING).
    """

    def __init__(
        self,
        architecture: str,
        checkpoint: str | Mapping[str, Any],
        *,
        revision: str | None = None,
        variant: str | None = None,
        dtype: str = "float16",
        device: str = "auto",
        offload: Offload = "none",
        local_files_only: bool = False,
        cache: str | None = None,
        long_prompts: bool = False,
    ) -> None:
        require(architecture, "torch", "diffusers", "transformers")
        about_to_load(checkpoint)
        described = architectures()[architecture]
        self._guidance: str = described["guidance"]
        self._call: dict[str, Any] = described["call"]
        if isinstance(checkpoint, Mapping):
            seed = _seed_of(checkpoint)
            self.name = f"{architecture}, tiny, random weights of seed {seed}"
            with _quiet():
                checkpoint = str(random_checkpoint(architecture, seed, _cache(cache)))
        else:
            self.name = checkpoint + (f"@{revision}" if revision else "")
        options = {"revision": revision, "variant": variant, "local_files_only": local_files_only}
        loaded = _load(described["pipeline"], checkpoint, dtype, options)
        self._pipeline = _placed(loaded, device, offload)
        self._prompts = PromptEncoding(self._pipeline, described["prompt"], long=long_prompts)

    def tokens(self, prompt: str) -> PromptTokens:
        """Return how much of a prompt is read, and how much cut off, in tokens of the pipeline's own tokenizer."""
        return self._prompts.counted(prompt)

    def paint(self, prompts: Sequence[str], seeds: Sequence[int], sampling: Sampling) -> list[bytes]:
        """A picture (PNG) of each prompt.

        Noise is drawn on the CPU from each picture's own seed, so that it is the same on every device and in every
        company. In a batch the sums behind a pixel may still be rounded otherwise than alone: identical bytes need
        batches of one, or float64.

        Raises:
            ModelError: the device has too little memory (OUT_OF_MEMORY), or the model failed (ENGINE_FAILED).
        """
        import torch

        sources = [torch.Generator("cpu").manual_seed(seed) for seed in seeds]
        call = {key: [value] * len(prompts) if isinstance(value, str) else value for key, value in self._call.items()}
        asked = {"width": sampling.width, "height": sampling.height, "num_inference_steps": sampling.steps}
        guided = {**call, **asked, self._guidance: sampling.guidance}
        try:
            with torch.no_grad(), _one_thread_on_cpu(self._pipeline.device.type):
                encoded = self._prompts.arguments(prompts)
                painted = self._pipeline(**encoded, generator=sources, output_type="np", **guided).images
        except (RuntimeError, MemoryError, ValueError, IndexError, TypeError) as error:
            raise gave_up(self.name, error) from error
        return [self._png(pixels) for pixels in painted]

    def _png(self, pixels: NDArray[Any]) -> bytes:
        """``pixels`` of shape (height, width, 3) within [0, 1] as PNG."""
        if not np.isfinite(pixels).all():
            raise ModelError(f"{self.name} painted no numbers: dtype?", reason=RejectionReason.ENGINE_FAILED)
        return png((pixels * 255).round().astype(np.uint8))


def _seed_of(checkpoint: Mapping[str, Any]) -> int:
    seed = checkpoint.get("seed", 0)
    if set(checkpoint) - {"random", "seed"} or checkpoint.get("random") != "tiny" or not isinstance(seed, int):
        raise ModelError(f"no checkpoint {dict(checkpoint)}: {{random: tiny, seed: 0}}")
    return seed


def _cache(folder: str | None) -> Path:
    if folder is not None:
        return Path(folder)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "diagramloop" / "checkpoints"


def _load(pipeline: str, checkpoint: str, dtype: str, options: Mapping[str, Any]) -> Any:
    import diffusers
    import torch

    kind = getattr(diffusers, pipeline)
    if not isinstance(getattr(torch, dtype, None), torch.dtype):
        raise ModelError(f"torch has no type {dtype!r}")
    try:
        with _quiet():
            folder = Path(checkpoint)
            if not folder.is_dir():
                folder = Path(kind.download(checkpoint, use_safetensors=True, **options))
            _check_parts(folder, pipeline)
            safe = {"use_safetensors": True, "local_files_only": True, "variant": options["variant"]}
            return kind.from_pretrained(folder, dtype=getattr(torch, dtype), **safe)
    except ModelError:
        raise
    except Exception as error:  # hub, file and format errors of several libraries
        raise ModelError(f"checkpoint {checkpoint!r} cannot be loaded: {first_line(error)}") from error


def _check_parts(folder: Path, pipeline: str) -> None:
    """Refuses a checkpoint of another pipeline, and one with parts that are not of the libraries' own classes."""
    index = json.loads((folder / "model_index.json").read_text("utf-8"))
    parts = [part for part in index.values() if isinstance(part, list)]
    foreign = [part for part in parts if part != [None, None] and part[0] not in _LIBRARIES]
    if index.get("_class_name") != pipeline or foreign:
        raise ModelError(f"{folder.name} is not a {pipeline} of known parts")


def _placed(pipeline: Any, device: str, offload: Offload) -> Any:
    chosen = available_device() if device == "auto" else device
    pipeline.set_progress_bar_config(disable=True)
    place = {
        "none": partial(pipeline.to, chosen),
        "model": partial(pipeline.enable_model_cpu_offload, device=chosen),
    }
    if offload not in place:
        raise ModelError(f"no offload {offload!r}; there are {', '.join(place)}")
    try:
        place[offload]()
    except (RuntimeError, AssertionError, ImportError, ValueError) as error:  # torch without CUDA asserts
        raise ModelError(f"device {chosen!r}, offload {offload!r}: {str(error)[:300]}") from error
    return pipeline


@contextmanager
def _one_thread_on_cpu(device: str) -> Iterator[None]:
    """On a CPU the order of sums would follow the number of cores."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1 if device == "cpu" else before)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextmanager
def _quiet() -> Iterator[None]:
    """No bars of loading, and no news of names that will change."""
    from diffusers.utils import logging as of_diffusers
    from transformers.utils import logging as of_transformers

    of_diffusers.disable_progress_bar()
    of_transformers.disable_progress_bar()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        yield
