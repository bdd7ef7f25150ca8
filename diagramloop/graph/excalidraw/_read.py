"""An Excalidraw scene to FlowGraph."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from diagramloop.errors import FormatError, RejectionReason, first_complaint
from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Box, Head, Point
from diagramloop.graph._frames import FrameIndex, unjoined
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, checked_note, meant_graph
from diagramloop.graph._pages import left_out_of
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.account import LINES, SHAPES, Chart, Read
from diagramloop.graph.excalidraw._looks import INK, THIN_PX, head_of, line_of
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.mermaid.shapes import kind_of
from diagramloop.graph.placement import DECIMALS

NOTE = "diagramloop"
"""Name of what we keep with an element."""
REACH_PX = 16.0
_SHAPES = {"diamond": "diam", "ellipse": "ellipse", "image": "icon", "text": "text"}
_NODES = ("rectangle", *_SHAPES)
_LETTERED = ("rectangle", "diamond", "ellipse")


class _Binding(BaseModel):
    elementId: str  # noqa: N815 - Excalidraw's name


class _Sketched(BaseModel):
    """A label or an end of a line in a skeleton, which says no more of it."""

    id: str = ""
    text: str = ""


class _Drawn(BaseModel):
    """Fields that are read of an element; there is more in it, and less in one of a skeleton."""

    model_config = ConfigDict(extra="ignore")

    id: str = ""
    type: str
    x: FiniteFloat = 0.0
    y: FiniteFloat = 0.0
    width: FiniteFloat = 0.0
    height: FiniteFloat = 0.0
    deleted: bool = Field(default=False, alias="isDeleted")
    stroke: str = Field(default="", alias="strokeColor")
    fill: str = Field(default="", alias="backgroundColor")
    stroke_style: str = Field(default="solid", alias="strokeStyle")
    stroke_width: FiniteFloat = Field(default=THIN_PX, alias="strokeWidth")
    roundness: dict[str, Any] | None = None
    frame: str | None = Field(default=None, alias="frameId")
    container: str | None = Field(default=None, alias="containerId")
    text: str = ""
    original: str | None = Field(default=None, alias="originalText")
    name: str | None = None
    points: list[tuple[FiniteFloat, FiniteFloat]] = []
    start: _Binding | None = Field(default=None, alias="startBinding")
    end: _Binding | None = Field(default=None, alias="endBinding")
    tail: str | None = Field(default=None, alias="startArrowhead")
    head: str | None = Field(default=None, alias="endArrowhead")
    data: dict[str, Any] | None = Field(default=None, alias="customData")
    label: _Sketched | None = None
    starts: _Sketched | None = Field(default=None, alias="start")
    ends: _Sketched | None = Field(default=None, alias="end")
    children: list[str] = []

    @property
    def is_line(self) -> bool:
        return self.type in ("arrow", "line")

    @property
    def heads(self) -> tuple[Head, Head]:
        """Marks at its start and its end; an arrow of a skeleton has one unless it says otherwise."""
        pointed = self.type == "arrow" and "head" not in self.model_fields_set
        return head_of(self.tail), "arrow" if pointed else head_of(self.head)

    @property
    def box(self) -> Box:
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y, round(right, DECIMALS), round(bottom, DECIMALS))

    @property
    def path(self) -> tuple[Point, ...]:
        return tuple((round(self.x + x, DECIMALS), round(self.y + y, DECIMALS)) for x, y in self.points)

    @property
    def note(self) -> Note:
        return checked_note((self.data or {}).get(NOTE, {}))

    @property
    def words(self) -> str:
        """Its text, without the breaks that Excalidraw puts in where a line is too long."""
        return self.text if self.original is None else self.original


class _Scene(BaseModel):
    model_config = ConfigDict(extra="ignore")

    elements: list[_Drawn]
    state: dict[str, Any] | None = Field(default=None, alias="appState")

    @property
    def drawn(self) -> dict[str, _Drawn]:
        """Elements by their ids, without deleted ones; of those without an id, or with another's, one is made up."""
        named: dict[str, _Drawn] = {}
        for element in self.elements:
            if element.deleted:
                continue
            name = element.id or "element"
            while name in named:
                name = f"{name}_{len(named)}"
            named[name] = element.model_copy(update={"id": name})
        return named


def read_excalidraw(text: str) -> FlowGraph:
    """Read a scene or a skeleton of one: shapes, frames, and the texts and arrows that are at them.

    Raises:
        FormatError: SYNTAX, EMPTY, TOO_LARGE; INVALID for JSON of something else or a note that is none.
    """
    return excalidraw_charts(text).graph


def excalidraw_charts(text: str) -> Read:
    """Read a scene, and say what is left out of it: what is drawn by hand, and lines that join nothing.

    A text that belongs to nothing is a node of its own. A line without heads that is bound to nothing, such as the rule
    under a heading, joins two shapes that it touches, but no texts. Raises as :func:`read_excalidraw`.
    """
    body = parse_json(text)
    try:
        scene = _Scene.model_validate({"elements": body} if isinstance(body, list) else body)
    except ValidationError as error:
        raise FormatError(f"no Excalidraw scene: {first_complaint(error)}", reason=RejectionReason.INVALID) from error
    reader = _Reader(scene.drawn, checked_note((scene.state or {}).get(NOTE, {})))
    return Read((Chart(reader.graph(), left_out=left_out_of(reader.missing)),))


class _Reader:
    def __init__(self, drawn: dict[str, _Drawn], note: Note) -> None:
        self._drawn, self._note = drawn, note
        self.missing: Counter[tuple[str, str]] = Counter()

    def graph(self) -> FlowGraph:
        self._count_others()
        lines = [element for element in self._drawn.values() if element.is_line]
        edges = [(element, row) for element in lines if (row := self._edge(element)) is not None]
        seen = valid_graph(
            nodes=[self._node(element) for element in self._nodes],
            groups=[self._group(element) for element in self._frames],
            edges=[row for _, row in edges],
        )
        notes = (_notes(self._nodes), _notes([element for element, _ in edges]), _notes(self._frames))
        return meant_graph(seen, Notes(self._note, *notes))

    def _count_others(self) -> None:
        """Count elements that are neither shapes, frames, lines nor labels."""
        for element in self._drawn.values():
            if element.type in ("draw", "freedraw"):
                self.missing[SHAPES, "drawn by hand"] += 1
            elif not (element.is_line or element.id in self._ends or element.id in self._holder_of):
                self.missing[SHAPES, "embedded, or of a kind that has no counterpart"] += 1

    @cached_property
    def _frames(self) -> list[_Drawn]:
        return [element for element in self._drawn.values() if element.type in ("frame", "magicframe")]

    @cached_property
    def _nodes(self) -> list[_Drawn]:
        return [
            element for element in self._drawn.values() if element.type in _NODES and element.id not in self._holder_of
        ]

    @cached_property
    def _holder_of(self) -> dict[str, str]:
        """Texts to the element that they are written on: that they are bound to, or else in whose middle they stand."""
        shapes = FrameIndex({element.id: element.box for element in self._drawn.values() if element.type in _LETTERED})
        holders: dict[str, str] = {}
        for element in self._drawn.values():
            if element.type == "text" and element.container in self._drawn:
                holders[element.id] = element.container
            if (
                element.type == "text"
                and element.id not in holders
                and not element.note
                and (holder := shapes.innermost(element.box))
            ):
                holders[element.id] = holder
        return holders

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Words on each element."""
        texts: dict[str, list[str]] = {
            element.id: [element.label.text] for element in self._drawn.values() if element.label is not None
        }
        for text, holder in self._holder_of.items():
            texts.setdefault(holder, []).append(self._drawn[text].words)
        return {holder: "\n".join(lines) for holder, lines in texts.items()}

    @cached_property
    def _frame_boxes(self) -> dict[str, Box]:
        return {element.id: element.box for element in self._frames}

    @cached_property
    def _places_of_frames(self) -> FrameIndex:
        return FrameIndex(self._frame_boxes)

    @cached_property
    def _frame_of(self) -> dict[str, str]:
        """Frame that an element is in, by either's word."""
        members = {child: frame.id for frame in self._frames for child in frame.children}
        named = {element.id: element.frame for element in self._nodes if element.frame in self._frame_boxes}
        return members | {name: frame for name, frame in named.items() if frame}

    @cached_property
    def _ends(self) -> set[str]:
        return {element.id for element in (*self._nodes, *self._frames)}

    @cached_property
    def _places(self) -> FrameIndex:
        return FrameIndex({element.id: element.box for element in self._nodes})

    @cached_property
    def _places_of_shapes(self) -> FrameIndex:
        return FrameIndex({element.id: element.box for element in self._nodes if element.type != "text"})

    def _node(self, element: _Drawn) -> dict[str, Any]:
        text = element.words if element.type == "text" else self._texts.get(element.id, "")
        shape = _SHAPES.get(element.type) or ("rounded" if element.roundness else "rect")
        group = self._frame_of.get(element.id)
        row = {"id": element.id, "text": text, "shape": shape, "kind": kind_of(shape, text), "group": group}
        return row | {"box": element.box, **_colours(element)}

    def _group(self, element: _Drawn) -> dict[str, Any]:
        parent = self._places_of_frames.innermost(element.box)
        return {"id": element.id, "text": element.name or "", "parent": parent, "box": element.box, **_colours(element)}

    def _edge(self, element: _Drawn) -> dict[str, Any] | None:
        tail, head = element.heads
        places = self._places_of_shapes if (tail, head) == ("none", "none") else self._places
        bound = (self._bound(element.start, element.starts), self._bound(element.end, element.ends))
        source, target = bound
        if element.points:
            source = source or self._touched(element.path[0], places)
            target = target or self._touched(element.path[-1], places)
        reason = unjoined(source, target, glued=bound != (None, None))
        if source is None or target is None or reason:
            self.missing[LINES, reason] += 1
            return None
        row = {"source": source, "target": target, "label": self._texts.get(element.id, "")}
        path = element.path if len(element.points) > 1 else None
        marks = {"head": head, "tail": tail, "stroke": _ink(element.stroke), "path": path}
        return row | marks | {"line": line_of(element.stroke_style, element.stroke_width, element.stroke)}

    def _bound(self, binding: _Binding | None, sketched: _Sketched | None) -> str | None:
        """Id of the element that an end of a line is bound to: for a text on something, that."""
        name = binding.elementId if binding is not None else sketched.id if sketched is not None else ""
        return name if name in self._ends else self._holder_of.get(name)

    def _touched(self, point: Point, places: FrameIndex) -> str | None:
        touched = places.nearest(point, REACH_PX)
        if touched is None and places is self._places:
            touched = self._places_of_frames.nearest(point, REACH_PX)
        return touched


def _colours(element: _Drawn) -> dict[str, str | None]:
    return {"fill": colour_of(element.fill), "stroke": _ink(element.stroke)}


def _ink(colour: str) -> str | None:
    """A colour that somebody chose."""
    return None if colour == INK else colour_of(colour)


def _notes(shown: list[_Drawn]) -> dict[int, Note]:
    return {number: note for number, element in enumerate(shown) if (note := element.note)}
