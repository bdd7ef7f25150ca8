"""Empty pages to draw on by hand: plain, lined, squared and dotted paper, whiteboards."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.drawing import RGB
from diagramloop.data.synth.looks import colours, look

PAPERS = ("plain", "lined", "squared", "dotted", "whiteboard")
SQUARES_LINE_HEIGHTS = (1.1, 1.5)  # rules' distance in heights of a written line; letters take 4 mm of 5 mm squares
LINES_LINE_HEIGHTS = (1.8, 2.4)
DOTS_LINE_HEIGHTS = 1.4


def paper(height: int, width: int, kind: str, line: float, rng: np.random.Generator) -> RGB:
    """An empty page; ``line`` is the height in px of what will be written on it, to which its rules are printed.

    Squares are 5 mm wide, of which letters take 4 mm; lines stand 8 mm apart.
    """
    whites = colours("paper", "whites")
    ground = look("paper")["whiteboard"] if kind == "whiteboard" else whites[rng.integers(len(whites))]
    page = np.ascontiguousarray(np.full((height, width, 3), ground), np.uint8)
    if kind == "whiteboard":
        return _wiped(page, rng)
    rules = colours("paper", "rules")
    colour, thick = rules[rng.integers(len(rules))], int(rng.integers(1, 3))
    drawn = {"lined": LINES_LINE_HEIGHTS, "squared": SQUARES_LINE_HEIGHTS}.get(kind)
    step = line * (rng.uniform(*drawn) if drawn else DOTS_LINE_HEIGHTS)
    rows, columns = (np.arange(rng.uniform(0, step), side, step) for side in (height, width))
    if kind in ("lined", "squared"):
        for y in rows.round().astype(int).tolist():
            cv2.line(page, (0, y), (width, y), colour, thick, cv2.LINE_AA)
    if kind == "squared":
        for x in columns.round().astype(int).tolist():
            cv2.line(page, (x, 0), (x, height), colour, thick, cv2.LINE_AA)
    if kind == "dotted":
        for x, y in ((x, y) for y in rows.round().astype(int).tolist() for x in columns.round().astype(int).tolist()):
            cv2.circle(page, (x, y), thick, colour, cv2.FILLED, cv2.LINE_AA)
    if kind == "lined" and rng.random() < 0.5:
        x = round(rng.uniform(0.02, 0.08) * width)
        cv2.line(page, (x, 0), (x, height), look("paper")["margin_rule"], thick, cv2.LINE_AA)
    return page


def _wiped(page: RGB, rng: np.random.Generator) -> RGB:
    """Broad faint streaks of what stood there before."""
    height, width = page.shape[:2]
    smear: NDArray[np.float32] = np.zeros((height, width), np.float32)
    for _ in range(8):
        start, along = rng.uniform((0, 0), (width, height)), rng.uniform(-0.4, 0.4, 2) * max(width, height)
        stop = (start + along).astype(int).tolist()
        cv2.line(smear, start.astype(int).tolist(), stop, float(rng.uniform(2, 8)), int(rng.integers(40, 120)))
    return np.clip(page - cv2.GaussianBlur(smear, (0, 0), 12)[:, :, None], 0, 255).astype(np.uint8)
