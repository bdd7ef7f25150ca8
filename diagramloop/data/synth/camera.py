"""Photographs of a drawn page: askew, from aside, out of focus, with grain, stored as JPEG.

A phone's pictures are of pages that curl, taken from farther aside, under a shadow with an edge (the hand's, the
phone's) or a lamp's reflection on a whiteboard, with the table around them, and stored at low quality.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.drawing import RGB, decoded
from diagramloop.data.synth.light import Pixels, cast_shadow, glare, uneven_light
from diagramloop.data.synth.looks import look
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import moved, seen_through

MAX_PHOTOGRAPH_PIXELS = 12e6
FRAME_SIDES = 0.02  # of the longer side, how far the page goes on around what is drawn
BORDER_SIDES = 0.03  # of the longer side, what a photograph shows beyond the page's corners


@dataclass(frozen=True)
class Camera:
    """The carelessness with which a picture is taken.

    Attributes:
        tilt: of the longer side, that each corner of the page is out of place.
        turn_degrees: by which the camera is held askew, at most.
        desk: how often the desk shows around the page.
        curl: of the page's height, by which a curled page's lines rise at most.
        cast: how much of the light a shadow with an edge takes at most.
        jpeg_quality: from, and up to but not including.
        blur_px: standard deviation, from and to.
        even_light: as a scanner's: no side is darker, no shadow falls.
    """

    tilt: float = 0.04
    turn_degrees: float = 3.0
    desk: float = 0.4
    curl: float = 0.0
    cast: float = 0.0
    jpeg_quality: tuple[int, int] = (40, 71)
    blur_px: tuple[float, float] = (0.5, 1.1)
    even_light: bool = False


def photographed(
    picture: RGB, graph: FlowGraph, camera: Camera, reflecting: bool, rng: np.random.Generator
) -> tuple[RGB, FlowGraph]:
    """The picture and the truth as a photograph shows them.

    A page held into the light of one side, under a hand's shadow, taken askew, out of focus, with grain, as JPEG.

    Args:
        reflecting: whether a lamp is reflected, as on a whiteboard.
    """
    if camera.curl:
        picture, graph = _curled(picture, graph, camera.curl * rng.uniform(-1, 1), rng)
    height, width = picture.shape[:2]
    scale = min(rng.uniform(0.75, 1.5), np.sqrt(MAX_PHOTOGRAPH_PIXELS / (width * height)))
    homography, size = _view(width, height, scale, camera, rng)
    desks = look("desks")
    desk = desks[rng.integers(len(desks))] if rng.random() < camera.desk else None
    paper = picture[:4].reshape(-1, 3).mean(axis=0)
    at = round(FRAME_SIDES * max(width, height))
    framed = cv2.copyMakeBorder(picture, at, at, at, at, cv2.BORDER_CONSTANT, value=paper.tolist())
    back = homography @ np.array([[1.0, 0, -at], [0, 1, -at], [0, 0, 1]])
    seen = cv2.warpPerspective(framed, back, size, flags=cv2.INTER_AREA, borderValue=desk or paper.tolist())
    lit = _lit(cv2.GaussianBlur(seen, (0, 0), rng.uniform(*camera.blur_px)), camera, reflecting, rng)
    stored = jpeg(np.clip(lit, 0, 255).astype(np.uint8), int(rng.integers(*camera.jpeg_quality)))
    return stored, seen_through(graph, homography, size)


def jpeg(picture: RGB, quality: int) -> RGB:
    """The pixels after storing as a JPEG file."""
    _, data = cv2.imencode(".jpg", picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    return decoded(data.tobytes())


def _lit(seen: RGB, camera: Camera, reflecting: bool, rng: np.random.Generator) -> Pixels:
    """In the light that there is, with the grain of the picture."""
    size = seen.shape[1::-1]
    shade = np.ones(seen.shape[:2]) if camera.even_light else uneven_light(size, rng)
    light = shade[:, :, None] * np.array([1.0, rng.uniform(0.94, 1.0), rng.uniform(0.82, 1.0)])
    if camera.cast:
        light = light * cast_shadow(size, rng.uniform(0.2, camera.cast), rng)[:, :, None]
    lit = seen * light + rng.normal(0, rng.uniform(1, 5), seen.shape)
    return (lit + glare(size, rng)[:, :, None] * (255 - lit) if reflecting else lit).astype(np.float32)


def _curled(picture: RGB, graph: FlowGraph, rise: float, rng: np.random.Generator) -> tuple[RGB, FlowGraph]:
    """A page whose level lines rise and fall by ``rise`` of its height along its width."""
    height, width = picture.shape[:2]
    phase = rng.uniform(0, np.pi)

    def down(x: NDArray[np.float64]) -> NDArray[np.float64]:
        return rise * height * (np.sin(np.pi * x / width + phase) - np.sin(phase))

    def bent(points: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.column_stack([points[:, 0], points[:, 1] + down(points[:, 0])])

    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    from_y = (y - down(x.astype(np.float64))).astype(np.float32)
    seen = cv2.remap(picture, x, from_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen, moved(graph, bent, (width, height))


def _view(
    width: int, height: int, scale: float, camera: Camera, rng: np.random.Generator
) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """A homography that shows the whole page, somewhat askew and from aside, and the size of the photograph."""
    page = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    angle, middle = np.radians(rng.uniform(-camera.turn_degrees, camera.turn_degrees)), page.mean(axis=0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (
        (page - middle) @ turn.T
        + rng.uniform(-camera.tilt, camera.tilt, (4, 2)) * min(max(width, height), 1.5 * min(width, height))
    ) * scale
    corners += BORDER_SIDES * scale * max(width, height) - corners.min(axis=0)
    size = np.ceil(corners.max(axis=0) + BORDER_SIDES * scale * max(width, height)).astype(int)
    return cv2.getPerspectiveTransform(page.astype(np.float32), corners.astype(np.float32)), (
        int(size[0]),
        int(size[1]),
    )
