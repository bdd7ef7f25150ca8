"""A slide to FlowGraph: read part by part within bounds, by geometry where nothing is glued."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import Any
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Box, Line, Point
from diagramloop.graph._frames import FrameIndex
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, checked_note, meant_graph
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.mermaid.shapes import kind_of
from diagramloop.graph.powerpoint._drawn import SlideShape, drawn_shapes
from diagramloop.graph.powerpoint._shapes import DASHES, THICK_POINTS, head_of, shape_of
from diagramloop.graph.safe_xml import children, read_xml, tagged

FRAME, LABEL_OF, NOTE, SCALE = "frame", "label of", "note", "scale"
"""Names of what we keep beside a drawing."""
REACH_PX = 12.0
"""Distance from a shape at which a connector may end that is glued to none."""
LABEL_REACH_PX = 40.0
"""Distance from the middle of a connector at which a free text may stand that is its label."""


def read_powerpoint(content: bytes) -> FlowGraph:
    """Read the slide on which most shapes are: shapes, frames around others, connectors and the texts at them.

    Raises:
        FormatError: no presentation (UNREADABLE, INVALID), beyond the bounds (TOO_LARGE), XML with a document type or
            entities (UNSAFE), or without a slide (EMPTY).
    """
    archive = BoundedZip(content)
    slides = [name for name in archive.names if posixpath.dirname(name) == "ppt/slides" and name.endswith(".xml")]
    if "ppt/presentation.xml" not in archive.names:
        raise FormatError("an archive that is no presentation", reason=RejectionReason.INVALID)
    if not slides:
        raise FormatError("a presentation without a slide", reason=RejectionReason.EMPTY)
    roots = [read_xml(archive.read(name)) for name in sorted(slides, key=lambda name: (len(name), name))]
    return _Slide(max(roots, key=lambda root: sum(1 for _ in tagged(root, "cNvPr")))).graph()


def read_slide(content: bytes) -> FlowGraph:
    """Read one slide's own XML, but for the title and other texts in places that its layout has for them.

    Raises:
        FormatError: no XML (SYNTAX), too much of it (TOO_LARGE), or with a document type or entities (UNSAFE).
    """
    slide = _Slide(read_xml(content))
    slide.drop_placeholders()
    return slide.graph()


class _Slide:
    def __init__(self, root: Element) -> None:
        self._kept = _kept_of(next(tagged(root, "cSld"), root).get("name", ""))
        tree = next(tagged(root, "spTree"), None)
        self._drawn = [] if tree is None else list(drawn_shapes(tree))
        scale = self._kept.get(SCALE)
        self._scale = float(scale) if isinstance(scale, int | float) and 0 < scale <= 1 else 1.0

    def drop_placeholders(self) -> None:
        """Leave out texts that a layout has places for, unless a connector is glued to them."""
        ends = {shape.glued(tag) for shape in self._drawn if shape.connector for tag in ("stCxn", "endCxn")}
        self._drawn = [shape for shape in self._drawn if not shape.placeholder or shape.number in ends]

    def graph(self) -> FlowGraph:
        edges = [(line, row) for line in self._connectors if (row := self._edge(line)) is not None]
        nodes = [self._row(shape) | self._meaning(shape) for shape in self._nodes]
        groups = [self._row(shape) | {"parent": self._frame_of(shape)} for shape in self._frames]
        seen = valid_graph(nodes=nodes, groups=groups, edges=[row for _, row in edges])
        notes = (_notes(self._nodes), _notes([line for line, _ in edges]), _notes(self._frames))
        return meant_graph(seen, Notes(checked_note(self._kept.get(NOTE, {})), *notes))

    @cached_property
    def _connectors(self) -> list[SlideShape]:
        return [line for line in self._drawn if line.connector and line.box is not None]

    @cached_property
    def _shapes(self) -> list[SlideShape]:
        """Shapes with a place that are not the label of a line."""
        return [
            shape
            for shape in self._drawn
            if not shape.connector and shape.box is not None and id(shape) not in self._line_of
        ]

    @cached_property
    def _frames(self) -> list[SlideShape]:
        return [shape for shape in self._shapes if shape.kept.get(FRAME) or id(shape) in self._holding]

    @cached_property
    def _nodes(self) -> list[SlideShape]:
        frames = {id(shape) for shape in self._frames}
        return [shape for shape in self._shapes if id(shape) not in frames and (shape.text or not shape.free_text)]

    @cached_property
    def _holding(self) -> set[int]:
        """Shapes without words of their own in their middle that lie around others, in files that are not ours."""
        if any(shape.kept for shape in self._drawn):
            return set()
        boxes = {str(number): shape.box for number, shape in enumerate(self._shapes) if shape.box is not None}
        places = FrameIndex(boxes)
        holders = {places.innermost(box) for box in boxes.values()}
        return {id(self._shapes[int(name)]) for name in holders if name is not None}

    @cached_property
    def _line_of(self) -> dict[int, int]:
        """Labels to their lines: those that say so, and free texts that stand at the middle of one."""
        names = {line.name: id(line) for line in self._connectors}
        middles = {
            str(number): (*_middle(*line.ends), *_middle(*line.ends)) for number, line in enumerate(self._connectors)
        }
        places, lines = FrameIndex(middles), {}
        for shape in self._drawn:
            if shape.connector or shape.box is None:
                continue
            x0, y0, x1, y1 = shape.box
            if shape.kept.get(LABEL_OF) in names:
                lines[id(shape)] = names[shape.kept[LABEL_OF]]
            elif shape.free_text and not shape.kept and self._is_loose(shape):
                nearest = places.nearest(((x0 + x1) / 2, (y0 + y1) / 2), LABEL_REACH_PX)
                if nearest is not None:
                    lines[id(shape)] = id(self._connectors[int(nearest)])
        return lines

    def _is_loose(self, text: SlideShape) -> bool:
        """True of a text that nothing is glued to."""
        ends = {line.glued(tag) for line in self._connectors for tag in ("stCxn", "endCxn")}
        return text.number not in ends

    @cached_property
    def _labels(self) -> dict[int, list[SlideShape]]:
        labels: dict[int, list[SlideShape]] = {}
        for shape in self._drawn:
            if id(shape) in self._line_of:
                labels.setdefault(self._line_of[id(shape)], []).append(shape)
        return labels

    @cached_property
    def _ids(self) -> dict[int, str]:
        """Ids of shapes: their names, where no two have the same."""
        ids: dict[int, str] = {}
        taken: set[str] = set()
        for shape in (*self._frames, *self._nodes):
            name = shape.name if shape.name and shape.name not in taken else f"shape-{shape.number or len(taken)}"
            while name in taken:
                name += "_"
            taken.add(name)
            ids[id(shape)] = name
        return ids

    @cached_property
    def _by_number(self) -> dict[str, str]:
        return {shape.number: self._ids[id(shape)] for shape in (*self._frames, *self._nodes)}

    @cached_property
    def _places(self) -> FrameIndex:
        return FrameIndex(
            {self._ids[id(shape)]: shape.box for shape in (*self._frames, *self._nodes) if shape.box is not None}
        )

    @cached_property
    def _places_of_frames(self) -> FrameIndex:
        return FrameIndex({self._ids[id(shape)]: shape.box for shape in self._frames if shape.box is not None})

    def _frame_of(self, shape: SlideShape) -> str | None:
        return None if shape.box is None else self._places_of_frames.innermost(shape.box)

    def _row(self, shape: SlideShape) -> dict[str, Any]:
        box = None if shape.box is None else self._unscaled_box(shape.box)
        return {"id": self._ids[id(shape)], "text": shape.text, "box": box, "fill": shape.fill, "stroke": shape.stroke}

    def _meaning(self, drawn: SlideShape) -> dict[str, Any]:
        shape = "text" if drawn.free_text else "icon" if not drawn.preset else shape_of(drawn.preset)
        return {"shape": shape, "kind": kind_of(shape, drawn.text), "group": self._frame_of(drawn)}

    def _edge(self, line: SlideShape) -> dict[str, Any] | None:
        start, end = line.ends
        source, target = self._end(line.glued("stCxn"), start), self._end(line.glued("endCxn"), end)
        if source is None or target is None:
            return None
        labels = self._labels.get(id(line), [])
        row: dict[str, Any] = {"source": source, "target": target, "label": "\n".join(label.text for label in labels)}
        row |= {"head": _mark(line, "tailEnd"), "tail": _mark(line, "headEnd"), "line": _line(line)}
        row["stroke"] = None if line.stroke == "#000000" else line.stroke
        row["path"] = self._path(line)
        row["label_box"] = self._unscaled_box(labels[0].box) if labels and labels[0].box else None
        return row

    def _end(self, number: str | None, point: Point) -> str | None:
        return self._by_number.get(number or "") or self._places.nearest(point, REACH_PX)

    def _path(self, line: SlideShape) -> tuple[Point, ...] | None:
        """The line of a straight connector; others go ways that no file tells."""
        ends = line.ends
        straight = line.preset in ("line", "straightConnector1") and ends[0] != ends[1]
        return tuple((x / self._scale, y / self._scale) for x, y in ends) if straight else None

    def _unscaled_box(self, box: Box) -> Box:
        x0, y0, x1, y1 = (value / self._scale for value in box)
        return (x0, y0, x1, y1)


def _kept_of(text: str) -> dict[str, Any]:
    if not text.startswith("{"):
        return {}
    value = parse_json(text)
    return value if isinstance(value, dict) else {}


def _middle(point: Point, other: Point) -> Point:
    return ((point[0] + other[0]) / 2, (point[1] + other[1]) / 2)


def _mark(line: SlideShape, tag: str) -> Any:
    end = None if line.line is None else next(iter(children(line.line, tag)), None)
    return head_of(None if end is None else end.get("type"))


def _line(connector: SlideShape) -> Line:
    if connector.line is None:
        return "solid"
    if children(connector.line, "noFill"):
        return "invisible"
    dash = next(iter(children(connector.line, "prstDash")), None)
    if dash is not None and dash.get("val") in DASHES:
        return "dotted"
    width = connector.line.get("w", "0")
    return "thick" if width.isdecimal() and int(width[:9]) >= THICK_POINTS * 12_700 else "solid"


def _notes(shown: list[SlideShape]) -> dict[int, Note]:
    return {number: checked_note(shape.kept[NOTE]) for number, shape in enumerate(shown) if shape.kept.get(NOTE)}
