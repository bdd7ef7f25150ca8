"""Ways of a drawing into a file: as it is, smaller, compressed, scanned, photographed with care or by a phone."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from diagramloop.data.synth.camera import Camera, jpeg, photographed
from diagramloop.data.synth.drawing import RGB, Drawing
from diagramloop.data.synth.looks import look
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import seen_through

SIDE_LIGHT = ((1.0, 0.6), (1.0, 0.85))  # brightness from left to right, and from top to bottom


@dataclass(frozen=True)
class Capture:
    """Changes of a picture on its way into a file, in this order.

    Attributes:
        camera: that photographs the page; None for a picture that no camera took.
        longest_side_px: to which a larger picture is made smaller: from, and up to but not including.
        scale: of the stored picture.
        blur_px: standard deviation.
        side_light: whether the light comes from one side.
        noise_levels: standard deviation of each channel.
        jpeg_quality: from, and up to but not including; None stores without loss.
    """

    camera: Camera | None = None
    longest_side_px: tuple[int, int] | None = None
    scale: float = 1.0
    blur_px: float = 0.0
    side_light: bool = False
    noise_levels: float = 0.0
    jpeg_quality: tuple[int, int] | None = None

    def taken(self, drawing: Drawing, rng: np.random.Generator) -> Drawing:
        """The drawing as its file shows it, with its truth in the pixels of that file."""
        picture, graph = drawing.pixels, drawing.graph
        if self.camera:
            picture, graph = photographed(picture, graph, self.camera, drawing.glossy, rng)
        picture, graph = _smaller(picture, graph, self._factor(picture, rng))
        picture = self._seen(picture, rng)
        if self.jpeg_quality:
            picture = jpeg(picture, int(rng.integers(*self.jpeg_quality)))
        same = picture is drawing.pixels
        return drawing if same else replace(drawing, pixels=picture, graph=graph, svg="")

    def _factor(self, picture: RGB, rng: np.random.Generator) -> float:
        if self.longest_side_px is None:
            return self.scale
        return self.scale * min(1.0, int(rng.integers(*self.longest_side_px)) / max(picture.shape[:2]))

    def _seen(self, picture: RGB, rng: np.random.Generator) -> RGB:
        if not (self.blur_px or self.side_light or self.noise_levels):
            return picture
        seen = cv2.GaussianBlur(picture, (0, 0), self.blur_px) if self.blur_px else picture
        height, width = seen.shape[:2]
        light = np.ones((1, 1, 1))
        if self.side_light:
            across, down = (np.linspace(*ends, side) for ends, side in zip(SIDE_LIGHT, (width, height), strict=True))
            light = across[None, :, None] * down[:, None, None]
        grain = rng.normal(0.0, self.noise_levels, seen.shape) if self.noise_levels else 0.0
        return np.clip(seen * light + grain, 0, 255).astype(np.uint8)


def capture_named(name: str) -> Capture:
    """The capture of that name in ``looks.yaml``.

    Raises:
        DiagramloopError: there is none (UNSUPPORTED).
    """
    known = look("captures")
    if name not in known:
        message = f"unknown capture {name!r}; known: {', '.join(known)}"
        raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
    fields = dict(known[name])
    camera = fields.pop("camera", None)
    return Capture(camera=None if camera is None else Camera(**camera), **fields)


def turned_left(drawing: Drawing, quarters: int) -> Drawing:
    """The drawing turned to the left by quarters, as a phone stores what it did not know which way was up."""
    picture, graph = drawing.pixels, drawing.graph
    for _ in range(quarters):
        height, width = picture.shape[:2]
        left = np.array([[0.0, 1, 0], [-1, 0, width], [0, 0, 1]])
        picture, graph = np.ascontiguousarray(np.rot90(picture)), seen_through(graph, left, (height, width))
    return replace(drawing, pixels=picture, graph=graph, svg="") if quarters else drawing


def _smaller(picture: RGB, graph: FlowGraph, by: float) -> tuple[RGB, FlowGraph]:
    if by == 1.0:
        return picture, graph
    small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    return small, seen_through(graph, np.diag([by, by, 1.0]), small.shape[1::-1])
