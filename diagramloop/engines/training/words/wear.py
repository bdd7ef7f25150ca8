"""Lines as paper, pens and cameras leave them; each kind of wear comes by chance and leaves the text readable."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]

_WHITE = 255
_MOST_SHEAR = 0.25  # columns a row
_MOST_TURN = 3.5  # degrees
_LEAST_INK = 0.35  # of its darkness that faint ink keeps
_RULE_SPACE = (0.5, 1.6)  # heights between ruled lines
_SMALLEST_PX = 12  # height to which a line is made coarse


def worn(grey: Grey, rng: np.random.Generator) -> Grey:
    """A line by hand after the pen, the paper and the camera.

    Args:
        grey: dark on white, shape (height, width).

    Returns:
        The same shape.
    """
    grey = _tilted(grey, rng)
    if rng.random() < 0.35:
        grey = _thicker(grey, rng)
    if rng.random() < 0.15:
        grey = np.minimum(grey, _rules(grey.shape, rng))
    if rng.random() < 0.12:
        grey = _crossed(grey, rng)
    if rng.random() < 0.3:
        grey = _bordered(grey, rng)
    return seen(grey, rng)


def seen(grey: Grey, rng: np.random.Generator) -> Grey:
    """A line after the camera or scanner alone: faint, coarse, blurred, grainy, compressed."""
    if rng.random() < 0.5:
        grey = _faint(grey, rng)
    if rng.random() < 0.3:
        grey = _coarse(grey, rng)
    if rng.random() < 0.3:
        grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.3, 1.2)), np.uint8)
    if rng.random() < 0.3:
        grain = rng.normal(0, rng.uniform(1, 12), grey.shape)
        grey = np.clip(grey + grain, 0, _WHITE).astype(np.uint8)
    if rng.random() < 0.3:
        grey = _compressed(grey, int(rng.integers(25, 90)))
    return grey


def _tilted(grey: Grey, rng: np.random.Generator) -> Grey:
    height, width = grey.shape
    turn = np.tan(np.radians(rng.normal(0, _MOST_TURN / 2)))
    shear = np.clip(rng.normal(0, _MOST_SHEAR / 2), -_MOST_SHEAR, _MOST_SHEAR)
    across = (1, shear, -shear * height / 2)
    down = (turn, 1, -turn * width / 2)
    change = np.array([across, down], np.float32)
    return np.asarray(cv2.warpAffine(grey, change, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _thicker(grey: Grey, rng: np.random.Generator) -> Grey:
    """The pen wider or narrower, by a mixture with what one pixel more or less would be."""
    change = cv2.erode if rng.random() < 0.6 else cv2.dilate
    other = change(grey, np.ones((2, 2), np.uint8))
    share = rng.uniform(0.2, 0.9)
    return np.asarray(cv2.addWeighted(grey, 1 - share, other, share, 0), np.uint8)


def _rules(shape: tuple[int, int], rng: np.random.Generator) -> Grey:
    """Ruled or squared paper alone."""
    height = shape[0]
    page = np.full(shape, _WHITE, np.uint8)
    darkness = int(rng.integers(120, 240))
    space = max(4, round(height * rng.uniform(*_RULE_SPACE)))
    page[int(rng.integers(space)) :: space] = darkness
    if rng.random() < 0.5:
        page[:, int(rng.integers(space)) :: space] = darkness
    return page


def _crossed(grey: Grey, rng: np.random.Generator) -> Grey:
    """A connector drawn through the line."""
    height, width = grey.shape
    across = rng.random() < 0.6
    ends = rng.uniform(-0.2, 1.2, 2)
    if across:
        begin, end = (0, round(ends[0] * height)), (width, round(ends[1] * height))
    else:
        begin, end = (round(ends[0] * width), 0), (round(ends[1] * width), height)
    return _stroke(grey, begin, end, rng)


def _bordered(grey: Grey, rng: np.random.Generator) -> Grey:
    """Strokes of a neighbour or of the node's border along one side."""
    height, width = grey.shape
    inset = round(height * rng.uniform(0, 0.1))
    if rng.random() < 0.5:
        row = inset if rng.random() < 0.5 else height - 1 - inset
        return _stroke(grey, (0, row), (width, row), rng)
    column = inset if rng.random() < 0.5 else width - 1 - inset
    return _stroke(grey, (column, 0), (column, height), rng)


def _stroke(grey: Grey, begin: tuple[int, int], end: tuple[int, int], rng: np.random.Generator) -> Grey:
    grey = grey.copy()
    width = max(1, round(grey.shape[0] * rng.uniform(0.02, 0.08)))
    cv2.line(grey, begin, end, float(rng.integers(0, 150)), width, cv2.LINE_AA)
    return grey


def _faint(grey: Grey, rng: np.random.Generator) -> Grey:
    """Paler ink on darker paper."""
    ink, paper = rng.uniform(_LEAST_INK, 1.0), rng.integers(200, _WHITE + 1)
    return np.asarray(paper - (paper - grey.astype(np.float32) * paper / _WHITE) * ink, np.float32).astype(np.uint8)


def _coarse(grey: Grey, rng: np.random.Generator) -> Grey:
    height, width = grey.shape
    share = rng.uniform(0.4, 1.0)
    rows = max(min(_SMALLEST_PX, height), round(height * share))
    columns = max(4, round(width * rows / height))
    small = cv2.resize(grey, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _compressed(grey: Grey, quality: int) -> Grey:
    _, file = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(file, cv2.IMREAD_GRAYSCALE), np.uint8)
