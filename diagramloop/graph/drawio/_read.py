"""draw.io's XML to FlowGraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError
from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Box, Point
from diagramloop.graph._frames import FrameIndex, unjoined
from diagramloop.graph._limits import MAX_DEPTH, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Notes, meant_graph, read_note
from diagramloop.graph._pages import left_out_of, read_pages
from diagramloop.graph._plain_text import plain_text
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.account import LINES, SHAPES, Chart, Read
from diagramloop.graph.drawio._cells import DrawioCell, cells
from diagramloop.graph.drawio._pages import models_of
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
    """Read the main page of a draw.io file: shapes, their frames and the lines between them, with places and colours.

    Raises:
        FormatError: EMPTY, TOO_LARGE, SYNTAX, UNSAFE (a document type, entities), UNREADABLE (what is compressed),
            INVALID (XML of something else, or a note that is none).
    """
    return drawio_charts(document).graph


def drawio_charts(document: str) -> Read:
    """Read all pages of a draw.io file, or all shapes of a library.

    What is hidden is left out, and so is a line of which nothing shows what it joins. Raises as :func:`read_drawio`.
    """
    return read_pages([partial(_chart, *page) for page in models_of(document)])


def _chart(name: str, model: Element | FormatError, number: int) -> Chart:
    if isinstance(model, FormatError):
        raise model
    page = _Page(name, cells(model))
    return Chart(page.graph(), name, number, left_out_of(page.missing, name))


class _Page:
    def __init__(self, name: str, all_cells: dict[str, DrawioCell]) -> None:
        self._name = name
        self._all = all_cells
        self._shown: dict[str, bool] = {}
        self._cells = {name: cell for name, cell in all_cells.items() if self._is_shown(name)}
        self._around: dict[str, Box] = {}
        self.missing: Counter[tuple[str, str]] = Counter()

    def graph(self) -> FlowGraph:
        frames, nodes = self._frames, self._nodes
        self._count_hidden()
        edges = [(cell, row) for cell in self._cells.values() if cell.edge and (row := self._edge(cell)) is not None]
        seen = valid_graph(
            nodes=list(map(self._node, nodes)),
            groups=list(map(self._group, frames)),
            edges=[row for _, row in edges],
            title="" if self._name == "Page-1" else self._name,
        )
        layer = self._all.get(LAYER)
        of_graph = {} if layer is None else read_note(layer.data(NOTE))
        return meant_graph(seen, Notes(of_graph, _notes(nodes), _notes([cell for cell, _ in edges]), _notes(frames)))

    def _count_hidden(self) -> None:
        for name, cell in self._all.items():
            if name in self._cells:
                continue
            if cell.edge:
                self.missing[LINES, "hidden"] += 1
            if cell.vertex and not self._on_edge(cell):
                self.missing[SHAPES, "hidden"] += 1

    def _is_shown(self, name: str) -> bool:
        """False of a cell that is hidden, or lies in one or on a layer that is."""
        trail: list[str] = []
        while name not in self._shown and name in self._all:
            trail.append(name)
            check_count("nested cells", len(trail), MAX_DEPTH)
            name = self._all[name].parent
        shown = self._shown.get(name, True)
        for inner in reversed(trail):
            shown = self._shown[inner] = shown and self._all[inner].element.get("visible") != "0"
        return shown

    @cached_property
    def _holders(self) -> set[str]:
        """Ids of the cells in which shapes lie."""
        return {cell.parent for cell in self._cells.values() if cell.vertex}

    @cached_property
    def _vertices(self) -> list[DrawioCell]:
        """Shapes and frames; vertices that hang on a line are its labels."""
        return [cell for cell in self._cells.values() if cell.vertex and not self._on_edge(cell)]

    @cached_property
    def _frames(self) -> list[DrawioCell]:
        return [cell for cell in self._vertices if self._is_frame(cell)]

    @cached_property
    def _nodes(self) -> list[DrawioCell]:
        return [cell for cell in self._vertices if not self._is_frame(cell)]

    def _is_frame(self, cell: DrawioCell) -> bool:
        drawn = cell.style.get("shape") or cell.style.get("", "")
        return cell.id in self._holders or drawn in _FRAMES or cell.style.get("container") == "1"

    def _on_edge(self, cell: DrawioCell) -> bool:
        parent = self._all.get(cell.parent)
        return parent is not None and parent.edge

    @cached_property
    def _boxes(self) -> dict[str, Box | None]:
        return {cell.id: self._box(cell) for cell in self._vertices}

    @cached_property
    def _places(self) -> tuple[FrameIndex, FrameIndex]:
        """Of shapes, and of frames, which a line ends at where no shape is."""
        return _index(self._nodes, self._boxes), _index(self._frames, self._boxes)

    def _box(self, cell: DrawioCell) -> Box | None:
        return cell.box(self._box_around(cell.parent))

    def _box_around(self, name: str) -> Box:
        """The box of the cell ``name``, from whose corner places in it are counted; a layer's has no sides."""
        trail: list[DrawioCell] = []
        while name not in self._around and name in self._all:
            trail.append(self._all[name])
            name = trail[-1].parent
        around = self._around.get(name, (0.0, 0.0, 0.0, 0.0))
        for cell in reversed(trail):
            box = cell.box(around) if cell.vertex else None
            around = self._around[cell.id] = (*around[:2], *around[:2]) if box is None else box
        return around

    def _group_of(self, cell: DrawioCell) -> str | None:
        return cell.parent if cell.parent in self._boxes else None

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
        start, turns, end = cell.points(self._box_around(cell.parent)[:2])
        (source, glued), (target, glued_too) = self._end(cell, "source", start), self._end(cell, "target", end)
        reason = unjoined(source, target, glued=glued or glued_too)
        if source is None or target is None or reason:
            self.missing[LINES, reason] += 1
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

    def _end(self, cell: DrawioCell, side: str, point: Point | None) -> tuple[str | None, bool]:
        """Id of the shape at one end of a line: the one that it is glued to, which is then True, or that it ends at."""
        named = cell.element.get(side, "")
        if named in self._boxes:
            return named, True
        if point is None or named in self._all:
            return None, False
        shapes, frames = self._places
        return shapes.nearest(point, REACH_PX) or frames.nearest(point, REACH_PX), False

    def _glued(self, cell: DrawioCell, side: str, name: str, written: Point | None) -> Point | None:
        """The end of a line: where it is glued to its shape, as the shape may have moved since the point was said."""
        try:
            x, y = (float(cell.style[f"{side}{axis}"]) for axis in "XY")
        except (KeyError, ValueError):
            return written
        box = self._boxes[name]
        if box is None:
            return written
        x0, y0, x1, y1 = box
        point = (x0 + x * (x1 - x0), y0 + y * (y1 - y0))
        near = written is not None and abs(point[0] - written[0]) <= STRAY_PX and abs(point[1] - written[1]) <= STRAY_PX
        return written if near else point


def _index(parts: list[DrawioCell], boxes: Mapping[str, Box | None]) -> FrameIndex:
    return FrameIndex({cell.id: box for cell in parts if (box := boxes[cell.id]) is not None})


def _text(cell: DrawioCell) -> str:
    return plain_text(cell.label) if cell.style.get("html") == "1" else cell.label


def _colours(cell: DrawioCell) -> dict[str, str | None]:
    return {"fill": colour_of(cell.style.get("fillColor")), "stroke": colour_of(cell.style.get("strokeColor"))}


def _notes(shown: list[DrawioCell]) -> dict[int, Any]:
    return {number: note for number, cell in enumerate(shown) if (note := read_note(cell.data(NOTE)))}
