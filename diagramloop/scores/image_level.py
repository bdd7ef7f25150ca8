"""SciFlow-Bench's image level (Appendix A.3), and the judge's part of its text level: measured in batches.

Semantic consistency is the cosine of the picture and the structured visual prompt under CLIP, below 0 taken as 0 (the
published evaluator's CLIP score / 100); perceptual similarity is 1 - LPIPS to the source figure at 256 x 256, within
[0, 1]; visual flow and alignment are a judge's. What cannot be had is missing with its reason. A system that made no
picture, or none that can be decoded, has 0 in each: it fails, and leaving it out would reward that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from diagramloop.by_name import made_by
from diagramloop.errors import ModelError, PictureError
from diagramloop.graph import FlowGraph
from diagramloop.models.clip import Clip
from diagramloop.models.lpips import Lpips
from diagramloop.models.pixels import rgb_image
from diagramloop.scores.counts import Floats
from diagramloop.scores.judges import Judge, NoJudge
from diagramloop.scores.parts import Part

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_SIDE = 2_048  # pixels of a picture; encoders look at 224 to 384
_AT_ONCE = 32  # items whose pictures are held decoded
NO_SOURCE = Part(None, missing="there is no readable source figure")
_NO_PROMPT = Part(None, missing="there is no structured visual prompt")
_DECIMALS = 5  # of what a vision model measures: more than that differs between batches and machines


Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Drawing:
    """One generated picture, and what it is held against.

    Attributes:
        picture: the generated picture's file, or None where the system made none.
        prompt: the structured visual prompt, in words.
        graph: what was read from the picture, or None where nothing could be read.
        source: the source figure's file, or None where there is none.
        caption: the (layout) caption that stands for the source figure in words, or empty.
    """

    picture: bytes | None
    prompt: str = ""
    graph: FlowGraph | None = None
    source: bytes | None = None
    caption: str = ""


class ImageLevel:
    """The measures of SciFlow-Bench that no graph gives.

    Args:
        clip: options of :class:`~diagramloop.models.clip.Clip` (ViT-B/32 as published if empty); None for none.
        lpips: options of :class:`~diagramloop.models.lpips.Lpips`; None for none.
        judge: of visual flow and alignment.
    """

    def __init__(
        self, clip: Mapping[str, Any] | None = None, lpips: Mapping[str, Any] | None = None, judge: Judge | None = None
    ) -> None:
        self._clip = instrument(Clip, clip)
        self._lpips = instrument(Lpips, lpips)
        self._judge = judge or NoJudge()

    def measures(self, drawings: Sequence[Drawing]) -> list[dict[str, Part]]:
        """``semantic_consistency``, ``perceptual_similarity``, ``visual_flow`` and ``alignment`` of each drawing."""
        return [parts for some in batches(drawings) for parts in self._measured(some)]

    def _measured(self, drawings: Sequence[Drawing]) -> Iterator[dict[str, Part]]:
        pictures = [decoded(drawing.picture) for drawing in drawings]
        semantic = self._semantic(drawings, pictures)
        perceptual = self._perceptual(drawings, pictures)
        for drawing, of_prompt, of_source in zip(drawings, semantic, perceptual, strict=True):
            alignment = self._judge.alignment(drawing.prompt, drawing.graph) if drawing.prompt else _NO_PROMPT
            yield {
                "semantic_consistency": of_prompt,
                "perceptual_similarity": of_source,
                "visual_flow": self._judge.visual_flow(drawing.picture),
                "alignment": alignment,
            }

    def _semantic(self, drawings: Sequence[Drawing], pictures: Sequence[Image | None]) -> list[Part]:
        if isinstance(self._clip, str):
            return [Part(None, missing=self._clip)] * len(drawings)
        clip, prompts = self._clip, [drawing.prompt for drawing in drawings]
        cosines = cosines_with(clip, pictures, lambda there: clip.texts([prompts[number] for number in there]))
        return [
            in_bounds(cosine, clip.name) if prompt else _NO_PROMPT
            for prompt, cosine in zip(prompts, cosines.tolist(), strict=True)
        ]

    def _perceptual(self, drawings: Sequence[Drawing], pictures: Sequence[Image | None]) -> list[Part]:
        if isinstance(self._lpips, str):
            return [Part(None, missing=self._lpips)] * len(drawings)
        sources = [decoded(drawing.source) for drawing in drawings]
        pairs = {
            number: (picture, source)
            for number, (picture, source) in enumerate(zip(pictures, sources, strict=True))
            if picture is not None and source is not None
        }
        near = dict(zip(pairs, (1.0 - self._lpips.distances(list(pairs.values()))).tolist(), strict=True))
        return [
            NO_SOURCE if source is None else in_bounds(near.get(number, 0.0), self._lpips.name)
            for number, source in enumerate(sources)
        ]


def instrument(kind: type[Made], options: Mapping[str, Any] | None) -> Made | str:
    """A vision model, or why there is none.

    Raises:
        DiagramloopError: it takes other options (INVALID).
    """
    if options is None:
        return f"no {kind.__name__.upper()} model is configured"
    try:
        model: Made = made_by(kind, "vision model", kind.__name__, kind, options)
    except ModelError as error:
        return str(error)
    return model


def batches(drawings: Sequence[Drawing]) -> Iterator[Sequence[Drawing]]:
    """Split into batches of as many drawings as are held decoded at once."""
    return (drawings[start : start + _AT_ONCE] for start in range(0, len(drawings), _AT_ONCE))


def decoded(picture: bytes | None) -> Image | None:
    """The picture, or None where there is none or it cannot be decoded."""
    try:
        return None if picture is None else rgb_image(picture, MAX_SIDE)
    except PictureError:
        return None


def cosines_with(clip: Clip, pictures: Sequence[Image | None], against: Callable[[Sequence[int]], Floats]) -> Floats:
    """The cosine of each picture with what it is held against; -1 where there is no picture; shape (len(pictures),).

    Args:
        against: gives the vectors for the pictures at these positions.
    """
    cosines = np.full(len(pictures), -1.0)
    seen = {number: picture for number, picture in enumerate(pictures) if picture is not None}
    if seen:
        cosines[list(seen)] = (clip.pictures(list(seen.values())) * against(list(seen))).sum(axis=1)
    return cosines


def in_bounds(value: float, by: str) -> Part:
    """The part, brought into [0, 1]."""
    return Part(round(min(max(value, 0.0), 1.0), _DECIMALS), by)
