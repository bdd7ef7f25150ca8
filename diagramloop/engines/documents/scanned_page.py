"""A page that is one picture: its marks as a page of drawn objects, so that figures are found as on any other page."""

from __future__ import annotations

from pathlib import PurePosixPath

import cv2
import numpy as np

from diagramloop.data.sources.papers.pdf_lines import Line, Page
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.levels import contrast
from diagramloop.graph import Box

INK_LEVELS = 40  # by which marks differ from the paper beside them
LEAST_PIXELS = 4  # of a mark; smaller ones are dirt
MOST_MARKS = 20_000  # the largest ones, as of the objects of a page that is drawn
MARKS_OF_TYPE = 0.6  # quantile of the heights of marks, of which most are letters
LARGE_TYPE = 2.5  # heights of letters up to which a mark is one, or letters that touch
FLAT_TYPE = 0.35  # heights of letters below which a wide mark is a line
LONG_WORD = 15.0  # heights of letters that letters which touch are wide at most
LINE_REACH = 1.0  # heights of letters between two words of one line


def scanned_page(pixels: RGB, number: int, size: tuple[float, float]) -> Page:
    """The page: small marks in rows are its lines, which nobody has read, larger ones are what is drawn.

    Args:
        number: from 0.
        size: of the page in points.
    """
    width, height = size
    scale = width / pixels.shape[1]
    marks = _marks(pixels)
    letter = float(np.quantile(marks[:, 3], MARKS_OF_TYPE)) if len(marks) else 1.0
    is_letter = _letters(marks / letter)
    lines = [Line(number, "x" * max(1, round((x1 - x0) / (y1 - y0 + 1e-6))), x0, y0, x1, y1, letter * scale, False)
             for x0, y0, x1, y1 in _rows(marks[is_letter], pixels.shape[:2], letter, scale)[:MOST_MARKS]]  # fmt: skip
    drawn = _largest(marks[~is_letter]) * scale
    boxes = tuple((x, y, x + wide, y + high) for x, y, wide, high in drawn.tolist())
    return Page(PurePosixPath("scan"), number, width, height, tuple(lines), boxes)


def _largest(marks: np.ndarray) -> np.ndarray:
    """So many marks as are looked at, in their order."""
    largest = np.argsort(-marks[:, 2].astype(float) * marks[:, 3], kind="stable")[:MOST_MARKS]
    return np.asarray(marks[np.sort(largest)])


def _letters(marks: np.ndarray) -> np.ndarray:
    """True of marks, measured in heights of letters, that are letters, dots, or letters that touch."""
    wide, high = marks[:, 2], marks[:, 3]
    touching = (high >= FLAT_TYPE) & (wide <= LONG_WORD)
    return np.asarray((high <= LARGE_TYPE) & ((wide <= LARGE_TYPE) | touching))


def _ink(pixels: RGB) -> np.ndarray:
    return cv2.compare(contrast(pixels), INK_LEVELS, cv2.CMP_GT)


def _marks(pixels: RGB) -> np.ndarray:
    """Left, top, width and height of each connected mark, in pixels."""
    found = cv2.connectedComponentsWithStats(_ink(pixels), connectivity=8)[2][1:]
    return np.asarray(found[found[:, cv2.CC_STAT_AREA] >= LEAST_PIXELS][:, :4])


def _rows(letters: np.ndarray, shape: tuple[int, ...], letter: float, scale: float) -> list[Box]:
    """Letters put together to lines of text, in points."""
    page = np.zeros(shape[:2], np.uint8)
    reach = max(1, round(LINE_REACH * letter))
    for x, y, w, h in letters.tolist():
        page[y : y + h, max(x - reach // 2, 0) : x + w + reach // 2] = 1
    found = cv2.connectedComponentsWithStats(page, connectivity=4)[2][1:, :4]
    return [(x * scale, y * scale, (x + w) * scale, (y + h) * scale) for x, y, w, h in found.tolist()]
