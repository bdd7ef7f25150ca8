"""Fusion Arbiter (SciFlow-Bench, Section 3.2), embedded: texts are grounded in shapes and what is redundant goes."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from flowbench.graph import Box
from flowbench.parse.blackboard import Blackboard, FreeText, GroundedGroup, GroundedNode, Shape, TextLine
from flowbench.parse.captions import assign_captions

SAME = 0.6  # share of the outer outline's area from which an inner one is the same node drawn double
SURE = 0.5  # a shape's confidence from which it is a node without any text in it
PLATE_PADDING = 0.4  # of a borderless plate's width that text leaves, in heights of its lines; nodes leave more
LEGIBLE = 0.3  # a line's confidence below which free marks are no text but dashes, crumbs of lines
MARKER_SIGNS, MARKER_SIDE = 4, 7.0  # most signs of a marker, and text heights of the longer side of what holds only one
WORD, SURE_WORD = 3, 0.95  # letters or digits of a line that is read with so much confidence: no marker
SURE_WORD = 0.9  # confidence of a word of a few letters that is no misread marker
MARKER_HEIGHT = 1.6  # text heights: single letters that are taller are drawn, not written
UPRIGHT = 1.6  # times its width that a text written upwards is high
BAND = 3.0  # times its width that an upright title may stand away from the left side of its frame
LEADING = 1.1  # largest gap between lines of one block, in heights of the lines

Outlines = NDArray[np.object_]  # shapely polygons, shape (n,)


@dataclass(frozen=True)
class EmbeddedFusionArbiter:
    """Geometry alone decides: the innermost outline around a line owns it."""

    def fuse(self, board: Blackboard) -> Blackboard:
        """A copy of ``board`` with nodes, groups and free texts, each kind in reading order."""
        shapes = _without_doubles(board.shapes)
        outlines = _outlines(shapes)
        owners = _owners(_centres(board.lines), outlines)
        texts = [
            [line for line, owner in zip(board.lines, owners, strict=True) if owner == i] for i in range(len(shapes))
        ]
        is_group = np.array([shape.role == "group" for shape in shapes], dtype=bool)
        is_node = ~is_group & np.array([_is_node(s, t) for s, t in zip(shapes, texts, strict=True)], dtype=bool)
        within = {id(line) for i in np.flatnonzero(is_node) for line in texts[i]}
        free = [line for line in board.lines if id(line) not in within and line.confidence >= LEGIBLE]
        captions, symbols = _captions(shapes, texts, np.flatnonzero(is_node).tolist(), free, _unit(board))
        texts = [captions.get(i, [] if i in symbols else lines) for i, lines in enumerate(texts)]
        taken = within | {id(line) for lines in captions.values() for line in lines}
        titles = {
            int(i): _title(shapes[i], [line for line in texts[i] if id(line) not in taken])
            for i in np.flatnonzero(is_group)
        }
        claimed = taken | {id(line) for lines in titles.values() for line in lines}
        group_ids = _numbered("G", [shapes[i] for i in titles], list(titles))
        parents = _parents(outlines, list(titles))
        node_ids = _numbered("N", [shapes[i] for i in np.flatnonzero(is_node)], np.flatnonzero(is_node).tolist())
        return dataclasses.replace(
            board,
            nodes=tuple(
                _node(name, shapes[i], texts[i], group_ids.get(parents[i]), captioned=i in captions)
                for i, name in node_ids.items()
            ),
            groups=tuple(
                _group(name, shapes[i], titles[i], group_ids.get(parents[i])) for i, name in group_ids.items()
            ),
            labels=tuple(_free_texts([t for t in board.lines if id(t) not in claimed and t.confidence >= LEGIBLE])),
        )


def _outlines(shapes: Sequence[Shape]) -> Outlines:
    return np.array([shapely.make_valid(shapely.Polygon(shape.polygon)) for shape in shapes], dtype=object)


def _without_doubles(shapes: tuple[Shape, ...]) -> list[Shape]:
    """Of two nearly equal outlines (found twice, or drawn double) the outer one stays."""
    outlines = _outlines(shapes)
    areas = shapely.area(outlines)
    kept: list[int] = []
    for i in np.argsort(-areas, kind="stable").tolist():
        shared = shapely.area(shapely.intersection(outlines[kept], outlines[i])) if kept else np.zeros(0)
        if not np.any((shared > 0.9 * areas[i]) & (areas[i] > SAME * areas[kept])):
            kept.append(i)
    return [shapes[i] for i in sorted(kept)]


def _centres(lines: Sequence[TextLine]) -> NDArray[np.float64]:
    boxes = np.array([line.box for line in lines], dtype=np.float64).reshape(-1, 4)
    return (boxes[:, :2] + boxes[:, 2:]) / 2


def _owners(centres: NDArray[np.float64], outlines: Outlines) -> list[int]:
    """Index of the smallest outline around each point, or -1."""
    if len(outlines) == 0:
        return [-1] * len(centres)
    inside = shapely.contains_xy(outlines[None, :], centres[:, :1], centres[:, 1:])
    area = np.where(inside, shapely.area(outlines)[None, :], np.inf)
    return [int(owner) for owner in np.where(inside.any(axis=1), area.argmin(axis=1), -1)]


def _is_node(shape: Shape, lines: Sequence[TextLine]) -> bool:
    """Text without a border and without padding is a label on its plate; without any text, trust the shape."""
    if not lines:
        return shape.confidence >= SURE
    x = [point[0] for point in shape.polygon]
    box = _around(lines)
    tallest = max(line.box[3] - line.box[1] for line in lines)
    return shape.border > 0 or (max(x) - min(x)) - (box[2] - box[0]) > PLATE_PADDING * tallest


def _unit(board: Blackboard) -> float:
    """Text height, also of a board that nobody surveyed."""
    if board.environment is not None:
        return board.environment.text_height
    return float(np.median([line.box[3] - line.box[1] for line in board.lines] or [1.0]))


def _captions(
    shapes: Sequence[Shape], texts: list[list[TextLine]], nodes: list[int], free: Sequence[TextLine], unit: float
) -> tuple[dict[int, list[TextLine]], set[int]]:
    """The lines that stand beside each node of no or next to no text, and the nodes in which there is no word.

    What is written inside of a node that has a caption is its marker.
    """
    marked = [i for i in nodes if _is_marker(shapes[i], texts[i], unit)]
    blocks = _blocks([line for line in free if not _is_upright(line)])
    found = assign_captions([_bounds(shapes[i]) for i in marked], [_around(block) for block in blocks], unit)
    symbols = {i for i in marked if not any(_is_word(line, unit) for line in texts[i])}
    return {marked[k]: blocks[block] for k, block in found.items()}, symbols


def _is_word(line: TextLine, unit: float) -> bool:
    """Letters or digits in the drawing's type."""
    return line.box[3] - line.box[1] <= MARKER_HEIGHT * unit and any(c.isalnum() for c in line.text)


def _is_marker(shape: Shape, lines: Sequence[TextLine], unit: float) -> bool:
    """Nothing is written on the shape, or what is drawn on a small one was read as a sign or two, or not surely."""
    x0, y0, x1, y1 = _bounds(shape)
    words = [line for line in lines if _is_word(line, unit)]
    sure = any(sum(c.isalnum() for c in line.text) > 1 and line.confidence >= SURE_WORD for line in words)
    signs = sum(not c.isspace() for line in lines for c in line.text)
    return not lines or (not sure and signs <= MARKER_SIGNS and max(x1 - x0, y1 - y0) <= MARKER_SIDE * unit)


def _bounds(shape: Shape) -> Box:
    (x0, y0), (x1, y1) = np.min(shape.polygon, axis=0), np.max(shape.polygon, axis=0)
    return (float(x0), float(y0), float(x1), float(y1))


def _is_upright(line: TextLine) -> bool:
    """Written upwards."""
    return len(line.text) > 2 and line.box[3] - line.box[1] > UPRIGHT * (line.box[2] - line.box[0])


def _title(frame: Shape, lines: Sequence[TextLine]) -> list[TextLine]:
    """What is written upwards at the left side; else the first block of lines, if it lies in the upper fifth or within
    two lines of the frame's top."""
    if not lines:
        return []
    left = min(x for x, _ in frame.polygon)
    beside = [line for line in lines if _is_upright(line) and line.box[0] - left < BAND * (line.box[2] - line.box[0])]
    if beside:
        return beside
    y = [point[1] for point in frame.polygon]
    block = min(_blocks(lines), key=lambda block: _around(block)[1])
    top, height = _around(block)[1], block[0].box[3] - block[0].box[1]
    return block if top - min(y) < max(2 * height, 0.2 * (max(y) - min(y))) else []


def _parents(outlines: Outlines, groups: list[int]) -> list[int]:
    """For each outline the smallest group that holds its centre and is larger, or -1."""
    if not groups:
        return [-1] * len(outlines)
    areas = shapely.area(outlines)
    centres = shapely.centroid(outlines)
    frames = outlines[groups]
    holds = shapely.contains(frames[None, :], centres[:, None]) & (areas[groups][None, :] > areas[:, None])
    area = np.where(holds, areas[groups][None, :], np.inf)
    return [
        groups[j] if any_ else -1
        for j, any_ in zip(area.argmin(axis=1).tolist(), holds.any(axis=1).tolist(), strict=True)
    ]


def _numbered(letter: str, shapes: Sequence[Shape], indices: Sequence[int]) -> dict[int, str]:
    """Ids by index, in reading order: rows from the top, a row being what starts within half a shape of it."""
    tops = [min(y for _, y in shape.polygon) for shape in shapes]
    lefts = [min(x for x, _ in shape.polygon) for shape in shapes]
    heights = [max(y for _, y in shape.polygon) - top for shape, top in zip(shapes, tops, strict=True)]
    order: list[int] = []
    rest = sorted(range(len(shapes)), key=lambda k: (tops[k], lefts[k]))
    while rest:
        limit = tops[rest[0]] + heights[rest[0]] / 2
        row = max(1, int(np.searchsorted([tops[k] for k in rest], limit)))
        order += sorted(rest[:row], key=lambda k: (lefts[k], tops[k]))
        rest = rest[row:]
    return {indices[k]: f"{letter}{number}" for number, k in enumerate(order, start=1)}


def _node(name: str, shape: Shape, lines: list[TextLine], group: str | None, captioned: bool) -> GroundedNode:
    box = _around(lines) if captioned else None
    return GroundedNode(name, shape, joined(lines), group, _confidence(shape, lines), box)


def _group(name: str, shape: Shape, title: list[TextLine], parent: str | None) -> GroundedGroup:
    box = _around(title) if title else None
    return GroundedGroup(name, shape, joined(title), box, parent, _confidence(shape, title))


def _confidence(shape: Shape, lines: Sequence[TextLine]) -> float:
    return min([shape.confidence, *(line.confidence for line in lines)])


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


def _free_texts(lines: Sequence[TextLine]) -> list[FreeText]:
    blocks = sorted(_blocks(lines), key=lambda block: _around(block)[1::-1])
    return [
        FreeText(_around(block), "\n".join(line.text for line in block), min(line.confidence for line in block))
        for block in blocks
    ]


def _blocks(lines: Sequence[TextLine]) -> list[list[TextLine]]:
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
    if _is_upright(above) or _is_upright(line):
        return False
    height = max(above.box[3] - above.box[1], line.box[3] - line.box[1])
    gap = line.box[1] - above.box[3]
    same_middle = abs(above.box[0] + above.box[2] - line.box[0] - line.box[2]) < 1.5 * height
    same_left = abs(above.box[0] - line.box[0]) < 0.5 * height
    return -0.4 * height < gap < LEADING * height and (same_middle or same_left)


def _around(lines: Sequence[TextLine]) -> Box:
    boxes = np.array([line.box for line in lines])
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
