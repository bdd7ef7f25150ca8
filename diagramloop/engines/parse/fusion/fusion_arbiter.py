"""Fusion Arbiter (SciFlow-Bench, Section 3.2), embedded: texts are grounded in shapes and what is redundant goes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Blackboard, Caption, GroundedGroup, GroundedNode, Shape, TextLine
from diagramloop.engines.parse.budget import in_chunks
from diagramloop.engines.parse.fusion.captions import Captions, captioned
from diagramloop.engines.parse.fusion.compartments import with_whole_nodes
from diagramloop.engines.parse.fusion.legends import legend_keys
from diagramloop.engines.parse.fusion.markers import without_signs
from diagramloop.engines.parse.fusion.text_blocks import around, blocks_of, free_texts, is_upright, joined, read_once
from diagramloop.engines.parse.nesting import Outlines, outlines_of, owners, parents
from diagramloop.graph import Box

OUTLINE_NUMBERS = 100  # that an outline shared by two shapes has at most, as a rule; so much memory it takes


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Outlines that were found twice, or drawn double.
DOUBLE_AREA_SHARE = 0.6  # of the outer outline's area from which an inner one is the same node
_SHARED_SHARE = 0.9  # of the inner outline's area that lies within the outer one

# Thresholds for giving texts to shapes, and for leaving things out.
_LEGIBLE_SHARE = 0.3  # a line's confidence below which free marks are no text but dashes, crumbs of lines

# Which shapes are nodes.
_SURE_SHARE = 0.5  # confidence from which a shape is a node without any text in it
# of a borderless plate's width that text leaves, in heights of its lines; nodes leave more
_PLATE_PADDING_LINE_HEIGHTS = 0.4
_PICTURE_TEXT_HEIGHTS = 10.0  # of the longer side of a picture that is one node

# Which text in a frame is its title.
_BAND_WIDTHS = 3.0  # its own, that an upright title may stand away from its frame's left side
_TOP_SHARE = 0.2  # of its frame's height in which a level title begins
_TOP_LINE_HEIGHTS = 2.0  # or so many of its lines, whichever is more


@dataclass(eq=False)
class _Text:
    """A row of the table of texts.

    Attributes:
        owner: number of the innermost shape around it; -1 outside of all.
        use: what it is taken for; nothing yet if empty.
    """

    line: TextLine
    owner: int
    use: Literal["", "node", "arrow", "caption", "title"] = ""

    @property
    def is_legible(self) -> bool:
        """True of text, which is neither dashes nor crumbs of lines."""
        return self.line.confidence >= _LEGIBLE_SHARE


@dataclass(frozen=True)
class EmbeddedFusionArbiter:
    """Geometry alone decides: the innermost outline around a line owns it.

    Attributes:
        needs_shapes: it makes no node of texts alone.
    """

    needs_shapes: ClassVar[bool] = True

    def fuse(self, board: Blackboard) -> Blackboard:
        """A copy of ``board`` with nodes, groups and free texts, each kind in reading order."""
        board = dataclasses.replace(board, lines=read_once(board.lines))
        unit = _unit(board)
        shapes = _whole_shapes(board)
        outlines = outlines_of(shapes)
        table = _table(board.lines, outlines)
        inside = _by_shape(shapes, table)
        nodes = _nodes(shapes, inside)
        _use_inside(shapes, nodes, table)
        captions = _captions(shapes, inside, nodes, table, unit)
        groups = [number for number, shape in enumerate(shapes) if shape.role == "group"]
        group_ids = _numbered("G", shapes, groups)
        group_around = [group_ids.get(parent) for parent in parents(outlines, groups)]
        grounded_nodes = []
        for number, name in _numbered("N", shapes, nodes).items():
            lines = _lines_of(number, inside[number], captions, unit)
            grounded_nodes.append(_node(name, shapes[number], lines, group_around[number], captions.of(number)))
        grounded_groups = tuple(_with_titles(group_ids, shapes, table, group_around))
        labels = tuple(free_texts(_left_over(table)))
        return dataclasses.replace(board, nodes=tuple(grounded_nodes), groups=grounded_groups, labels=labels)


def _whole_shapes(board: Blackboard) -> list[Shape]:
    """The shapes of a board, each once, pictures and stacks whole, and less the keys of a legend."""
    shapes = with_whole_nodes(_without_doubles(board.shapes))
    return _without_keys(_pictures_whole(shapes, board), board)


def _table(lines: Sequence[TextLine], outlines: Outlines) -> list[_Text]:
    """The lines of text with their owners."""
    owned_by = owners(_centres(lines), outlines)
    return [_Text(line, owner) for line, owner in zip(lines, owned_by, strict=True)]


def _left_over(table: Sequence[_Text]) -> list[TextLine]:
    """Legible lines that are taken for nothing; those on block arrows label them."""
    return [text.line for text in table if text.is_legible and text.use in ("", "arrow")]


def _by_shape(shapes: Sequence[Shape], table: Sequence[_Text]) -> list[list[TextLine]]:
    """The lines that each shape owns."""
    inside: list[list[TextLine]] = [[] for _ in shapes]
    for text in table:
        if text.owner >= 0:
            inside[text.owner].append(text.line)
    return inside


def _nodes(shapes: Sequence[Shape], inside: Sequence[list[TextLine]]) -> list[int]:
    """Numbers of the shapes that are nodes."""
    return [
        number
        for number, shape in enumerate(shapes)
        if shape.role not in ("group", "arrow") and _is_node(shape, inside[number])
    ]


def _use_inside(shapes: Sequence[Shape], nodes: Sequence[int], table: Sequence[_Text]) -> None:
    """Notes which texts stand in nodes and on block arrows."""
    for text in table:
        if text.owner in nodes:
            text.use = "node"
        elif text.owner >= 0 and shapes[text.owner].role == "arrow":
            text.use = "arrow"


def _captions(
    shapes: Sequence[Shape], inside: list[list[TextLine]], nodes: list[int], table: Sequence[_Text], unit: float
) -> Captions:
    """The captions of nodes among the free texts, which are noted."""
    free = [text.line for text in table if text.is_legible and text.use == ""]
    captions = captioned(shapes, inside, nodes, free, unit)
    named = [line for lines in captions.names.values() for line in lines]
    for text in table:
        if any(text.line is line for line in named):
            text.use = "caption"
    return captions


def _lines_of(number: int, inside: list[TextLine], captions: Captions, unit: float) -> list[TextLine]:
    """The lines that say what a node is: its caption, or what is written in it."""
    if number in captions.names:
        return captions.names[number]
    return [] if number in captions.symbols else without_signs(inside, unit)


def _with_titles(
    names: Mapping[int, str], shapes: Sequence[Shape], table: Sequence[_Text], group_around: Sequence[str | None]
) -> Iterator[GroundedGroup]:
    """The groups with their titles, by the numbers of their frames."""
    for number, name in names.items():
        title = _used_title(shapes[number], number, table)
        yield _group(name, shapes[number], title, group_around[number])


def _used_title(frame: Shape, number: int, table: Sequence[_Text]) -> list[TextLine]:
    """The title of a frame, whose texts are noted."""
    own = [text for text in table if text.owner == number and text.use == ""]
    title = _title(frame, [text.line for text in own])
    for text in own:
        if any(text.line is line for line in title):
            text.use = "title"
    return title


def _without_doubles(shapes: tuple[Shape, ...]) -> list[Shape]:
    """Of two nearly equal outlines (found twice, or drawn double) the outer one stays."""
    outlines = outlines_of(shapes)
    areas = shapely.area(outlines)
    inner, outer = shapely.STRtree(outlines).query(outlines, predicate="intersects")
    like = areas[inner] > DOUBLE_AREA_SHARE * areas[outer]
    inner, outer = inner[like], outer[like]
    same = np.zeros(len(inner), bool)
    for some in in_chunks(len(inner), OUTLINE_NUMBERS):
        shared = shapely.intersection(outlines[outer[some]], outlines[inner[some]])
        same[some] = shapely.area(shared) > _SHARED_SHARE * areas[inner[some]]
    doubles: dict[int, list[int]] = {}
    for i, around_it in zip(inner[same].tolist(), outer[same].tolist(), strict=True):
        doubles.setdefault(i, []).append(around_it)
    kept: set[int] = set()
    for i in np.argsort(-areas, kind="stable").tolist():
        if kept.isdisjoint(doubles.get(i, ())):
            kept.add(i)
    return [shapes[i] for i in sorted(kept)]


def _pictures_whole(shapes: list[Shape], board: Blackboard) -> list[Shape]:
    """Replace little frames that hold no word by pictures: one node each, without the parts drawn in it."""
    outlines = outlines_of(shapes)
    written, middles = _written(outlines, board), shapely.STRtree(shapely.centroid(outlines))
    gone, whole = np.zeros(len(shapes), bool), list[int]()
    for i, shape in enumerate(shapes):
        x0, y0, x1, y1 = shape.box
        little = max(x1 - x0, y1 - y0) <= _PICTURE_TEXT_HEIGHTS * _unit(board)
        if shape.role == "group" and little and not written[i] and not gone[i]:
            parts = middles.query(outlines[i], predicate="contains")
            gone[parts[parts != i]] = True
            whole.append(i)
    rest = [shape for i, shape in enumerate(shapes) if not gone[i] and i not in whole]
    return rest + [dataclasses.replace(shapes[i], role="node") for i in whole if not gone[i]]


def _without_keys(shapes: list[Shape], board: Blackboard) -> list[Shape]:
    """Less the keys of a legend."""
    bare = np.flatnonzero(~_written(outlines_of(shapes), board)).tolist()
    keys = legend_keys([shapes[i].box for i in bare], [line.box for line in board.lines], _unit(board))
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


def _is_node(shape: Shape, lines: Sequence[TextLine]) -> bool:
    """Text without a border and without padding is a label on its plate; without any text, trust the shape."""
    if not lines:
        return shape.confidence >= _SURE_SHARE
    x = [point[0] for point in shape.polygon]
    box = around(lines)
    tallest = max(line.box[3] - line.box[1] for line in lines)
    padding = (max(x) - min(x)) - (box[2] - box[0])
    return shape.border > 0 or padding > _PLATE_PADDING_LINE_HEIGHTS * tallest


def _unit(board: Blackboard) -> float:
    """Text height, also of a board that nobody surveyed."""
    if board.environment is not None:
        return board.environment.text_height
    return float(np.median([line.box[3] - line.box[1] for line in board.lines] or [1.0]))


def _title(frame: Shape, lines: Sequence[TextLine]) -> list[TextLine]:
    """Title of a frame: lines written upwards at the left; else the first block, if it begins near the frame's top."""
    if not lines:
        return []
    left = min(x for x, _ in frame.polygon)
    upright = [line for line in lines if is_upright(line)]
    beside = [line for line in upright if line.box[0] - left < _BAND_WIDTHS * (line.box[2] - line.box[0])]
    if beside:
        return beside
    y = [point[1] for point in frame.polygon]
    block = min(blocks_of(lines), key=lambda block: around(block)[1])
    top, height = around(block)[1], block[0].box[3] - block[0].box[1]
    lowest = max(_TOP_LINE_HEIGHTS * height, _TOP_SHARE * (max(y) - min(y)))
    return block if top - min(y) < lowest else []


def _numbered(letter: str, all_shapes: Sequence[Shape], indices: Sequence[int]) -> dict[int, str]:
    """Ids by index, in reading order: rows from the top, a row being what starts within half a shape of it."""
    shapes = [all_shapes[index] for index in indices]
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


def _node(
    name: str, shape: Shape, lines: list[TextLine], group: str | None, captions: tuple[Box | None, tuple[Caption, ...]]
) -> GroundedNode:
    return GroundedNode(name, shape, joined(lines), group, _confidence(shape, lines), *captions)


def _group(name: str, shape: Shape, title: list[TextLine], parent: str | None) -> GroundedGroup:
    box = around(title) if title else None
    return GroundedGroup(name, shape, joined(title), box, parent, _confidence(shape, title))


def _confidence(shape: Shape, lines: Sequence[TextLine]) -> float:
    return min([shape.confidence, *(line.confidence for line in lines)])
