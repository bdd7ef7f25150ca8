"""Lettering drawn as outlines (texts converted to paths, glyphs as symbols) is read by the parser's own recogniser.

Small filled shapes side by side are looked at as a line of text, drawn dark on white, and read as the Text Spotter
reads a strip of a picture. What cannot be read stays what it was: shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.svg_reader._drawing import Drawing, Outline, TextItem
from diagramloop.engines.parse.svg_reader._flattening import area_within
from diagramloop.engines.parse.text.recogniser import Grey, Recogniser

LETTER = 40.0  # px, of a letter's height at most
FEW, MANY = 12, 8_000  # letters: fewer are no lettering to speak of, and more are a texture
APART = 1.1  # letters' usual heights between two of one line,
ABOVE = 0.4  # and between a letter and its dot
TALL = 3.0  # usual heights, of a line at most
TRIANGLE = 0.7  # of the hull around it that an arrow's head fills at least,
THICK = 0.025  # of that hull's border squared that it covers: a dash is thinner
LEAST = 2  # letters of a line
SURE = 0.6  # confidence of a reading that is believed
CAP = 0.72  # font sizes, of a capital's height
STRIP = 32  # px, of the height at which a line is drawn to be read
MARGIN = 6  # px around it
MAX_LINES = 600

Boxes = NDArray[np.float64]  # shape (n, 4): x0, y0, x1, y1


@dataclass(frozen=True)
class _Line:
    """Outlines (numbers) of one line, the box around them, and the height of the highest one, px."""

    letters: tuple[int, ...]
    box: Boxes
    height: float


def with_letters_read(drawn: Drawing, recogniser: Recogniser | None = None) -> Drawing:
    """The drawing, with lines of letters that are drawn as shapes as text."""
    small, boxes = _letters(drawn.outlines)
    if len(small) < FEW:
        return drawn
    lines = _lines(small, boxes)[:MAX_LINES]
    strips = [_strip([drawn.outlines[i] for i in line.letters], line.box) for line in lines]
    readings = (recogniser or Recogniser()).read(strips)
    sure = [(line, r.text.strip()) for line, r in zip(lines, readings, strict=True) if r.confidence >= SURE]
    read = [(line, text) for line, text in sure if text]
    if sum(len(text) for _, text in read) <= sum(len(item.text) for item in drawn.texts):
        return drawn  # its lettering is text; what looks like letters is ornament
    taken = {i for line, _ in read for i in line.letters}
    outlines = tuple(outline for i, outline in enumerate(drawn.outlines) if i not in taken)
    texts = tuple(_item(line, text, drawn.outlines[line.letters[0]].element) for line, text in read)
    return replace(drawn, outlines=outlines, texts=(*drawn.texts, *texts))


def _letters(outlines: Sequence[Outline]) -> tuple[list[int], Boxes]:
    """Small filled shapes (numbers) with their boxes, but for plates: those with several others drawn on them."""
    small = [i for i, outline in enumerate(outlines) if _may_be_letter(outline)]
    boxes = np.array([_box(outlines[i]) for i in small]).reshape(-1, 4)
    if not FEW <= len(small) <= MANY:
        return [], boxes
    element = np.array([outlines[i].element for i in small])

    def on_it(number: int) -> int:
        inside = (boxes[:, :2] >= boxes[number, :2]) & (boxes[:, 2:] <= boxes[number, 2:])
        return int((inside.all(axis=1) & (element != element[number])).sum())

    kept = [number for number in range(len(small)) if on_it(number) < LEAST]
    return [small[number] for number in kept], boxes[kept]


def _may_be_letter(outline: Outline) -> bool:
    width, height = np.ptp(outline.points, axis=0)
    small = 0 < height <= LETTER and width <= 3 * LETTER
    return outline.filled and not outline.stroked and small and not _is_triangle(outline)


def _is_triangle(outline: Outline) -> bool:
    """The head of an arrow, which no letter is like: an ``A`` or a ``V`` fills less of its corners."""
    area = area_within(outline.points)
    hull = area.convex_hull
    corners = shapely.get_num_coordinates(hull.simplify(0.1 * hull.length / 3)) - 1
    thick = hull.area >= THICK * hull.length**2
    return bool(corners == 3 and thick and area.area >= TRIANGLE * hull.area)


def _box(outline: Outline) -> Boxes:
    return np.concatenate([outline.points.min(axis=0), outline.points.max(axis=0)])


def _lines(numbers: Sequence[int], boxes: Boxes) -> list[_Line]:
    """Letters that stand side by side, from the top left; a line of another height than its letters is none."""
    usual = float(np.median(boxes[:, 3] - boxes[:, 1]))
    reach = usual * np.array([APART / 2, ABOVE / 2])
    around = shapely.get_parts(shapely.union_all(shapely.box(*(boxes - np.tile(reach, 2) * (1, 1, -1, -1)).T)))
    middles = shapely.points((boxes[:, :2] + boxes[:, 2:]) / 2)
    letters, owner = shapely.STRtree(around).query(middles, predicate="within")
    found = []
    for line in range(len(around)):
        members = letters[owner == line].tolist()
        inside = boxes[members]
        box = np.concatenate([inside[:, :2].min(axis=0), inside[:, 2:].max(axis=0)])
        heights = inside[:, 3] - inside[:, 1]
        if len(members) >= LEAST and box[3] - box[1] <= TALL * usual:
            found.append(_Line(tuple(numbers[i] for i in members), box, float(heights.max())))
    return sorted(found, key=lambda found: (found.box[1], found.box[0]))


def _strip(letters: Sequence[Outline], box: Boxes) -> Grey:
    """The letters dark on white; what one element draws twice is empty (the inside of an ``o``)."""
    scale = STRIP / (box[3] - box[1])
    size = np.ceil((box[2:] - box[:2]) * scale).astype(int) + 2 * MARGIN
    strip = np.full((size[1], size[0]), 255, np.uint8)
    at = [((letter.points - box[:2]) * scale + MARGIN) * 16 for letter in letters]
    for element in dict.fromkeys(letter.element for letter in letters):
        own = [np.round(p).astype(np.int32) for p, letter in zip(at, letters, strict=True) if letter.element == element]
        cv2.fillPoly(strip, own, (0,), lineType=cv2.LINE_AA, shift=4)
    return strip


def _item(line: _Line, text: str, element: int) -> TextItem:
    x0, y0, x1, y1 = line.box
    return TextItem(text, np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), line.height / CAP, element)
