"""Lines of text as blocks: which lines follow one another, in which order they are read, and as what text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from rapidfuzz.distance import Levenshtein

from diagramloop.engines.parse.blackboard import FreeText, TextLine
from diagramloop.graph import Box

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Which lines of text are one block.
_SAME_LETTERS_SHARE = 0.8  # of the smaller of two lines' boxes that lies in the other: both read the same
_ALIKE_LETTERS_SHARE = 0.4  # the same of lines that read alike, of which
_ALIKE_TEXT_SHARE = 0.7  # so much is the same (Levenshtein) at least
_UPRIGHT_WIDTHS = 1.6  # its own, that a text written upwards is high
_UPRIGHT_COUNT = 3  # its characters at least
_LEADING_LINE_HEIGHTS = 1.1  # largest gap between lines of one block
_OVERLAP_LINE_HEIGHTS = 0.4  # that they may overlap instead
_MIDDLE_LINE_HEIGHTS = 0.75  # between the middles of centred lines at most
_LEFT_LINE_HEIGHTS = 0.5  # between the left sides of others at most


def joined(lines: Iterable[TextLine]) -> str:
    """Lines from top to bottom as one text: a space where the drawing wraps, none after a hyphen or slash
    within a word and none between ideographs."""
    text = ""
    for line in _in_reading_order(lines):
        text += ("" if not text or _runs_on(text, line.text) else " ") + line.text
    return text


def _runs_on(text: str, following: str) -> bool:
    if text[-1] in "-/":
        return len(text) > 1 and text[-2].isalnum() and following[0].isalnum()
    return is_ideograph(text[-1]) and is_ideograph(following[0])


def is_ideograph(character: str) -> bool:
    """A letter, or another sign, as wide as it is high."""
    return unicodedata.east_asian_width(character) in "WF"


def _in_reading_order(lines: Iterable[TextLine]) -> list[TextLine]:
    """Rows from the top; within a row, which is what overlaps its first line by half, from the left."""
    rest = sorted(lines, key=lambda line: (line.box[1], line.box[0]))
    rows: list[list[TextLine]] = []
    for line in rest:
        middle = (line.box[1] + line.box[3]) / 2
        if rows and rows[-1][0].box[1] <= middle <= rows[-1][0].box[3]:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.box[0])]


def read_once(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The lines less those of which another reads the same letters: in a node, and again as a text beside it, or in a
    part of the node. The one that holds more letters stays, by their confidence."""
    boxes = shapely.box(*np.array([line.box for line in lines], np.float64).reshape(-1, 4).T)
    first, second = shapely.STRtree(boxes).query(boxes, predicate="intersects")
    first, second = first[first < second], second[first < second]
    common = shapely.area(shapely.intersection(boxes[first], boxes[second]))
    alike = [
        Levenshtein.normalized_similarity(lines[i].text, lines[j].text) >= _ALIKE_TEXT_SHARE
        for i, j in zip(first.tolist(), second.tolist(), strict=True)
    ]
    least = np.where(alike, _ALIKE_LETTERS_SHARE, _SAME_LETTERS_SHARE)
    same = common > least * np.minimum(shapely.area(boxes[first]), shapely.area(boxes[second]))
    letters = np.array([line.confidence * len(line.text) for line in lines])
    worse = set(np.where(letters[second] > letters[first], first, second)[same].tolist())
    return tuple(line for i, line in enumerate(lines) if i not in worse)


def free_texts(lines: Sequence[TextLine]) -> list[FreeText]:
    blocks = sorted(blocks_of(lines), key=lambda block: around(block)[1::-1])
    return [
        FreeText(around(block), "\n".join(line.text for line in block), min(line.confidence for line in block))
        for block in blocks
    ]


def blocks_of(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Lines joined to blocks: the next line lies close below and shares the middle or the left edge."""
    blocks: list[list[TextLine]] = []
    for line in _in_reading_order(lines):
        home = next((block for block in reversed(blocks) if _continues(block[-1], line)), None)
        if home is None:
            blocks.append([line])
        else:
            home.append(line)
    return blocks


def _continues(above: TextLine, line: TextLine) -> bool:
    if is_upright(above) or is_upright(line):
        return False
    height = max(above.box[3] - above.box[1], line.box[3] - line.box[1])
    gap = line.box[1] - above.box[3]
    off_middle = abs(above.box[0] + above.box[2] - line.box[0] - line.box[2]) / 2
    same_middle = off_middle < _MIDDLE_LINE_HEIGHTS * height
    same_left = abs(above.box[0] - line.box[0]) < _LEFT_LINE_HEIGHTS * height
    close = -_OVERLAP_LINE_HEIGHTS * height < gap < _LEADING_LINE_HEIGHTS * height
    return close and (same_middle or same_left)


def is_upright(line: TextLine) -> bool:
    """Written upwards."""
    x0, y0, x1, y1 = line.box
    return len(line.text) >= _UPRIGHT_COUNT and y1 - y0 > _UPRIGHT_WIDTHS * (x1 - x0)


def around(lines: Sequence[TextLine]) -> Box:
    boxes = np.array([line.box for line in lines])
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
