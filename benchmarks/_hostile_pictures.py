"""Pictures that are cheap to make and dear to read: more marks than any drawing has, or nothing at all.

Each is a pure function of its seed. Seeds take turns through the kinds, so that any run of consecutive ones holds all
of them in equal shares; the three at the beginning are those by which the cost was first found.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

MOST_PIXELS = 4_000_000
LEAST_SIDE = 60  # pixels
PAPER, INK = 255, 0

Picture = NDArray[np.uint8]  # shape (height, width) or (height, width, 3)
Painter = Callable[[np.random.Generator, int, int], Picture]  # random numbers, height, width


def hostile_picture(seed: int, most_pixels: int = MOST_PIXELS) -> Picture:
    """The picture of a seed.

    Args:
        most_pixels: up to which a picture's size is drawn; a third of all have about as many.
    """
    if seed < len(FOUND):
        return FOUND[seed]()
    rng = np.random.default_rng(seed)
    return PAINTERS[kind_of(seed)](rng, *_size(rng, most_pixels))


def kind_of(seed: int) -> str:
    return "found" if seed < len(FOUND) else list(PAINTERS)[seed % len(PAINTERS)]


def _size(rng: np.random.Generator, most_pixels: int) -> tuple[int, int]:
    pixels = most_pixels if rng.random() < 0.33 else most_pixels * 10 ** rng.uniform(-1.5, 0)
    slimness = 4 ** rng.uniform(-1, 1)
    height = int(np.sqrt(pixels * slimness))
    return max(LEAST_SIDE, height), max(LEAST_SIDE, int(pixels / height))


def _paper(height: int, width: int) -> Picture:
    return np.full((height, width), PAPER, np.uint8)


def _noise(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Grains of one size, black on white, grey or in colours."""
    grain, density = int(rng.integers(1, 12)), 10 ** rng.uniform(-3, -0.3)
    rows, columns = -(-height // grain), -(-width // grain)
    inked = rng.random((rows, columns)) < density
    style = rng.integers(3)
    if style == 0:
        small = np.where(inked, INK, PAPER)
    else:
        colours = rng.integers(0, 256, (rows, columns, 3) if style == 1 else (rows, columns))
        small = np.where(inked[..., None] if style == 1 else inked, colours, PAPER)
    whole = np.repeat(np.repeat(small.astype(np.uint8), grain, axis=0), grain, axis=1)
    return np.ascontiguousarray(whole[:height, :width])


def _dashes(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Rows of strokes, as on dashed grid paper."""
    upright, thick = rng.random() < 0.5, int(rng.integers(1, 5))
    picture = _paper(width, height) if upright else _paper(height, width)
    long, pause, apart = rng.integers(2, 40), rng.integers(1, 12), thick + rng.integers(2, 30)
    for row in range(thick):
        picture[row::apart] = INK
    for column in range(pause):
        picture[:, column :: long + pause] = PAPER
    return np.ascontiguousarray(picture.T) if upright else picture


def _dots(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A raster of discs or rings."""
    radius = int(rng.integers(1, 14))
    step = 2 * radius + int(rng.integers(1, 12))
    tile = _paper(step, step)
    cv2.circle(tile, (step // 2, step // 2), radius, INK, -1 if rng.random() < 0.6 else 1, cv2.LINE_AA)
    return _tiled(tile, height, width)


def _grid(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Level and upright lines, some of them broken."""
    picture, thick = _paper(height, width), int(rng.integers(1, 5))
    down, across = thick + rng.integers(3, 80, 2)
    for offset in range(thick):
        picture[offset::down] = INK
        picture[:, offset::across] = INK
    return (
        picture if rng.random() < 0.6 else np.where(rng.random((height, width)) < 0.02, PAPER, picture).astype(np.uint8)
    )


def _hatching(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Slanted strokes, one way or both."""
    picture, step = _paper(height, width), int(rng.integers(4, 40))
    shift, thick, ink = int(height * rng.uniform(0.1, 1.5)), int(rng.integers(1, 4)), int(rng.integers(0, 200))
    both = rng.random() < 0.5
    for x in range(-shift, width + shift, step):
        cv2.line(picture, (x, 0), (x + shift, height), ink, thick, cv2.LINE_AA)
        if both:
            cv2.line(picture, (x + shift, 0), (x, height), ink, thick, cv2.LINE_AA)
    return picture


def _checks(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A checkerboard of two greys."""
    side, rows, columns = int(rng.integers(1, 60)), np.arange(height), np.arange(width)
    return np.where((rows[:, None] // side + columns // side) % 2, PAPER, rng.integers(0, 200)).astype(np.uint8)


def _type(rng: np.random.Generator, height: int, width: int) -> Picture:
    """A page of text, at times in boxes."""
    picture, size = _paper(height, width), rng.uniform(0.25, 1.2)
    line, boxed = int(34 * size) + 3, rng.random() < 0.4
    for y in range(line, height, line):
        words = "".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz     ,.ABC0123"), int(width / (14 * size))))
        cv2.putText(picture, words, (4, y), cv2.FONT_HERSHEY_SIMPLEX, size, INK, 1, cv2.LINE_AA)
    if boxed:
        tile = _paper(4 * line, 12 * line)
        cv2.rectangle(tile, (3, 3), (12 * line - 6, 4 * line - 6), INK, 2)
        picture = np.minimum(picture, _tiled(tile, height, width))
    return picture


def _combs(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Lines with teeth, from which strokes branch off."""
    picture, apart, step = _paper(height, width), int(rng.integers(12, 60)), int(rng.integers(3, 16))
    picture[apart // 2 :: apart] = INK
    teeth = np.arange(height) % apart < rng.integers(apart // 3, apart)
    picture[np.ix_(teeth, np.arange(0, width, step))] = INK
    return picture


def _spiral(rng: np.random.Generator, height: int, width: int) -> Picture:
    """One line, very long."""
    step = int(rng.integers(4, 40))
    turns = max(height, width) / step
    angle = np.linspace(0, 2 * np.pi * turns, int(120 * turns) + 2)
    far = angle / (2 * np.pi) * step
    points = np.stack([width / 2 + far * np.cos(angle), height / 2 + far * np.sin(angle)], axis=1)
    picture = _paper(height, width)
    cv2.polylines(picture, [np.rint(points).astype(np.int32)], False, INK, int(rng.integers(1, 4)), cv2.LINE_AA)
    return picture


def _lines(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Straight lines any way, some with heads."""
    picture, count = _paper(height, width), int(10 ** rng.uniform(1.5, 3.7))
    reach = 10 ** rng.uniform(1, 3)
    starts = rng.uniform(0, (width, height), (count, 2))
    ends = starts + rng.normal(0, reach, (count, 2))
    draw = cv2.arrowedLine if rng.random() < 0.5 else cv2.line
    for start, end in np.rint(np.stack([starts, ends], axis=1)).astype(int).tolist():
        draw(picture, start, end, INK, int(rng.integers(1, 4)), cv2.LINE_AA)
    return picture


def _boxes(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Small rectangles or discs, alike or not, a raster of them or anywhere."""
    picture, side = _paper(height, width), int(rng.integers(8, 90))
    step = side + int(rng.integers(2, 20))
    anywhere, round_, thick = (
        rng.random() < 0.4,
        rng.random() < 0.3,
        -1 if rng.random() < 0.3 else int(rng.integers(1, 4)),
    )
    for y in range(step // 2, height, step):
        for x in range(step // 2, width, step):
            left, top = (int(v) for v in rng.uniform(0, (width, height))) if anywhere else (x, y)
            if round_:
                cv2.circle(
                    picture, (left, top), side // 2, int(rng.integers(0, 240)) if thick < 0 else INK, thick, cv2.LINE_AA
                )
            else:
                cv2.rectangle(
                    picture,
                    (left, top),
                    (left + side, top + side),
                    int(rng.integers(0, 240)) if thick < 0 else INK,
                    thick,
                )
    return picture


def _nests(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Rectangles in rectangles."""
    picture, step = _paper(height, width), int(rng.integers(4, 40))
    for inset in range(2, min(height, width) // 2, step):
        cv2.rectangle(picture, (inset, inset), (width - inset, height - inset), INK, int(rng.integers(1, 3)))
    return picture


def _clouds(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Smooth greys or colours, as a photograph of no page has, or blots of ink made of them."""
    coarse = int(10 ** rng.uniform(0.5, 2))
    channels = 3 if rng.random() < 0.5 else 1
    small = rng.integers(0, 256, (height // coarse + 2, width // coarse + 2, channels)).astype(np.uint8)
    smooth = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return smooth if rng.random() < 0.5 else np.where(smooth > 128, PAPER, INK).astype(np.uint8)


def _blank(rng: np.random.Generator, height: int, width: int) -> Picture:
    return np.full((height, width), rng.integers(0, 256), np.uint8)


def _mixture(rng: np.random.Generator, height: int, width: int) -> Picture:
    """Two kinds over each other, or side by side."""
    first, second = (_in_colour(PAINTERS[name](rng, height, width)) for name in rng.choice(list(PAINTERS)[:-1], 2))
    if rng.random() < 0.5:
        return np.minimum(first, second)
    first[:, width // 2 :] = second[:, width // 2 :]
    return first


def _in_colour(picture: Picture) -> Picture:
    return picture.copy() if picture.ndim == 3 else np.repeat(picture[:, :, None], 3, axis=2)


def _tiled(tile: Picture, height: int, width: int) -> Picture:
    repeats = (-(-height // tile.shape[0]), -(-width // tile.shape[1]))
    return np.ascontiguousarray(np.tile(tile, repeats)[:height, :width])


def _dashed_rows(height: int, width: int) -> Picture:
    picture = _paper(height, width)
    picture[::8] = INK
    for column in (0, 1):
        picture[:, column::9] = PAPER
    return picture


PAINTERS: dict[str, Painter] = {
    "noise": _noise,
    "dashes": _dashes,
    "dots": _dots,
    "grid": _grid,
    "hatching": _hatching,
    "checks": _checks,
    "type": _type,
    "combs": _combs,
    "spiral": _spiral,
    "lines": _lines,
    "boxes": _boxes,
    "nests": _nests,
    "clouds": _clouds,
    "blank": _blank,
    "mixture": _mixture,
}
FOUND: tuple[Callable[[], Picture], ...] = (
    lambda: _dashed_rows(784, 1052),  # 5 kB as a PNG; took 15.7 s and 5.2 GB
    lambda: _dashed_rows(1200, 1600),  # 11 kB; more than 14 GB
    lambda: np.random.default_rng(0).integers(0, 256, (1052, 1568, 3)).astype(np.uint8),  # over 89 s and 3.2 GB
)
