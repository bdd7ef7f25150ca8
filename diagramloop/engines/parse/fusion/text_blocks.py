"""Lines of text as blocks: which lines follow one another, in which order they are read, and as what text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from rapidfuzz.distance import Levenshtein

from diagramloop.engines.parse.blackboard import FreeText, TextLine
from diagramloop.engines.parse.fusion.settings import BlockSettings
from diagramloop.graph import Box


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


def read_once(lines: Sequence[TextLine], settings: BlockSettings) -> tuple[TextLine, ...]:
    """The lines less those of which another reads the same letters: in a node, and again as a text beside it, or in a
    part of the node. The one that holds more letters stays, by their confidence."""
    boxes = shapely.box(*np.array([line.box for line in lines], np.float64).reshape(-1, 4).T)
    first, second = shapely.STRtree(boxes).query(boxes, predicate="intersects")
    first, second = first[first < second], second[first < second]
    common = shapely.area(shapely.intersection(boxes[first], boxes[second]))
    alike = [
        Levenshtein.normalized_similarity(lines[i].text, lines[j].text) >= settings.alike_text_share
        for i, j in zip(first.tolist(), second.tolist(), strict=True)
    ]
    least = np.where(alike, settings.alike_letters_share, settings.same_letters_share)
    same = common > least * np.minimum(shapely.area(boxes[first]), shapely.area(boxes[second]))
    letters = np.array([line.confidence * len(line.text) for line in lines])
    worse = set(np.where(letters[second] > letters[first], first, second)[same].tolist())
    return tuple(line for i, line in enumerate(lines) if i not in worse)


def free_texts(lines: Sequence[TextLine], settings: BlockSettings) -> list[FreeText]:
    blocks = sorted(blocks_of(lines, settings), key=lambda block: around(block)[1::-1])
    return [
        FreeText(around(block), "\n".join(line.text for line in block), min(line.confidence for line in block))
        for block in blocks
    ]


def blocks_of(lines: Sequence[TextLine], settings: BlockSettings) -> list[list[TextLine]]:
    """Lines joined to blocks: the next line lies close below and shares the middle or the left edge."""
    blocks: list[list[TextLine]] = []
    for line in _in_reading_order(lines):
        home = next((block for block in reversed(blocks) if _continues(block[-1], line, settings)), None)
        if home is None:
            blocks.append([line])
        else:
            home.append(line)
    return blocks


def _continues(above: TextLine, line: TextLine, settings: BlockSettings) -> bool:
    if is_upright(above, settings) or is_upright(line, settings):
        return False
    height = max(above.box[3] - above.box[1], line.box[3] - line.box[1])
    gap = line.box[1] - above.box[3]
    off_middle = abs(above.box[0] + above.box[2] - line.box[0] - line.box[2]) / 2
    same_middle = off_middle < settings.middle_line_heights * height
    same_left = abs(above.box[0] - line.box[0]) < settings.left_line_heights * height
    close = -settings.overlap_line_heights * height < gap < settings.leading_line_heights * height
    return close and (same_middle or same_left)


def is_upright(line: TextLine, settings: BlockSettings) -> bool:
    """Written upwards."""
    x0, y0, x1, y1 = line.box
    return len(line.text) >= settings.upright_count and y1 - y0 > settings.upright_widths * (x1 - x0)


def around(lines: Sequence[TextLine]) -> Box:
    boxes = np.array([line.box for line in lines])
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
