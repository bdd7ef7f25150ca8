"""An Excalidraw scene to FlowGraph."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from diagramloop.errors import FormatError, RejectionReason, first_complaint
from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Box, Point
from diagramloop.graph._frames import FrameIndex
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, checked_note, meant_graph
from diagramloop.graph._valid import valid_graph
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


class _Drawn(BaseModel):
    """Fields that are read of an element; there is more in it."""

    model_config = ConfigDict(extra="ignore")

    id: str
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


def read_excalidraw(text: str) -> FlowGraph:
    """Read a scene: shapes, the texts and arrows that are bound to them or lie at them, and frames.

    A text that belongs to nothing is a node of its own; an arrow that ends nowhere is left out.

    Raises:
        FormatError: SYNTAX, EMPTY, TOO_LARGE; INVALID for JSON of something else or a note that is none.
    """
    try:
        scene = _Scene.model_validate(parse_json(text))
    except ValidationError as error:
        raise FormatError(f"no Excalidraw scene: {first_complaint(error)}", reason=RejectionReason.INVALID) from error
    drawn = {element.id: element for element in scene.elements if element.id and not element.deleted}
    return _Reader(drawn, checked_note((scene.state or {}).get(NOTE, {}))).graph()


class _Reader:
    def __init__(self, drawn: dict[str, _Drawn], note: Note) -> None:
        self._drawn, self._note = drawn, note

    def graph(self) -> FlowGraph:
        lines = [
            element for element in self._drawn.values() if element.type in ("arrow", "line") and len(element.points) > 1
        ]
        edges = [(element, row) for element in lines if (row := self._edge(element)) is not None]
        seen = valid_graph(
            nodes=[self._node(element) for element in self._nodes],
            groups=[self._group(element) for element in self._frames],
            edges=[row for _, row in edges],
        )
        notes = (_notes(self._nodes), _notes([element for element, _ in edges]), _notes(self._frames))
        return meant_graph(seen, Notes(self._note, *notes))

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
            elif element.type == "text" and not element.note and (holder := shapes.innermost(element.box)):
                holders[element.id] = holder
        return holders

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Words on each element."""
        texts: dict[str, list[str]] = {}
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
    def _boxes(self) -> dict[str, Box]:
        return {element.id: element.box for element in self._nodes} | self._frame_boxes

    @cached_property
    def _places(self) -> FrameIndex:
        return FrameIndex(self._boxes)

    def _node(self, element: _Drawn) -> dict[str, Any]:
        text = element.words if element.type == "text" else self._texts.get(element.id, "")
        shape = _SHAPES.get(element.type) or ("rounded" if element.roundness else "rect")
        group = element.frame if element.frame in self._frame_boxes else None
        row = {"id": element.id, "text": text, "shape": shape, "kind": kind_of(shape, text), "group": group}
        return row | {"box": element.box, **_colours(element)}

    def _group(self, element: _Drawn) -> dict[str, Any]:
        parent = self._places_of_frames.innermost(element.box)
        return {"id": element.id, "text": element.name or "", "parent": parent, "box": element.box, **_colours(element)}

    def _edge(self, element: _Drawn) -> dict[str, Any] | None:
        source, target = self._end(element.start, element.path[0]), self._end(element.end, element.path[-1])
        if source is None or target is None:
            return None
        row = {"source": source, "target": target, "label": self._texts.get(element.id, ""), "path": element.path}
        marks = {"head": head_of(element.head), "tail": head_of(element.tail), "stroke": _ink(element.stroke)}
        return row | marks | {"line": line_of(element.stroke_style, element.stroke_width, element.stroke)}

    def _end(self, bound: _Binding | None, point: Point) -> str | None:
        if bound is not None and bound.elementId in self._boxes:
            return bound.elementId
        holder = self._holder_of.get(bound.elementId) if bound is not None else None
        return holder or self._places.nearest(point, REACH_PX)


def _colours(element: _Drawn) -> dict[str, str | None]:
    return {"fill": colour_of(element.fill), "stroke": _ink(element.stroke)}


def _ink(colour: str) -> str | None:
    """A colour that somebody chose."""
    return None if colour == INK else colour_of(colour)


def _notes(shown: list[_Drawn]) -> dict[int, Note]:
    return {number: note for number, element in enumerate(shown) if (note := element.note)}
