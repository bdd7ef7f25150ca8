"""Crops of a page as it might have been: larger or smaller, turned, mirrored, in another light, stored again."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.camera import jpeg
from diagramloop.data.synth.drawing import RGB
from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, COURSE_UNIT, FRAME, GROUND, HEAD, TEXT, InkPage
from diagramloop.engines.training.crops import cut

RISING = (FRAME, TEXT, BORDER, CONNECTOR, HEAD)  # the rarest last
LEAST_COVER = 0.2  # of a pixel of a smaller page
NEAREST = cv2.INTER_NEAREST

Span = tuple[float, float]  # from and to, drawn evenly
Size = tuple[int, int]  # width, height


@dataclass(frozen=True)
class Variation:
    """Ranges of what is varied.

    Attributes:
        scale: of the page, even in its logarithm.
        at_nodes: share of crops that are cut around a node.
        turned, mirrored: shares of crops.
        gamma, gain, tint: of brightness, the last of each channel.
        blurred, stored: shares of crops that are blurred, and stored as JPEG.
        enlarged: factors by which a small file is shown larger, one of them for each crop; the file itself is so much
            smaller than ``scale`` says.
    """

    scale: Span = (0.55, 1.35)
    at_nodes: float = 0.8
    turned: float = 0.5
    mirrored: float = 0.5
    gamma: Span = (0.7, 1.5)
    gain: Span = (0.7, 1.15)
    tint: Span = (0.9, 1.1)
    blurred: float = 0.4
    blur_px: Span = (0.3, 1.2)
    noise_levels: Span = (0.0, 5.0)
    stored: float = 0.5
    jpeg_quality: tuple[int, int] = (30, 95)
    enlarged: tuple[float, ...] = (1.0,)


def varied(page: InkPage, side_px: int, rng: np.random.Generator, variation: Variation | None = None) -> InkPage:
    """A crop of about ``side_px`` of the page, varied; smaller where the page ends."""
    ranges = variation or Variation()
    scale = float(np.exp(rng.uniform(*np.log(ranges.scale))))
    window = _scaled(_window(page, int(np.ceil(side_px / scale)) + 2, ranges, rng), scale)
    if (enlarged := ranges.enlarged[int(rng.integers(len(ranges.enlarged)))]) > 1:
        window = _small_file(window, enlarged, int(rng.integers(*ranges.jpeg_quality)))
    for _ in range(int(rng.integers(1, 4)) if rng.random() < ranges.turned else 0):
        window = turned_left(window)
    window = mirrored(window) if rng.random() < ranges.mirrored else window
    return InkPage(_lit(window.pixels, ranges, rng), window.classes, window.inside, window.course, window.nodes)


def _window(page: InkPage, side: int, ranges: Variation, rng: np.random.Generator) -> InkPage:
    height, width = page.classes.shape
    if len(page.nodes) and rng.random() < ranges.at_nodes:
        x0, y0, x1, y1, _ = page.nodes[int(rng.integers(len(page.nodes)))].tolist()
        corner = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) - rng.uniform(0.1, 0.9, 2) * side
    else:
        corner = rng.uniform(0, np.maximum(1, np.array([width, height]) - side))
    left, top = np.clip(corner, 0, np.maximum(0, np.array([width, height]) - side)).astype(int).tolist()
    return cut(page, left, top, side)


def _scaled(page: InkPage, scale: float) -> InkPage:
    height, width = page.classes.shape
    size = max(1, round(scale * width)), max(1, round(scale * height))
    classes = _covering(page.classes, size) if scale < 1 else cv2.resize(page.classes, size, interpolation=NEAREST)
    inside = cv2.resize(page.inside, size, interpolation=NEAREST)
    nodes = page.nodes * np.array([scale, scale, scale, scale, 1], np.float32)
    return InkPage(_resized(page.pixels, size), classes, inside, _course(page.course, size), nodes)


def _covering(classes: NDArray[np.uint8], size: Size) -> NDArray[np.uint8]:
    """The rarest class that covers enough of each pixel of a smaller page: lines get thinner and stay."""
    found = cv2.resize(classes, size, interpolation=NEAREST)
    found[np.isin(found, RISING)] = GROUND
    for each in RISING:
        cover = cv2.resize((classes == each).astype(np.float32), size, interpolation=cv2.INTER_AREA)
        found[cover > LEAST_COVER] = each
    return np.asarray(found, np.uint8)


def _course(course: NDArray[np.int8], size: Size) -> NDArray[np.int8]:
    mean = cv2.resize(course.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    length = np.hypot(mean[..., 0], mean[..., 1])[..., None]
    return np.asarray(np.where(length > 1, COURSE_UNIT * mean / np.maximum(length, 1), 0).round(), np.int8)


def _resized(pixels: RGB, size: Size) -> RGB:
    smaller = size[0] < pixels.shape[1]
    by = cv2.INTER_AREA if smaller else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, size, interpolation=by), np.uint8)


def _small_file(page: InkPage, by: float, quality: int) -> InkPage:
    """The page from a JPEG file with its sides ``by`` times smaller, as a parser that enlarges it sees it."""
    height, width = page.classes.shape
    stored = jpeg(_resized(page.pixels, (max(1, round(width / by)), max(1, round(height / by)))), quality)
    return replace(page, pixels=_resized(stored, (width, height)))


def turned_left(page: InkPage) -> InkPage:
    """The page turned by a quarter."""
    width = page.classes.shape[1]
    x0, y0, x1, y1, kind = page.nodes.T
    course = np.rot90(page.course)
    return InkPage(
        np.ascontiguousarray(np.rot90(page.pixels)),
        np.ascontiguousarray(np.rot90(page.classes)),
        np.ascontiguousarray(np.rot90(page.inside)),
        np.ascontiguousarray(np.stack([course[..., 1], -course[..., 0]], axis=-1)),
        np.column_stack([y0, width - x1, y1, width - x0, kind]).astype(np.float32),
    )


def mirrored(page: InkPage) -> InkPage:
    """The page with left and right exchanged."""
    width = page.classes.shape[1]
    x0, y0, x1, y1, kind = page.nodes.T
    return InkPage(
        np.ascontiguousarray(page.pixels[:, ::-1]),
        np.ascontiguousarray(page.classes[:, ::-1]),
        np.ascontiguousarray(page.inside[:, ::-1]),
        np.ascontiguousarray(page.course[:, ::-1] * np.array([-1, 1], np.int8)),
        np.column_stack([width - x1, y0, width - x0, y1, kind]).astype(np.float32),
    )


def _lit(pixels: RGB, ranges: Variation, rng: np.random.Generator) -> RGB:
    light = (pixels.astype(np.float32) / 255) ** rng.uniform(*ranges.gamma)
    light = light * rng.uniform(*ranges.gain) * rng.uniform(*ranges.tint, 3)
    if rng.random() < ranges.blurred:
        light = cv2.GaussianBlur(light, (0, 0), rng.uniform(*ranges.blur_px))
    grain = rng.normal(0, rng.uniform(*ranges.noise_levels), light.shape[:2])[..., None]
    seen = np.clip(255 * light + grain, 0, 255).astype(np.uint8)
    return jpeg(seen, int(rng.integers(*ranges.jpeg_quality))) if rng.random() < ranges.stored else seen
