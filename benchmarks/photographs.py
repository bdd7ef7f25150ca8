"""How a drawing gets into a file: as it is, small, photographed with care, or as a phone does it.

A phone's pictures are of pages that curl, taken from farther aside, under a shadow with an edge (the hand's, the
phone's) or a lamp's reflection on a whiteboard, with the table around them, and stored at low quality.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import moved, seen_through
from diagramloop.parse.blackboard import RGB
from diagramloop.parse.page.picture import read_picture

SMALLER = {"half": 0.5, "third": 0.35, "quarter": 0.25}
MAX_PIXELS = 12e6  # of a photograph
DESKS = ((92, 66, 46), (60, 62, 66), (150, 140, 125))

Pixels = NDArray[np.float32]


@dataclass(frozen=True)
class Camera:
    """How carelessly a picture is taken.

    Attributes:
        tilt: of the longer side, that each corner of the page is out of place.
        turn: degrees by which the camera is held askew.
        desk: how often the desk shows around the page.
        curl: of the page's height, by which a curled page's lines rise at most.
        cast: how much of the light a shadow with an edge takes at most.
        quality: of the JPEG, from and to.
        blur: px, from and to.
    """

    tilt: float = 0.04
    turn: float = 3.0
    desk: float = 0.4
    curl: float = 0.0
    cast: float = 0.0
    quality: tuple[int, int] = (40, 71)
    blur: tuple[float, float] = (0.5, 1.1)


CAMERAS = {"photo": Camera(), "phone": Camera(0.06, 5.0, 0.6, 0.015, 0.45, (25, 60), (0.5, 1.4))}


def captured(
    picture: RGB, graph: FlowGraph, how: str, rng: np.random.Generator, glare: bool = False
) -> tuple[RGB, FlowGraph]:
    """The picture and the truth as the file shows them; ``how`` is ``file``, one of SMALLER, or one of CAMERAS; with
    ``glare`` a lamp is reflected."""
    if how in SMALLER:
        return _smaller(picture, graph, SMALLER[how])
    return _photographed(picture, graph, CAMERAS[how], glare, rng) if how in CAMERAS else (picture, graph)


def turned(picture: RGB, graph: FlowGraph, quarters: int) -> tuple[RGB, FlowGraph]:
    """Turned to the left by quarters, as a phone stores what it did not know which way was up."""
    for _ in range(quarters):
        height, width = picture.shape[:2]
        left = np.array([[0.0, 1, 0], [-1, 0, width], [0, 0, 1]])
        picture, graph = np.ascontiguousarray(np.rot90(picture)), seen_through(graph, left, (height, width))
    return picture, graph


def _smaller(picture: RGB, graph: FlowGraph, by: float) -> tuple[RGB, FlowGraph]:
    small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    return small, seen_through(graph, np.diag([by, by, 1.0]), small.shape[1::-1])


def _photographed(
    picture: RGB, graph: FlowGraph, camera: Camera, glare: bool, rng: np.random.Generator
) -> tuple[RGB, FlowGraph]:
    """A page held into the light of one side, under a hand's shadow, taken askew, out of focus, with grain, as JPEG."""
    if camera.curl:
        picture, graph = _curled(picture, graph, camera.curl * rng.uniform(-1, 1), rng)
    height, width = picture.shape[:2]
    scale = min(rng.uniform(0.75, 1.5), np.sqrt(MAX_PIXELS / (width * height)))
    homography, size = _view(width, height, scale, camera, rng)
    desk = DESKS[rng.integers(len(DESKS))] if rng.random() < camera.desk else None
    paper = picture[:4].reshape(-1, 3).mean(axis=0)
    at = round(0.02 * max(width, height))
    framed = cv2.copyMakeBorder(picture, *(4 * [at]), cv2.BORDER_CONSTANT, value=paper.tolist())
    back = homography @ np.array([[1.0, 0, -at], [0, 1, -at], [0, 0, 1]])
    seen = cv2.warpPerspective(framed, back, size, flags=cv2.INTER_AREA, borderValue=desk or paper.tolist())
    lit = _lit(cv2.GaussianBlur(seen, (0, 0), rng.uniform(*camera.blur)), camera, glare, rng)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*camera.quality))]
    _, data = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8)[:, :, ::-1], quality)
    return read_picture(data.tobytes()), seen_through(graph, homography, size)


def _lit(seen: RGB, camera: Camera, glare: bool, rng: np.random.Generator) -> Pixels:
    """In the light that there is, with the grain of the picture."""
    size = seen.shape[1::-1]
    light = _light(size, rng)[:, :, None] * np.array([1.0, rng.uniform(0.94, 1.0), rng.uniform(0.82, 1.0)])
    if camera.cast:
        light = light * _cast(size, rng.uniform(0.2, camera.cast), rng)[:, :, None]
    lit = seen * light + rng.normal(0, rng.uniform(1, 5), seen.shape)
    return (lit + _glare(size, rng)[:, :, None] * (255 - lit) if glare else lit).astype(np.float32)


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
    angle, middle = np.radians(rng.uniform(-camera.turn, camera.turn)), page.mean(axis=0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (
        (page - middle) @ turn.T
        + rng.uniform(-camera.tilt, camera.tilt, (4, 2)) * min(max(width, height), 1.5 * min(width, height))
    ) * scale
    corners += 0.03 * scale * max(width, height) - corners.min(axis=0)
    size = np.ceil(corners.max(axis=0) + 0.03 * scale * max(width, height)).astype(int)
    return cv2.getPerspectiveTransform(page.astype(np.float32), corners.astype(np.float32)), (
        int(size[0]),
        int(size[1]),
    )


def _light(size: tuple[int, int], rng: np.random.Generator) -> Pixels:
    """Brightness from 1 on the lit side down to 0.45, and a soft shadow over a corner."""
    width, height = size
    angle = rng.uniform(0, 2 * np.pi)
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    slope = (x * np.cos(angle) + y * np.sin(angle)) / np.sqrt(2)
    light = 1.0 - rng.uniform(0.05, 0.25) * (1 + slope)
    shadow = np.zeros((height, width), np.float32)
    corner = rng.integers(4)
    at = np.array([(0, 0), (width, 0), (width, height), (0, height)])[corner]
    cv2.ellipse(
        shadow,
        at.tolist(),
        (round(rng.uniform(0.3, 0.7) * width), round(rng.uniform(0.3, 0.7) * height)),
        rng.uniform(0, 90),
        0,
        360,
        1.0,
        -1,
    )
    soft = cv2.GaussianBlur(shadow, (0, 0), 0.02 * max(width, height))
    return (light * (1 - rng.uniform(0.1, 0.3) * soft)).astype(np.float32)


def _cast(size: tuple[int, int], depth: float, rng: np.random.Generator) -> Pixels:
    """A shadow with an edge over one side: 1 in the light, ``depth`` less in it."""
    width, height = size
    angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.6)
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    bulge = 0.3 * np.sin(2.5 * (x * np.sin(angle) - y * np.cos(angle)) + rng.uniform(0, 6))
    dark = (x * np.cos(angle) + y * np.sin(angle) + bulge > reach).astype(np.float32)
    return 1 - depth * cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.002, 0.01) * max(size))


def _glare(size: tuple[int, int], rng: np.random.Generator) -> Pixels:
    """The share of a lamp's light in what is seen: up to two thirds in a spot."""
    width, height = size
    x, y = np.meshgrid(np.linspace(0, 1, width, dtype=np.float32), np.linspace(0, 1, height, dtype=np.float32))
    (u, v), radius = rng.uniform(0.1, 0.9, 2), rng.uniform(0.05, 0.2)
    return (rng.uniform(0.3, 0.66) * np.exp(-((x - u) ** 2 + (y - v) ** 2) / (2 * radius**2))).astype(np.float32)
