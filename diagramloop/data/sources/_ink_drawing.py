"""Strokes of a pen drawn as a picture: black on white, to a size in pixels, with a width of the pen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from diagramloop.data.sources._inkml import Stroke
from diagramloop.errors import RejectionReason, SourceError, first_complaint

_FINER = 4  # times as large strokes are drawn, so that a pen is as wide as it is said to be
_SUB_PIXEL_BITS = 4
_BLACK, _WHITE = (0,), 255


class Drawn(BaseModel):
    """Settings of a drawing of strokes.

    Attributes:
        pen_px: width of the line.
        longest_side_px: of the picture.
        margin_px: around the strokes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    pen_px: Annotated[float, Field(ge=0.5, le=100)] = 3.0
    longest_side_px: Annotated[int, Field(ge=64, le=4_000)] = 1333
    margin_px: Annotated[int, Field(ge=0, le=1_000)] = 20

    @model_validator(mode="after")
    def _something_within(self) -> Self:
        if 4 * self.margin_px >= self.longest_side_px:
            raise ValueError("margin_px takes half of longest_side_px or more")
        return self


def drawn_with(**options: float) -> Drawn:
    """Settings of a drawing; raises SourceError for a name or a value that is wrong (INVALID)."""
    try:
        return Drawn(**options)
    except ValidationError as error:
        raise SourceError(f"drawing: {first_complaint(error, 'options')}", reason=RejectionReason.INVALID) from error


@dataclass(frozen=True)
class Sheet:
    """A picture's place on the strokes.

    Attributes:
        settings: of the drawing.
        corner: of the strokes' bounding box, least x and y, in their units.
        scale: pixels in a unit.
        size: width and height of the picture in pixels.
    """

    settings: Drawn
    corner: Stroke
    scale: float
    size: tuple[int, int]

    @classmethod
    def around(cls, strokes: Sequence[Stroke], settings: Drawn) -> Sheet:
        """The sheet that the strokes fill; raises SourceError where all points are one (EMPTY)."""
        corners = np.array([(stroke.min(axis=0), stroke.max(axis=0)) for stroke in strokes])
        corner, extent = corners[:, 0].min(axis=0), np.ptp(corners.reshape(-1, 2), axis=0)
        if not extent.max() > 0:
            raise SourceError("all points are at one place", reason=RejectionReason.EMPTY)
        frame = 2 * settings.margin_px + 1
        scale = (settings.longest_side_px - frame) / float(extent.max())
        width, height = (int(side) + frame for side in np.rint(extent * scale))
        return cls(settings, corner, scale, (width, height))

    def place(self, points: Stroke) -> Stroke:
        """Points of the strokes in pixels of the picture."""
        return np.asarray((points - self.corner) * self.scale + self.settings.margin_px)

    def draw(self, strokes: Sequence[Stroke]) -> NDArray[np.uint8]:
        """Pixels of shape (height, width, 3)."""
        import cv2  # which only readers need

        width, height = self.size
        fine = np.full((height * _FINER, width * _FINER), _WHITE, np.uint8)
        pen = max(1, round(self.settings.pen_px * _FINER))
        for stroke in strokes:
            points = (self.place(stroke) + 0.5) * _FINER - 0.5  # middles of pixels
            line = np.rint(points * (1 << _SUB_PIXEL_BITS)).astype(np.int32)
            cv2.polylines(fine, [np.concatenate([line, line[-1:]])], False, _BLACK, pen, cv2.LINE_8, _SUB_PIXEL_BITS)
        grey = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
        return np.repeat(grey[:, :, None], 3, axis=2).astype(np.uint8)
