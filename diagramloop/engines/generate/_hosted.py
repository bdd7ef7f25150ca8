"""Common parts of the generators behind a hosted image model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.evaluation.contestants.generators import GeneratedImage, Provenance, Rejected, one_by_one
from diagramloop.evaluation.contestants.prompts import Prompt
from diagramloop.models.images import ImageEndpoint
from diagramloop.models.pixels import png


class Hosted:
    """Sends the prompt's words; what comes back is decoded with the parser's limits and written anew as PNG.

    Args:
        model: as the server calls it.
        calling: further arguments of :class:`~diagramloop.models.images.ImageEndpoint`. Servers take no seed: an item
            gets the picture that was painted for its words first.

    Raises:
        ModelError: as there.
    """

    name: ClassVar[str]
    _endpoint: ClassVar[type[ImageEndpoint]]

    calls_per_item: ClassVar = (1, 1)  # the least and the most

    def __init__(self, model: str, **calling: Any) -> None:
        self._model = self._endpoint(model, **calling)

    def generate(self, prompts: Iterable[Prompt], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.engines.generate.Generator`."""
        return one_by_one(self._paint, prompts, seed)

    def _paint(self, prompt: Prompt, seed: int) -> GeneratedImage:
        picture = as_png(self._model.paint(prompt.text))
        return GeneratedImage(prompt.id, picture, Provenance(self.name, self._model.name, seed))


def as_png(picture: bytes) -> bytes:
    """The pixels of a picture from outside as PNG, with nothing of what else its file held.

    Raises:
        PictureError: see :func:`diagramloop.engines.parse.read_picture`.
    """
    return png(read_picture(picture))
