"""How a drawing gets into a file: as it is, small, or photographed by hand."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from flowbench.graph import FlowGraph
from flowbench.graph.geometry import seen_through
from flowbench.parse.blackboard import RGB
from flowbench.parse.picture import read_picture

SMALLER = {"half": 0.5, "third": 0.35, "quarter": 0.25}
TILT = 0.04  # of the longer side, that each corner of the page is out of place
TURN = 3.0  # degrees by which the camera is held askew
MAX_PIXELS = 12e6  # of a photograph
DESKS = ((92, 66, 46), (60, 62, 66), (150, 140, 125))

Pixels = NDArray[np.float32]


def captured(picture: RGB, graph: FlowGraph, how: str, rng: np.random.Generator) -> tuple[RGB, FlowGraph]:
    """The picture and the truth as the file shows them; ``how`` is ``file``, one of SMALLER, or ``photo``."""
    if how in SMALLER:
        return _smaller(picture, graph, SMALLER[how])
    return _photographed(picture, graph, rng) if how == "photo" else (picture, graph)


def _smaller(picture: RGB, graph: FlowGraph, by: float) -> tuple[RGB, FlowGraph]:
    small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    return small, seen_through(graph, np.diag([by, by, 1.0]), small.shape[1::-1])


def _photographed(picture: RGB, graph: FlowGraph, rng: np.random.Generator) -> tuple[RGB, FlowGraph]:
    """A page held into the light of one side, under a hand's shadow, taken askew, out of focus, with grain, as JPEG.

    Two in five show the desk around the page.
    """
    height, width = picture.shape[:2]
    scale = min(rng.uniform(0.75, 1.5), np.sqrt(MAX_PIXELS / (width * height)))
    homography, size = _view(width, height, scale, rng)
    desk = DESKS[rng.integers(len(DESKS))] if rng.random() < 0.4 else None
    paper = picture[:4].reshape(-1, 3).mean(axis=0)
    framed = cv2.copyMakeBorder(
        picture, *(4 * [round(0.02 * max(width, height))]), cv2.BORDER_CONSTANT, value=paper.tolist()
    )
    at = round(0.02 * max(width, height))
    back = homography @ np.array([[1.0, 0, -at], [0, 1, -at], [0, 0, 1]])
    seen = cv2.warpPerspective(framed, back, size, flags=cv2.INTER_AREA, borderValue=desk or paper.tolist())
    light = _light(size, rng)[:, :, None] * np.array([1.0, rng.uniform(0.94, 1.0), rng.uniform(0.82, 1.0)])
    lit = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.5, 1.1)) * light + rng.normal(0, rng.uniform(1, 5), seen.shape)
    quality = int(rng.integers(40, 71))
    _, data = cv2.imencode(
        ".jpg", np.clip(lit, 0, 255).astype(np.uint8)[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    return read_picture(data.tobytes()), seen_through(graph, homography, size)


def _view(
    width: int, height: int, scale: float, rng: np.random.Generator
) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """A homography that shows the whole page, somewhat askew and from aside, and the size of the photograph."""
    page = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    angle, middle = np.radians(rng.uniform(-TURN, TURN)), page.mean(axis=0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (
        (page - middle) @ turn.T + rng.uniform(-TILT, TILT, (4, 2)) * min(max(width, height), 1.5 * min(width, height))
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
