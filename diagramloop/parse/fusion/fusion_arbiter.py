"""Fusion Arbiter (SciFlow-Bench, Section 3.2), embedded: texts are grounded in shapes and what is redundant goes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.parse.blackboard import Blackboard, GroundedGroup, GroundedNode, Shape, TextLine
from diagramloop.parse.budget import in_chunks
from diagramloop.parse.fusion.captions import bounds, captioned
from diagramloop.parse.fusion.legends import legend_keys
from diagramloop.parse.fusion.text_blocks import around, blocks_of, free_texts, is_upright, joined

SAME = 0.6  # share of the outer outline's area from which an inner one is the same node drawn double
SURE = 0.5  # a shape's confidence from which it is a node without any text in it
PLATE_PADDING = 0.4  # of a borderless plate's width that text leaves, in heights of its lines; nodes leave more
PICTURE = 10.0  # text heights of the longer side of a picture that is one node
LEGIBLE = 0.3  # a line's confidence below which free marks are no text but dashes, crumbs of lines
GEOMETRY = 100  # numbers that an outline shared by two shapes has at most, as a rule
BAND = 3.0  # times its width that an upright title may stand away from the left side of its frame

Outlines = NDArray[np.object_]  # shapely polygons, shape (n,)


@dataclass(frozen=True)
class EmbeddedFusionArbiter:
    """Geometry alone decides: the innermost outline around a line owns it."""

    def fuse(self, board: Blackboard) -> Blackboard:
        """A copy of ``board`` with nodes, groups and free texts, each kind in reading order."""
        shapes = _without_keys(_pictures_whole(_without_doubles(board.shapes), board), board)
        outlines = _outlines(shapes)
        owners = _owners(_centres(board.lines), outlines)
        texts: list[list[TextLine]] = [[] for _ in shapes]
        for line, owner in zip(board.lines, owners, strict=True):
            if owner >= 0:
                texts[owner].append(line)
        is_group = np.array([shape.role == "group" for shape in shapes], dtype=bool)
        is_arrow = np.array([shape.role == "arrow" for shape in shapes], dtype=bool)
        is_node = (
            ~is_group & ~is_arrow & np.array([_is_node(s, t) for s, t in zip(shapes, texts, strict=True)], dtype=bool)
        )
        within = {id(line) for i in np.flatnonzero(is_node) for line in texts[i]}
        on_arrows = {id(line) for i in np.flatnonzero(is_arrow) for line in texts[i]}
        free = [t for t in board.lines if id(t) not in within | on_arrows and t.confidence >= LEGIBLE]
        captions, symbols = captioned(shapes, texts, np.flatnonzero(is_node).tolist(), free, _unit(board))
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
            labels=tuple(free_texts([t for t in board.lines if id(t) not in claimed and t.confidence >= LEGIBLE])),
        )


def _outlines(shapes: Sequence[Shape]) -> Outlines:
    return np.array([shapely.make_valid(shapely.Polygon(shape.polygon)) for shape in shapes], dtype=object)


def _without_doubles(shapes: tuple[Shape, ...]) -> list[Shape]:
    """Of two nearly equal outlines (found twice, or drawn double) the outer one stays."""
    outlines = _outlines(shapes)
    areas = shapely.area(outlines)
    inner, outer = shapely.STRtree(outlines).query(outlines, predicate="intersects")
    like = areas[inner] > SAME * areas[outer]
    inner, outer = inner[like], outer[like]
    same = np.zeros(len(inner), bool)
    for some in in_chunks(len(inner), GEOMETRY):
        shared = shapely.intersection(outlines[outer[some]], outlines[inner[some]])
        same[some] = shapely.area(shared) > 0.9 * areas[inner[some]]
    doubles: dict[int, list[int]] = {}
    for i, around_it in zip(inner[same].tolist(), outer[same].tolist(), strict=True):
        doubles.setdefault(i, []).append(around_it)
    kept: set[int] = set()
    for i in np.argsort(-areas, kind="stable").tolist():
        if kept.isdisjoint(doubles.get(i, ())):
            kept.add(i)
    return [shapes[i] for i in sorted(kept)]


def _pictures_whole(shapes: list[Shape], board: Blackboard) -> list[Shape]:
    """What was taken for a little frame, and holds no word, is a picture: one node, without the parts drawn in it."""
    outlines = _outlines(shapes)
    written, middles = _written(outlines, board), shapely.STRtree(shapely.centroid(outlines))
    gone, whole = np.zeros(len(shapes), bool), list[int]()
    for i, shape in enumerate(shapes):
        x0, y0, x1, y1 = bounds(shape)
        little = max(x1 - x0, y1 - y0) <= PICTURE * _unit(board)
        if shape.role == "group" and little and not written[i] and not gone[i]:
            parts = middles.query(outlines[i], predicate="contains")
            gone[parts[parts != i]] = True
            whole.append(i)
    rest = [shape for i, shape in enumerate(shapes) if not gone[i] and i not in whole]
    return rest + [dataclasses.replace(shapes[i], role="node") for i in whole if not gone[i]]


def _without_keys(shapes: list[Shape], board: Blackboard) -> list[Shape]:
    """Less the keys of a legend."""
    bare = np.flatnonzero(~_written(_outlines(shapes), board)).tolist()
    keys = legend_keys([bounds(shapes[i]) for i in bare], [line.box for line in board.lines], _unit(board))
    dropped = {i for i, is_key in zip(bare, keys, strict=True) if is_key}
    return [shape for i, shape in enumerate(shapes) if i not in dropped]


def _written(outlines: Outlines, board: Blackboard) -> NDArray[np.bool_]:
    """In which outlines the middle of a line lies."""
    written = np.zeros(len(outlines), bool)
    written[shapely.STRtree(shapely.points(_centres(board.lines))).query(outlines, predicate="contains")[0]] = True
    return written


def _centres(lines: Sequence[TextLine]) -> NDArray[np.float64]:
    boxes = np.array([line.box for line in lines], dtype=np.float64).reshape(-1, 4)
    return (boxes[:, :2] + boxes[:, 2:]) / 2


def _owners(centres: NDArray[np.float64], outlines: Outlines) -> list[int]:
    """Index of the smallest outline around each point, or -1."""
    held, holder = shapely.STRtree(outlines).query(shapely.points(centres), predicate="within")
    return _smallest(held, holder, outlines, len(centres))


def _smallest(held: NDArray[np.intp], holder: NDArray[np.intp], outlines: Outlines, count: int) -> list[int]:
    """Of the pairs the smallest outline that holds each of ``count`` things, or -1; of equal ones the first."""
    order = np.lexsort((holder, shapely.area(outlines)[holder], held))[::-1]
    smallest = np.full(count, -1)
    smallest[held[order]] = holder[order]  # the last one stays
    return [int(i) for i in smallest]


def _is_node(shape: Shape, lines: Sequence[TextLine]) -> bool:
    """Text without a border and without padding is a label on its plate; without any text, trust the shape."""
    if not lines:
        return shape.confidence >= SURE
    x = [point[0] for point in shape.polygon]
    box = around(lines)
    tallest = max(line.box[3] - line.box[1] for line in lines)
    return shape.border > 0 or (max(x) - min(x)) - (box[2] - box[0]) > PLATE_PADDING * tallest


def _unit(board: Blackboard) -> float:
    """Text height, also of a board that nobody surveyed."""
    if board.environment is not None:
        return board.environment.text_height
    return float(np.median([line.box[3] - line.box[1] for line in board.lines] or [1.0]))


def _title(frame: Shape, lines: Sequence[TextLine]) -> list[TextLine]:
    """What is written upwards at the left side; else the first block of lines, if it lies in the upper fifth or within
    two lines of the frame's top."""
    if not lines:
        return []
    left = min(x for x, _ in frame.polygon)
    beside = [line for line in lines if is_upright(line) and line.box[0] - left < BAND * (line.box[2] - line.box[0])]
    if beside:
        return beside
    y = [point[1] for point in frame.polygon]
    block = min(blocks_of(lines), key=lambda block: around(block)[1])
    top, height = around(block)[1], block[0].box[3] - block[0].box[1]
    return block if top - min(y) < max(2 * height, 0.2 * (max(y) - min(y))) else []


def _parents(outlines: Outlines, groups: list[int]) -> list[int]:
    """For each outline the smallest group that holds its centre and is larger, or -1."""
    frames, areas = np.array(groups, dtype=np.intp), shapely.area(outlines)
    held, frame = shapely.STRtree(outlines[frames]).query(shapely.centroid(outlines), predicate="within")
    larger = areas[frames[frame]] > areas[held]
    return _smallest(held[larger], frames[frame[larger]], outlines, len(outlines))


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
    box = around(lines) if captioned else None
    return GroundedNode(name, shape, joined(lines), group, _confidence(shape, lines), box)


def _group(name: str, shape: Shape, title: list[TextLine], parent: str | None) -> GroundedGroup:
    box = around(title) if title else None
    return GroundedGroup(name, shape, joined(title), box, parent, _confidence(shape, title))


def _confidence(shape: Shape, lines: Sequence[TextLine]) -> float:
    return min([shape.confidence, *(line.confidence for line in lines)])
