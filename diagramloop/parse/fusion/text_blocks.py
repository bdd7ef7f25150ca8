"""Lines of text as blocks: which lines follow one another, in which order they are read, and as what text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

import numpy as np

from diagramloop.graph import Box
from diagramloop.parse.blackboard import FreeText, TextLine

UPRIGHT = 1.6  # times its width that a text written upwards is high
LEADING = 1.1  # largest gap between lines of one block, in heights of the lines


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
    return all(unicodedata.east_asian_width(c) in "WF" for c in (text[-1], following[0]))


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
    same_middle = abs(above.box[0] + above.box[2] - line.box[0] - line.box[2]) < 1.5 * height
    same_left = abs(above.box[0] - line.box[0]) < 0.5 * height
    return -0.4 * height < gap < LEADING * height and (same_middle or same_left)


def is_upright(line: TextLine) -> bool:
    """Written upwards."""
    return len(line.text) > 2 and line.box[3] - line.box[1] > UPRIGHT * (line.box[2] - line.box[0])


def around(lines: Sequence[TextLine]) -> Box:
    boxes = np.array([line.box for line in lines])
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
