"""A slide to FlowGraph: read part by part within bounds, by geometry where nothing is glued."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from functools import cached_property, partial
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Box, Line, Point
from diagramloop.graph._frames import FrameIndex
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, checked_note, meant_graph
from diagramloop.graph._pages import read_pages
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.account import LINES, SHAPES, Chart, LeftOut, Read
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.mermaid.shapes import kind_of
from diagramloop.graph.powerpoint._drawn import SlideShape, drawn_shapes
from diagramloop.graph.powerpoint._shapes import DASHES, THICK_POINTS, head_of, shape_of
from diagramloop.graph.safe_xml import children, read_xml, tag_of, tagged

_MAIN, _RELATIONS = "ppt/presentation.xml", "ppt/_rels/presentation.xml.rels"
_CONTENTS = {"table": "tables", "chart": "charts of data", "diagram": "SmartArt", "ole": "embedded objects"}
_GLUE = ("stCxn", "endCxn")
_FILE = re.compile(r"[^\s.]++\.\w{3,4}")  # that a picture came from is no description of it
FRAME, LABEL_OF, NOTE, SCALE = "frame", "label of", "note", "scale"
"""Names of what we keep beside a drawing."""
REACH_PX = 12.0
"""Distance from a shape at which a connector may end that is glued to none."""
LABEL_REACH_PX = 40.0
"""Distance from the middle of a connector at which a free text may stand that is its label."""


def read_powerpoint(content: bytes) -> FlowGraph:
    """Read the slide that has lines, of several the largest; raises as :func:`powerpoint_charts`."""
    return powerpoint_charts(content).graph


def powerpoint_charts(content: bytes) -> Read:
    """Read all slides: shapes, frames around others, connectors and the texts at them.

    Raises:
        FormatError: no presentation (UNREADABLE, INVALID), beyond the bounds (TOO_LARGE), XML with a document type or
            entities (UNSAFE), or without a slide (EMPTY).
    """
    archive = BoundedZip(content)
    return read_pages([partial(_chart, archive, name) for name in slide_names(archive)])


def _chart(archive: BoundedZip, name: str, number: int = 1) -> Chart:
    slide = _Slide(*_drawn_on(read_xml(archive.read(name))))
    graph = slide.graph()
    return Chart(graph, slide.title, number, slide.left_out, slide.texts)


class SlideReading(NamedTuple):
    """The graph of a slide.

    Attributes:
        ids: of the node, group or, empty, of the edge that each shape is in, by the shape's number.
    """

    graph: FlowGraph
    ids: dict[str, str]


def read_slide(content: bytes) -> SlideReading:
    """Read one slide's own XML, but for the title and other texts in places that its layout has for them.

    Raises:
        FormatError: no XML (SYNTAX), too much of it (TOO_LARGE), or with a document type or entities (UNSAFE).
    """
    slide = _Slide(*_drawn_on(read_xml(content)), placeholders=False)
    return SlideReading(slide.graph(), slide.ids_by_number)


def read_drawing(drawing: Element) -> FlowGraph:
    """Read shapes that stand within other text, as in Word: those of groups and canvases, by the same rules.

    Raises:
        FormatError: more of them than any reader takes (TOO_LARGE).
    """
    return _Slide([shape for shape in drawn_shapes(drawing) if shape.shown], {}).graph()


def _drawn_on(slide: Element) -> tuple[list[SlideShape], dict[str, Any]]:
    """The shapes that a slide shows, and the things that we keep beside it."""
    tree = next(tagged(slide, "spTree"), None)
    drawn = [] if tree is None else [shape for shape in drawn_shapes(tree) if shape.shown]
    return drawn, _kept_of(next(tagged(slide, "cSld"), slide).get("name", ""))


class _Slide:
    def __init__(self, drawn: list[SlideShape], kept: dict[str, Any], placeholders: bool = True) -> None:
        self._kept = kept
        self._glued_to = {shape.glued(tag) for shape in drawn if shape.connector for tag in _GLUE}
        self._all = drawn
        self._drawn = [shape for shape in drawn if tag_of(shape.element) != "graphicFrame" and shape.box is not None]
        if not placeholders:
            self._drawn = [shape for shape in self._drawn if not shape.placeholder or shape.number in self._glued_to]
        scale = self._kept.get(SCALE)
        self._scale = float(scale) if isinstance(scale, int | float) and 0 < scale <= 1 else 1.0

    @property
    def _titles(self) -> list[SlideShape]:
        return [shape for shape in self._all if shape.placeholder in ("title", "ctrTitle") and shape.box is None]

    @property
    def title(self) -> str:
        """Text of the title that the layout places."""
        return " ".join(" ".join(shape.text for shape in self._titles).split())

    @property
    def texts(self) -> int:
        """Number of the shapes that are labels of lines, names of pictures and frames, or the title."""
        labels = sum(len(self._labels.get(id(line), ())) for line, _ in self._edges)
        return labels + len(self._captions) + len(self._titles_of_frames) + len(self._titles)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Shapes and lines that are not in the graph."""
        reasons: Counter[tuple[str, str]] = Counter()
        for shape in self._all:
            if shape.box is None and shape not in self._titles:
                reason = "placed by the layout" if shape.placeholder else "without a place"
                reasons[LINES if shape.connector else SHAPES, reason] += 1
            elif tag_of(shape.element) == "graphicFrame":
                reasons[SHAPES, _CONTENTS.get(shape.content, "of other content")] += 1
        loose = self._loose_lines
        reasons[LINES, "that end at nothing"] += len(loose)
        reasons[SHAPES, "at lines that end at nothing"] += sum(line in loose for line in self._line_of.values())
        reasons += Counter()  # without those of which there are none
        return tuple(LeftOut(kind, number, reason, self.title) for (kind, reason), number in reasons.items())

    def graph(self) -> FlowGraph:
        """The graph that the slide shows."""
        edges = self._edges
        nodes = [self._row(shape) | self._meaning(shape) for shape in self._nodes]
        groups = [self._row(shape) | {"parent": self._frame_of(shape)} for shape in self._frames]
        seen = valid_graph(nodes=nodes, groups=groups, edges=[row for _, row in edges])
        notes = (_notes(self._nodes), _notes([line for line, _ in edges]), _notes(self._frames))
        return meant_graph(seen, Notes(checked_note(self._kept.get(NOTE, {})), *notes))

    @cached_property
    def _edges(self) -> list[tuple[SlideShape, dict[str, Any]]]:
        return [(line, row) for line in self._connectors if (row := self._edge(line)) is not None]

    @property
    def _loose_lines(self) -> set[int]:
        return set(map(id, self._connectors)) - {id(line) for line, _ in self._edges}

    @cached_property
    def _connectors(self) -> list[SlideShape]:
        return [line for line in self._drawn if line.connector]

    @cached_property
    def _shapes(self) -> list[SlideShape]:
        """Shapes that are neither lines, nor labels of lines or names of pictures."""
        texts = {*self._line_of, *map(id, self._captions.values())}
        return [shape for shape in self._drawn if not shape.connector and id(shape) not in texts]

    @cached_property
    def _frames(self) -> list[SlideShape]:
        return [shape for shape in self._shapes if shape.kept.get(FRAME) or id(shape) in self._holding]

    @cached_property
    def _nodes(self) -> list[SlideShape]:
        others = {*map(id, self._frames), *map(id, self._titles_of_frames.values())}
        return [shape for shape in self._shapes if id(shape) not in others]

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
    def _captions(self) -> dict[int, SlideShape]:
        """Pictures without words to the free texts below them."""
        pictures = [shape for shape in self._drawn if tag_of(shape.element) == "pic"]
        bottoms = {str(number): (box[0], box[3], box[2], box[3]) for number, p in enumerate(pictures) if (box := p.box)}
        places, captions = FrameIndex(bottoms), dict[int, SlideShape]()
        for text in self._free_texts if pictures else ():
            x0, y0, x1, _ = text.box or (0.0, 0.0, 0.0, 0.0)
            above = places.nearest(((x0 + x1) / 2, y0), REACH_PX)
            if above is not None:
                captions.setdefault(id(pictures[int(above)]), text)
        return captions

    @cached_property
    def _titles_of_frames(self) -> dict[int, SlideShape]:
        """Frames without words to the one free text that is in them."""
        wordless = {id(frame): str(number) for number, frame in enumerate(self._frames) if not frame.text.strip()}
        places = FrameIndex({str(n): frame.box for n, frame in enumerate(self._frames) if frame.box is not None})
        texts: dict[str | None, list[SlideShape]] = {}
        for shape in self._shapes if wordless else ():
            if shape.free_text and not shape.kept and shape.number not in self._glued_to and shape.box is not None:
                texts.setdefault(places.innermost(shape.box), []).append(shape)
        return {frame: texts[name][0] for frame, name in wordless.items() if len(texts.get(name, ())) == 1}

    @property
    def _free_texts(self) -> list[SlideShape]:
        return [shape for shape in self._drawn if shape.free_text and not shape.kept]

    @cached_property
    def _line_of(self) -> dict[int, int]:
        """Labels to their lines: those that say so, and free texts that stand at the middle of one."""
        names = {line.name: id(line) for line in self._connectors}
        middles = {
            str(number): (*_middle(*line.ends), *_middle(*line.ends)) for number, line in enumerate(self._connectors)
        }
        places, lines = FrameIndex(middles), {}
        captions = set(map(id, self._captions.values()))
        for shape in self._drawn:
            if shape.connector or shape.box is None or id(shape) in captions:
                continue
            x0, y0, x1, y1 = shape.box
            if shape.kept.get(LABEL_OF) in names:
                lines[id(shape)] = names[shape.kept[LABEL_OF]]
            elif shape.free_text and not shape.kept and shape.number not in self._glued_to:
                nearest = places.nearest(((x0 + x1) / 2, (y0 + y1) / 2), LABEL_REACH_PX)
                if nearest is not None:
                    lines[id(shape)] = id(self._connectors[int(nearest)])
        return lines

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
        numbers = {shape.number: self._ids[id(shape)] for shape in (*self._frames, *self._nodes)}
        named = (self._captions | self._titles_of_frames).items()
        return {text.number: self._ids[shape] for shape, text in named} | numbers

    @property
    def ids_by_number(self) -> dict[str, str]:
        """Ids of nodes and groups by the numbers of their shapes, no id of labels; shapes of one number have none."""
        times = Counter(shape.number for shape in self._all)
        lost = {text for text, line in self._line_of.items() if line in self._loose_lines}
        ids = {shape.number: self._by_number.get(shape.number, "") for shape in self._drawn if id(shape) not in lost}
        return {number: name for number, name in ids.items() if times[number] == 1}

    @cached_property
    def _places(self) -> FrameIndex:
        """Places of nodes, pictures with their names."""
        places = {}
        for shape in self._nodes:
            named = (shape, self._captions.get(id(shape), shape))
            left, top, right, bottom = zip(*(part.box for part in named if part.box is not None), strict=True)
            places[self._ids[id(shape)]] = (min(left), min(top), max(right), max(bottom))
        return FrameIndex(places)

    @cached_property
    def _places_of_frames(self) -> FrameIndex:
        return FrameIndex({self._ids[id(shape)]: shape.box for shape in self._frames if shape.box is not None})

    def _frame_of(self, shape: SlideShape) -> str | None:
        return None if shape.box is None else self._places_of_frames.innermost(shape.box)

    def _row(self, shape: SlideShape) -> dict[str, Any]:
        box = None if shape.box is None else self._unscaled_box(shape.box)
        name = self._captions.get(id(shape), self._titles_of_frames.get(id(shape)))
        text = shape.text if name is None else name.text
        if not text and not _FILE.fullmatch(shape.description):
            text = shape.description
        return {"id": self._ids[id(shape)], "text": text, "box": box, "fill": shape.fill, "stroke": shape.stroke}

    def _meaning(self, drawn: SlideShape) -> dict[str, Any]:
        shape = "text" if drawn.free_text else shape_of(drawn.preset)
        if tag_of(drawn.element) == "pic" or not (drawn.free_text or drawn.preset):
            shape = "icon"
        return {"shape": shape, "kind": kind_of(shape, drawn.text), "group": self._frame_of(drawn)}

    def _edge(self, line: SlideShape) -> dict[str, Any] | None:
        start, end = line.ends
        source, target = (self._by_number.get(line.glued(tag) or "") for tag in _GLUE)
        source = source or self._nearest(start, target)
        target = target or self._nearest(end, source)
        if source is None or target is None:
            return None
        labels = self._labels.get(id(line), [])
        row: dict[str, Any] = {"source": source, "target": target, "label": "\n".join(label.text for label in labels)}
        row |= {"head": _mark(line, "tailEnd"), "tail": _mark(line, "headEnd"), "line": _line(line)}
        row["stroke"] = None if line.stroke == "#000000" else line.stroke
        row["path"] = self._path(line)
        row["label_box"] = self._unscaled_box(labels[0].box) if labels and labels[0].box else None
        return row

    def _nearest(self, point: Point, other: str | None) -> str | None:
        """The outline that a loose end is at, boxes before the frames around them, unless the other end is there."""
        at_node = self._places.nearest(point, REACH_PX, but=other)
        return at_node or self._places_of_frames.nearest(point, REACH_PX, but=other, hollow=True)

    def _path(self, line: SlideShape) -> tuple[Point, ...] | None:
        """The line of a straight connector; others go ways that no file tells."""
        ends = line.ends
        straight = line.preset in ("line", "straightConnector1") and ends[0] != ends[1]
        return tuple((x / self._scale, y / self._scale) for x, y in ends) if straight else None

    def _unscaled_box(self, box: Box) -> Box:
        x0, y0, x1, y1 = (value / self._scale for value in box)
        return (x0, y0, x1, y1)


def slide_names(archive: BoundedZip) -> list[str]:
    """Names of the slides of a presentation in the order in which it shows them; those that it does not show last.

    Raises:
        FormatError: no presentation (INVALID), or one without a slide (EMPTY).
    """
    if _MAIN not in archive.names:
        raise FormatError("an archive that is no presentation", reason=RejectionReason.INVALID)
    slides = [name for name in archive.names if posixpath.dirname(name) == "ppt/slides" and name.endswith(".xml")]
    slides.sort(key=lambda name: (len(name), name))
    if not slides:
        raise FormatError("a presentation without a slide", reason=RejectionReason.EMPTY)
    shown = [name for name in _shown(archive) if name in slides]
    return list(dict.fromkeys([*shown, *slides]))


def _shown(archive: BoundedZip) -> list[str]:
    """Names of the parts that a presentation lists as its slides."""
    targets = {}
    for relation in read_xml(archive.read(_RELATIONS)) if _RELATIONS in archive.names else ():
        targets[relation.get("Id")] = posixpath.normpath(posixpath.join("/ppt", relation.get("Target", "")))[1:]
    slides = tagged(read_xml(archive.read(_MAIN)), "sldId")
    references = [value for slide in slides for key, value in slide.items() if key.endswith("}id")]
    return [targets[reference] for reference in references if reference in targets]


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
