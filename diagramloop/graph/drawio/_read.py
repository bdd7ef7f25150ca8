"""draw.io's XML to FlowGraph."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Box, Point
from diagramloop.graph._frames import FrameIndex
from diagramloop.graph._limits import MAX_DEPTH, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Notes, meant_graph, read_note
from diagramloop.graph._plain_text import plain_text
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.drawio._cells import DrawioCell, cells
from diagramloop.graph.drawio._pages import largest_page
from diagramloop.graph.drawio._styles import head_of, line_of, shape_of
from diagramloop.graph.mermaid.shapes import kind_of

ROOT, LAYER = "0", "1"
"""Ids of the two cells that every page begins with."""
NOTE = "diagramloop"
"""Name of the data that a note is kept as."""
REACH_PX = 12.0
"""Distance from a shape at which a line may end that is glued to none."""
STRAY_PX = 1.0
_FRAMES = ("swimlane", "group")


def read_drawio(document: str) -> FlowGraph:
    """Read a draw.io file: shapes, their frames and the lines between them, with all places, colours and routes.

    A line that is glued to no shape and ends near none is left out, as nothing shows where it leads.

    Raises:
        FormatError: EMPTY, TOO_LARGE, SYNTAX, UNSAFE (a document type, entities), UNREADABLE (what is compressed),
            INVALID (XML of something else, or a note that is none).
    """
    name, model = largest_page(document)
    return _Page(name, list(cells(model))).graph()


class _Page:
    def __init__(self, name: str, all_cells: list[DrawioCell]) -> None:
        self._name = name
        self._cells = {cell.id: cell for cell in all_cells if cell.id}
        self._origins: dict[str, Point] = {}

    def graph(self) -> FlowGraph:
        frames, nodes = self._frames, self._nodes
        edges = [(cell, row) for cell in self._cells.values() if cell.edge and (row := self._edge(cell)) is not None]
        seen = valid_graph(
            nodes=list(map(self._node, nodes)),
            groups=list(map(self._group, frames)),
            edges=[row for _, row in edges],
            title="" if self._name == "Page-1" else self._name,
        )
        layer = self._cells.get(LAYER)
        of_graph = {} if layer is None else read_note(layer.data(NOTE))
        return meant_graph(seen, Notes(of_graph, _notes(nodes), _notes([cell for cell, _ in edges]), _notes(frames)))

    @cached_property
    def _holders(self) -> set[str]:
        """Ids of the cells in which shapes lie."""
        return {cell.parent for cell in self._cells.values() if cell.vertex}

    @cached_property
    def _frames(self) -> list[DrawioCell]:
        return [cell for cell in self._cells.values() if cell.vertex and self._is_frame(cell)]

    @cached_property
    def _nodes(self) -> list[DrawioCell]:
        """Shapes that are no frames; those that hang on a line are its labels."""
        return [
            cell
            for cell in self._cells.values()
            if cell.vertex and not self._is_frame(cell) and not self._on_edge(cell) and self._box(cell) is not None
        ]

    def _is_frame(self, cell: DrawioCell) -> bool:
        drawn = cell.style.get("shape") or cell.style.get("", "")
        return cell.id in self._holders or drawn in _FRAMES or cell.style.get("container") == "1"

    def _on_edge(self, cell: DrawioCell) -> bool:
        parent = self._cells.get(cell.parent)
        return parent is not None and parent.edge

    @cached_property
    def _boxes(self) -> dict[str, Box]:
        return {cell.id: box for cell in (*self._nodes, *self._frames) if (box := self._box(cell)) is not None}

    @cached_property
    def _places(self) -> FrameIndex:
        return FrameIndex(self._boxes)

    def _box(self, cell: DrawioCell) -> Box | None:
        return cell.box(self._origin(cell.parent))

    def _origin(self, name: str) -> Point:
        """The corner from which places in the cell ``name`` are counted."""
        trail: list[DrawioCell] = []
        while name not in self._origins and name in self._cells:
            trail.append(self._cells[name])
            check_count("nested cells", len(trail), MAX_DEPTH)
            name = trail[-1].parent
        origin = self._origins.get(name, (0.0, 0.0))
        for cell in reversed(trail):
            box = cell.box(origin) if cell.vertex else None
            origin = origin if box is None else box[:2]
            self._origins[cell.id] = origin
        return origin

    def _group_of(self, cell: DrawioCell) -> str | None:
        parent = self._cells.get(cell.parent)
        return cell.parent if parent is not None and parent.vertex else None

    def _node(self, cell: DrawioCell) -> dict[str, Any]:
        text = _text(cell)
        shape = shape_of(cell.style)
        return {
            **{"id": cell.id, "text": text, "shape": shape, "kind": kind_of(shape, text)},
            **{"group": self._group_of(cell), "box": self._box(cell)},
            **_colours(cell),
        }

    def _group(self, cell: DrawioCell) -> dict[str, Any]:
        parent = self._group_of(cell)
        return {"id": cell.id, "text": _text(cell), "parent": parent, "box": self._box(cell), **_colours(cell)}

    def _edge(self, cell: DrawioCell) -> dict[str, Any] | None:
        start, turns, end = cell.points(self._origin(cell.parent))
        source, target = self._end(cell, "source", start), self._end(cell, "target", end)
        if source is None or target is None:
            return None
        start = self._glued(cell, "exit", source, start)
        end = self._glued(cell, "entry", target, end)
        labels = [_text(cell), *(_text(label) for label in self._labels.get(cell.id, []))]
        row = {"source": source, "target": target, "label": "\n".join(filter(None, labels))}
        marks = {"head": head_of(cell.style, "end", "arrow"), "tail": head_of(cell.style, "start", "none")}
        look = {"line": line_of(cell.style), "stroke": colour_of(cell.style.get("strokeColor"))}
        return row | marks | look | {"path": (start, *turns, end) if start and end else None}

    @cached_property
    def _labels(self) -> dict[str, list[DrawioCell]]:
        """Labels that hang on lines, by the line."""
        labels: dict[str, list[DrawioCell]] = {}
        for cell in self._cells.values():
            if cell.vertex and self._on_edge(cell):
                labels.setdefault(cell.parent, []).append(cell)
        return labels

    def _end(self, cell: DrawioCell, side: str, point: Point | None) -> str | None:
        """Id of the shape at one end of a line: the one that it is glued to, or else that it ends at."""
        named = cell.element.get(side, "")
        if named in self._boxes:
            return named
        return self._places.nearest(point, REACH_PX) if point is not None and not named else None

    def _glued(self, cell: DrawioCell, side: str, name: str, written: Point | None) -> Point | None:
        """The end of a line: where it is glued to its shape, as the shape may have moved since the point was said."""
        try:
            x, y = (float(cell.style[f"{side}{axis}"]) for axis in "XY")
        except (KeyError, ValueError):
            return written
        x0, y0, x1, y1 = self._boxes[name]
        point = (x0 + x * (x1 - x0), y0 + y * (y1 - y0))
        near = written is not None and abs(point[0] - written[0]) <= STRAY_PX and abs(point[1] - written[1]) <= STRAY_PX
        return written if near else point


def _text(cell: DrawioCell) -> str:
    return plain_text(cell.label) if cell.style.get("html") == "1" else cell.label


def _colours(cell: DrawioCell) -> dict[str, str | None]:
    return {"fill": colour_of(cell.style.get("fillColor")), "stroke": colour_of(cell.style.get("strokeColor"))}


def _notes(shown: list[DrawioCell]) -> dict[int, Any]:
    return {number: note for number, cell in enumerate(shown) if (note := read_note(cell.data(NOTE)))}
