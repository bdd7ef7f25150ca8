"""D2 text to FlowGraph."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Direction, EdgeKind, Head, Line, NodeKind
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._pages import read_pages
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.account import LINES, SHAPES, Chart, LeftOut, Read
from diagramloop.graph.d2._board import SEQUENCE, Attributes, Connection, D2Board, D2Shape, Name
from diagramloop.graph.d2._boards import boards
from diagramloop.graph.d2._parse import Statement, parse_d2
from diagramloop.graph.d2.shapes import our_shape
from diagramloop.graph.mermaid.shapes import kind_of

DIRECTIONS: dict[str, Direction] = {"down": "TB", "up": "BT", "right": "LR", "left": "RL"}
HEADS: dict[str, Head] = {"circle": "circle", "cross": "cross"}
GROUP, TITLE, KIND, SHAPE, ID, LENGTH = "group", "title", "kind-", "shape-", "id-", "length-"
"""Classes that say what D2 cannot: an empty group, the title; our kind, shape, id and length by name."""
THICK_PX = 3  # D2 draws lines 2 px wide
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_NUMBER = re.compile(r"\d{1,4}(?:\.\d{0,4})?")


def read_d2(text: str) -> FlowGraph:
    """Read a D2 diagram, the main board where it has several.

    Shapes that hold others are groups. A shape's id is its own name, or its whole path where others are called like it.
    Tables are nodes, without their columns. Patterns of looks and icons are read over; nothing is ever opened.

    Raises:
        FormatError: see :func:`diagramloop.graph.d2._parse.parse_d2`; INVALID for one that contradicts itself;
            UNSUPPORTED for a sequence diagram.

    Example:
        >>> from diagramloop.graph.d2 import read_d2
        >>> read_d2('a: Start; a -> b: go').edges[0].label
        'go'
    """
    return d2_charts(text).graph


def d2_charts(text: str) -> Read:
    """All boards of a document: the one at its root, layers, scenarios and steps.

    Raises:
        FormatError: of the first board, where none can be read: as :func:`read_d2`.
    """
    return read_pages(partial(_chart, name, board) for name, board in boards(parse_d2(text)))


def _chart(name: str, statements: list[Statement], number: int) -> Chart:
    reader = _Reader(D2Board(statements))
    return Chart(reader.graph(), name, number, tuple(part for part in reader.left_out if part.number))


class _Reader:
    """The reader of a board.

    Attributes:
        left_out: what of it is in no graph; some of its parts may be of no elements.
    """

    def __init__(self, board: D2Board) -> None:
        self._board = board
        if board.said(board.own, "shape").lower() == SEQUENCE:
            message = "a sequence diagram; diagrams of shapes are read"
            raise FormatError(message, reason=RejectionReason.UNSUPPORTED)
        drawn = board.shapes()
        outside = _outside_sequences(board, drawn)
        title = next((name for name, shape in outside.items() if _classed(shape, TITLE)), None)
        self._title = board.label(outside[title]) if title else ""
        self._shapes = {name: shape for name, shape in outside.items() if name != title}
        self._connections = board.connections(self._shapes)
        self.left_out = (
            *_beyond(board, board.shapes(suspended=True), drawn, "suspended"),
            *_beyond(board, drawn, outside, "in sequence diagrams"),
            LeftOut("patterns", board.globs_left_out, "with filters or within one another"),
        )
        self._groups = {name[:-1] for name in self._shapes if len(name) > 1}
        self._groups |= {name for name, shape in self._shapes.items() if _classed(shape, GROUP)}
        self._ids = self._named()

    def _named(self) -> dict[Name, str]:
        """Ids: a class that says it, else the shape's own name, else its path."""
        alike = Counter(shape.path[-1] for shape in self._shapes.values())
        ids = {}
        for name, shape in self._shapes.items():
            own = shape.path[-1]
            ids[name] = _after(shape, ID, own if alike[own] == 1 else ".".join(shape.path)) or "_"
        return ids

    def graph(self) -> FlowGraph:
        nodes = [self._node(name) for name in self._shapes if name not in self._groups]
        edges = list(map(self._edge, self._connections))
        groups = [self._group(name) for name in self._shapes if name in self._groups]
        direction = DIRECTIONS.get(self._board.said(self._board.own, "direction").lower(), "TB")
        return valid_graph(nodes=nodes, edges=edges, groups=groups, direction=direction, title=self._title)

    def _node(self, name: Name) -> dict[str, Any]:
        attributes = self._shapes[name]
        text = self._board.label(attributes, attributes.path[-1])
        drawn = self._board.said(attributes, "shape")
        shape = _after(attributes, SHAPE, our_shape(drawn, lambda key: self._board.said(attributes, f"style.{key}")))
        kind = _after(attributes, KIND, "")
        row = {"id": self._ids[name], "text": text, "shape": shape, "group": self._ids.get(name[:-1])}
        row["kind"] = kind if kind in tuple(NodeKind) else kind_of(shape, text)
        return row | self._colours(attributes, "fill", "stroke")

    def _group(self, name: Name) -> dict[str, Any]:
        attributes = self._shapes[name]
        row = {"id": self._ids[name], "text": self._board.label(attributes, attributes.path[-1])}
        parent = self._ids.get(name[:-1])
        direction = DIRECTIONS.get(self._board.said(attributes, "direction"))
        return row | {"parent": parent, "direction": direction, **self._colours(attributes, "fill", "stroke")}

    def _edge(self, connection: Connection) -> dict[str, Any]:
        source, target = connection.ends
        kind = _after(connection, KIND, "")
        row = {"source": self._ids[source], "target": self._ids[target], "label": self._board.label(connection)}
        row["kind"] = kind if kind in tuple(EdgeKind) else EdgeKind.SEQUENCE
        row["id"] = _after(connection, ID, "")
        marks = {
            "line": self._line(connection),
            "tail": self._mark(connection, "source-arrowhead") if connection.arrow.startswith("<") else "none",
            "head": self._mark(connection, "target-arrowhead") if connection.arrow.endswith(">") else "none",
        }
        return row | marks | {"length": self._length(connection), **self._colours(connection, "stroke")}

    def _length(self, connection: Connection) -> int:
        written = _after(connection, LENGTH, "1")
        return int(written) if _NUMBER.fullmatch(written) and written.isdecimal() and int(written) > 0 else 1

    def _mark(self, connection: Connection, end: str) -> Head:
        return HEADS.get(self._board.said(connection, f"{end}.shape").lower(), "arrow")

    def _line(self, connection: Connection) -> Line:
        opacity, dash, width = (self._number(connection, name) for name in ("opacity", "stroke-dash", "stroke-width"))
        if opacity == 0:
            return "invisible"
        return "dotted" if dash else "thick" if width is not None and width >= THICK_PX else "solid"

    def _number(self, attributes: Attributes, style: str) -> float | None:
        text = self._board.said(attributes, f"style.{style}")
        return float(text) if _NUMBER.fullmatch(text) else None

    def _colours(self, attributes: Attributes, *names: str) -> dict[str, str]:
        colours = {name: self._board.said(attributes, f"style.{name}") for name in names}
        return {name: text.lower() for name, text in colours.items() if _COLOUR.fullmatch(text)}


def _outside_sequences(board: D2Board, shapes: Mapping[Name, D2Shape]) -> dict[Name, D2Shape]:
    sequences = {name for name, shape in shapes.items() if board.said(shape, "shape").lower() == SEQUENCE}
    return {name: shape for name, shape in shapes.items() if not _lies_in(name, sequences)}


def _beyond(
    board: D2Board, all_shapes: Mapping[Name, D2Shape], shapes: Mapping[Name, D2Shape], reason: str
) -> tuple[LeftOut, LeftOut]:
    """The shapes, and the lines at them, that are not among others."""
    lines = len(board.connections(all_shapes)) - len(board.connections(shapes))
    return LeftOut(SHAPES, len(all_shapes) - len(shapes), reason), LeftOut(LINES, lines, reason)


def _lies_in(name: Name, outer: set[Name]) -> bool:
    return any(name[:length] in outer for length in range(1, len(name)))


def _classed(shape: D2Shape, name: str) -> bool:
    return any(word.text == name for word in shape.entries.get("class", ()))


def _after(attributes: Attributes, prefix: str, otherwise: str) -> str:
    """The rest of a class's name that begins with ``prefix``."""
    words = attributes.entries.get("class", ())
    return next((word.text.removeprefix(prefix) for word in words if word.text.startswith(prefix)), otherwise)
