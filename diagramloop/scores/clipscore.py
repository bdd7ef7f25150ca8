"""CLIPScore of text and image, DiagramEval's baseline (Section 5.1), with SigLIP as the encoder.

Text: the generated picture and a caption of the source figure (a layout caption that a model wrote, in the paper). The
paper does not state the formula. Its values for text lie between 0.26 and 1.00, where cosines of SigLIP do not: what
fits is the probability by which SigLIP tells whether a picture and a text belong together, which is taken here.
Image: the cosine of the generated picture and the source figure, below 0 taken as 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from diagramloop.models.clip import Clip
from diagramloop.scores.image_level import NO_SOURCE, Drawing, batches, cosines_with, decoded, in_bounds, instrument
from diagramloop.scores.parts import Part

if TYPE_CHECKING:
    from PIL.Image import Image

SIGLIP: Mapping[str, Any] = {"model": "timm/ViT-SO400M-14-SigLIP-384", "weights": None}
"""google/siglip-so400m-patch14-384 (footnote 2), as its authors' weights stand on the hub for open_clip."""
_NO_CAPTION = Part(None, missing="there is no caption of the source figure")


class ClipScore:
    """The two scores.

    Args:
        clip: options of :class:`~diagramloop.models.clip.Clip`, of which :data:`SIGLIP` are the defaults; or None.
    """

    def __init__(self, clip: Mapping[str, Any] | None = None) -> None:
        self._clip = instrument(Clip, None if clip is None else {**SIGLIP, **clip})

    def measures(self, drawings: Sequence[Drawing]) -> list[dict[str, Part]]:
        """``clipscore_text`` and ``clipscore_image`` of each drawing; 0 where no picture was made."""
        return [parts for some in batches(drawings) for parts in self._measured(some)]

    def _measured(self, drawings: Sequence[Drawing]) -> Iterator[dict[str, Part]]:
        if isinstance(self._clip, str):
            absent = Part(None, missing=self._clip)
            yield from ({"clipscore_text": absent, "clipscore_image": absent} for _ in drawings)
            return
        pictures = [decoded(drawing.picture) for drawing in drawings]
        text, image = _text(self._clip, drawings, pictures), _image(self._clip, drawings, pictures)
        for of_caption, of_source in zip(text, image, strict=True):
            yield {"clipscore_text": of_caption, "clipscore_image": of_source}


def _text(clip: Clip, drawings: Sequence[Drawing], pictures: Sequence[Image | None]) -> list[Part]:
    captions = [drawing.caption for drawing in drawings]
    cosines = cosines_with(clip, pictures, lambda there: clip.texts([captions[number] for number in there]))
    together = np.where([picture is not None for picture in pictures], clip.probability(cosines), 0.0)
    return [
        in_bounds(value, clip.name) if caption else _NO_CAPTION
        for caption, value in zip(captions, together.tolist(), strict=True)
    ]


def _image(clip: Clip, drawings: Sequence[Drawing], pictures: Sequence[Image | None]) -> list[Part]:
    sources = {
        number: source for number, drawing in enumerate(drawings) if (source := decoded(drawing.source)) is not None
    }
    compared = [picture if number in sources else None for number, picture in enumerate(pictures)]
    cosines = cosines_with(clip, compared, lambda there: clip.pictures([sources[number] for number in there]))
    return [
        in_bounds(cosine, clip.name) if number in sources else NO_SOURCE
        for number, cosine in enumerate(cosines.tolist())
    ]
