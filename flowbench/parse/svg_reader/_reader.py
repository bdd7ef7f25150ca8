"""From a drawing to its graph, by geometry alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
import shapely.affinity

from flowbench.errors import FormatError, RejectionReason
from flowbench.graph import Box, Direction, Edge, FlowGraph, Group, Line, Node
from flowbench.graph.mermaid import kind_of
from flowbench.parse.shape_names import name_outline
from flowbench.parse.svg_reader._drawing import Drawing, TextItem
from flowbench.parse.svg_reader._drawn_letters import with_letters_read
from flowbench.parse.svg_reader._sketched import tidied
from flowbench.parse.svg_reader._stretches import connected
from flowbench.parse.svg_reader.attachment import NEAR, Anchor, Attachment
from flowbench.parse.svg_reader.connectors import Connector, connectors
from flowbench.parse.svg_reader.edges import ReadEdge, read_edges
from flowbench.parse.svg_reader.labels import labelled
from flowbench.parse.svg_reader.regions import Region, is_plate, regions
from flowbench.parse.svg_reader.text_nodes import TextBlock, block, text_nodes

MAX_OUTLINES = 3_000
FONT_SIZE = 14.0  # px, of a drawing without text: the unit of all lengths
TITLE = 2.0  # font sizes between a frame's title and its border at most
CAPTION = 1.2  # font sizes between a shape and the text below or above that names it, and
CENTRED = 0.15  # of the wider one's width between their middles
AT_PLATE = 0.3  # font sizes between a line and the plate at which it ends
THICK = 1.8  # times the usual width of a line
OUTLINE_POINTS = 800
BAR = 8.0  # times as long as thick: a bar where ways part or join, if nothing is written on it
FREE_TEXT = 0.5  # confidence in a text that belongs to nothing as a node


@dataclass(frozen=True)
class _Text:
    """A text outside of all nodes, and the frame that it stands in."""

    block: TextBlock
    frame: Region | None


def read_drawing(drawn: Drawing) -> FlowGraph:
    """The graph of a drawing, with boxes, outlines and paths in its pixels.

    Raises:
        FormatError: more lines and shapes than are read (TOO_LARGE).
    """
    drawn = with_letters_read(drawn)
    unit = float(np.median([text.font_size for text in drawn.texts])) if drawn.texts else FONT_SIZE
    outlines = tidied(connected(drawn.outlines, unit), unit)
    if len(outlines) > MAX_OUTLINES:
        raise FormatError(f"more than {MAX_OUTLINES} lines and shapes", reason=RejectionReason.TOO_LARGE)
    split = connectors(outlines, drawn.texts, unit)
    lines = split.connectors
    found, free = regions(split.outlines, split.texts, drawn.size, unit)
    for region in found:
        region.outer = region.outer or _holds_a_graph(region, lines, unit)
    plates = [region for region in found if not region.outer and _is_label(region, lines, unit)]
    for region in found:
        region.outer = region.outer and not _lies_under_labels(region, plates, lines)
    nodes = [region for region in found if not region.outer and region not in plates]
    frames = [region for region in found if region.outer]
    texts = _texts(free, plates, frames)
    titles = _titles(frames, texts, unit)
    texts = [text for text in texts if text not in titles.values()]
    return _Assembly(nodes, frames, texts, titles, lines, unit, drawn.size).graph()


def _holds_a_graph(region: Region, lines: Sequence[Connector], unit: float) -> bool:
    """Lines within the region connect texts in it: they are nodes, and it is no node but their frame."""
    blocks = text_nodes(region.texts)
    inside = [line for line in lines if region.area.contains(line.line)] if len(blocks) > 1 else []
    return bool(inside and read_edges(inside, Attachment([Anchor(b.area, "text") for b in blocks], unit)))


def _is_label(region: Region, lines: Sequence[Connector], unit: float) -> bool:
    """A tight plate behind a text at which no line ends; one with a border is so only if a line runs through it."""
    if not is_plate(region):
        return False
    ends = shapely.points(np.array([line.tip(end) for line in lines for end in (0, 1)]).reshape(-1, 2))
    if len(ends) and shapely.distance(region.area, ends).min() <= AT_PLATE * unit:
        return False
    return not region.stroked or any(region.area.intersects(line.line) for line in lines)


def _lies_under_labels(region: Region, plates: Sequence[Region], lines: Sequence[Connector]) -> bool:
    """All that it holds beside its own text are labels of lines that happen to be drawn over it: it is no frame."""
    over = [child for child in region.children if child.says()]
    crossed = (any(child.area.intersects(line.line) for line in lines) for child in over)
    return bool(region.texts and over) and all(child in plates for child in over) and all(crossed)


def _texts(free: Sequence[TextItem], plates: Sequence[Region], frames: Sequence[Region]) -> list[_Text]:
    """Texts that no node holds: in no shape, on plates, and within frames."""
    bare: list[tuple[Region | None, list[TextItem]]] = [(None, list(free)), *((f, list(f.texts)) for f in frames)]
    found = [_Text(b, frame) for frame, items in bare for b in text_nodes(items)]
    return found + [_Text(block(plate.texts), plate.parent) for plate in plates]


def _titles(frames: Sequence[Region], texts: Sequence[_Text], unit: float) -> dict[int, _Text]:
    """The title of each frame (number): of the texts in it or just above it, the one nearest to where titles stand."""
    found: dict[int, _Text] = {}
    for number, frame in enumerate(frames):
        own = [t for t in texts if t.frame is frame] or [t for t in texts if _on_top(t, frame, unit)]
        near = [(_to_border(t.block.box, frame.area.bounds), t.block.box[1], i) for i, t in enumerate(own)]
        if near and min(near)[0] <= TITLE * unit:
            found[number] = own[min(near)[2]]
    return found


def _to_border(text: Box, frame: Box) -> float:
    """From a text to the upper or lower border, or, if it is written upwards, to those at the sides."""
    upright = text[3] - text[1] > text[2] - text[0]
    return min(abs(text[i] - frame[i]) for i in ((0, 2) if upright else (1, 3)))


def _on_top(text: _Text, frame: Region, unit: float) -> bool:
    x0, y0, x1, _ = frame.area.bounds
    left, top, right, bottom = text.block.box
    return text.frame is frame.parent and top < y0 and bottom > y0 - unit and x0 - unit <= left and right <= x1 + unit


class _Assembly:
    """Puts nodes, frames, texts and lines together."""

    def __init__(
        self,
        nodes: Sequence[Region],
        frames: Sequence[Region],
        texts: Sequence[_Text],
        titles: Mapping[int, _Text],
        lines: Sequence[Connector],
        unit: float,
        size: tuple[int, int],
    ) -> None:
        self.nodes, self.frames, self.texts, self.titles = nodes, frames, texts, titles
        self.unit, self.size = unit, size
        anchors = [
            *(Anchor(r.area, "shape") for r in nodes),
            *(Anchor(r.area, "frame") for r in frames),
            *(Anchor(t.block.area, "text") for t in texts),
        ]
        self.edges = read_edges(lines, Attachment(anchors, unit))
        self.first_text = len(nodes) + len(frames)
        self.ended_at = {anchor for edge in self.edges for anchor in (edge.source, edge.target)}
        self.captions = self._captions()

    def graph(self) -> FlowGraph:
        """The graph itself; what is no node, title or label is a node of its own, for it is text (Section 4)."""
        captions = set(self.captions.values())
        loose = [i for i in range(len(self.texts)) if self.first_text + i not in self.ended_at and i not in captions]
        labels = {
            edge: [loose[i] for i in found]
            for edge, found in labelled(self.edges, [self.texts[i].block for i in loose]).items()
        }
        said = {i for found in labels.values() for i in found}
        title = self._title([i for i in loose if i not in said])
        kept = [i for i, r in enumerate(self.nodes) if r.texts or i in self.ended_at]
        kept += [self.first_text + i for i in range(len(self.texts)) if i not in said | captions and i != title]
        kept.sort(key=self._place)
        names = {anchor: f"N{number}" for number, anchor in enumerate(kept, 1)}
        names |= {len(self.nodes) + i: f"G{i + 1}" for i in range(len(self.frames))}
        edges = tuple(self._edge(edge, names, labels.get(i, [])) for i, edge in enumerate(self.edges))
        return FlowGraph(
            nodes=tuple(self._node(anchor, names) for anchor in kept),
            edges=edges,
            groups=tuple(self._group(i, names) for i in range(len(self.frames))),
            direction=_direction(edges),
            title=self.texts[title].block.text if title is not None else "",
            size=self.size,
        )

    def _captions(self) -> dict[int, int]:
        """Texts (number) that stand just below or above a shape (number) that connects and says nothing."""
        silent = [i for i, r in enumerate(self.nodes) if i in self.ended_at and not r.texts]
        free = [i for i in range(len(self.texts)) if self.first_text + i not in self.ended_at]
        near = sorted(
            (gap, i, j) for i in silent for j in free if (gap := self._caption_gap(i, j)) <= CAPTION * self.unit
        )
        found: dict[int, int] = {}
        for _, i, j in near:
            if i not in found and j not in found.values():
                found[i] = j
        return found

    def _caption_gap(self, shape: int, text: int) -> float:
        """Height of the gap between them; infinite if they are not above each other."""
        x0, y0, x1, y1 = self.nodes[shape].area.bounds
        left, top, right, bottom = self.texts[text].block.box
        if abs(x0 + x1 - left - right) / 2 > CENTRED * max(x1 - x0, right - left):
            return float("inf")
        return max(top - y1, y0 - bottom, 0.0)

    def _title(self, loose: Sequence[int]) -> int | None:
        """The text above all else, if there is one and it is in no frame."""
        tops = [r.area.bounds[1] for r in (*self.nodes, *self.frames)]
        tops += [t.block.box[1] for i, t in enumerate(self.texts) if i not in loose]
        above = [i for i in loose if tops and self.texts[i].block.box[3] <= min(tops)]
        return min(above, key=lambda i: self.texts[i].block.box[1]) if above else None

    def _place(self, anchor: int) -> tuple[float, float]:
        """Reading order."""
        x0, y0, _, y1 = self._box(anchor)
        return round((y0 + y1) / 2 / self.unit), x0

    def _box(self, anchor: int) -> Box:
        text = anchor >= self.first_text
        box = self.texts[anchor - self.first_text].block.box if text else self.nodes[anchor].area.bounds
        return _rounded_box(box)

    def _node(self, anchor: int, names: Mapping[int, str]) -> Node:
        if anchor >= self.first_text:
            text = self.texts[anchor - self.first_text]
            sure = 1.0 if anchor in self.ended_at else FREE_TEXT
            group = self._frame_name(text.frame, names)
            return Node(
                id=names[anchor],
                text=text.block.text,
                shape="text",
                group=group,
                box=self._box(anchor),
                confidence=sure,
            )
        region = self.nodes[anchor]
        caption = self.texts[self.captions[anchor]].block.text if anchor in self.captions else ""
        said, shape = block(region.texts).text if region.texts else caption, _shape_name(region)
        outline = shapely.get_coordinates(shapely.orient_polygons(region.area, exterior_cw=False))[:-1]
        return Node(
            id=names[anchor],
            text=said,
            kind=kind_of(shape, said),
            shape=shape,
            group=self._frame_name(region.parent, names),
            box=self._box(anchor),
            polygon=_as_points(outline),
            confidence=1.0,
        )

    def _frame_name(self, region: Region | None, names: Mapping[int, str]) -> str | None:
        while region is not None and not region.outer:
            region = region.parent
        return None if region is None else names[len(self.nodes) + self.frames.index(region)]

    def _group(self, number: int, names: Mapping[int, str]) -> Group:
        frame = self.frames[number]
        title = self.titles.get(number)
        return Group(
            id=names[len(self.nodes) + number],
            text=title.block.text if title else "",
            parent=self._frame_name(frame.parent, names),
            box=_rounded_box(frame.area.bounds),
            confidence=1.0,
        )

    def _edge(self, edge: ReadEdge, names: Mapping[int, str], labels: Sequence[int]) -> Edge:
        blocks = [self.texts[i].block for i in labels]
        corners = np.array([b.box for b in blocks]).reshape(-1, 4)
        usual = float(np.median([e.width for e in self.edges]))
        line: Line = "dotted" if edge.dashed else "thick" if edge.width > THICK * usual else "solid"
        return Edge(
            source=names[edge.source],
            target=names[edge.target],
            label="\n".join(b.text for b in blocks),
            head=edge.head,
            tail=edge.tail,
            line=line,
            path=_as_points(edge.path),
            label_box=_rounded_box((*corners[:, :2].min(axis=0), *corners[:, 2:].max(axis=0))) if blocks else None,
            confidence=round(max(0.0, 1 - edge.distance / (2 * NEAR * self.unit)), 3),
        )


def _shape_name(region: Region) -> str:
    """By the outline, which is named from points all along it, at a size at which a point is about a pixel."""
    area = region.area
    x0, y0, x1, y1 = area.bounds
    if not region.says() and max(x1 - x0, y1 - y0) >= BAR * min(x1 - x0, y1 - y0):
        return "fork"
    scale = OUTLINE_POINTS / area.length
    dense = shapely.segmentize(shapely.affinity.scale(area, scale, scale).exterior, 1.0)
    return name_outline(shapely.get_coordinates(dense)[:-1], 1.0).name


def _direction(edges: Sequence[Edge]) -> Direction:
    """Where most edges lead."""
    steps = np.array([np.subtract(e.path[-1], e.path[0]) for e in edges if e.path and not e.undirected]).reshape(-1, 2)
    x, y = np.median(steps, axis=0) if len(steps) else (0.0, 1.0)
    if abs(x) > abs(y):
        return "LR" if x > 0 else "RL"
    return "TB" if y >= 0 else "BT"


def _as_points(points: np.ndarray) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in points.round(3))


def _rounded_box(box: Sequence[float]) -> Box:
    x0, y0, x1, y1 = (round(float(v), 3) for v in box)
    return x0, y0, x1, y1
