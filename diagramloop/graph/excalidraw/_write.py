"""FlowGraph to an Excalidraw scene."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any

from diagramloop.graph._elements import Box, Edge, Group, Node, Point
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, noted
from diagramloop.graph._written import Written
from diagramloop.graph.colours import WHITE
from diagramloop.graph.excalidraw._looks import HEADS, INK, NOTHING, ROUND, ROUNDED, SHAPES, THICK_PX, THIN_PX
from diagramloop.graph.excalidraw._read import NOTE, read_excalidraw
from diagramloop.graph.lettering import (
    LABEL_PX,
    LINE_RATIO,
    height_px,
    is_dark,
    label_px,
    wrapped,
    wrapped_sizes,
    written_on,
)
from diagramloop.graph.placement import LETTER_PX, fresh, placed, routed

HELVETICA = 2
_FREE: Note = {"shape": ("text", "text")}  # of a text that is a node, though it may stand in the middle of another
Drawn = dict[str, Any]


def write_excalidraw(graph: FlowGraph) -> Written:
    """Write a scene that Excalidraw opens: everything at its place, texts and arrows bound to their shapes.

    Excalidraw draws rectangles, diamonds and ellipses; other shapes are noted and come back.
    """
    return noted(graph, routed(placed(graph)), lambda chart, notes: _Writer(chart, notes).document(), read_excalidraw)


class _Writer:
    def __init__(self, graph: FlowGraph, notes: Notes) -> None:
        self._graph, self._notes = graph, notes
        self._letters = wrapped_sizes(graph)
        self._taken = {end.id for end in graph.ends}
        self._edge_ids = [fresh(f"edge-{number + 1}", self._taken) for number in range(len(graph.edges))]

    def document(self) -> str:
        elements = [*self._frames(), *self._shapes(), *self._arrows()]
        bound = _bound(elements)
        for element in elements:
            element["boundElements"] = bound.get(element["id"], [])
        scene = {
            **{"type": "excalidraw", "version": 2, "source": "diagramloop", "elements": elements},
            **{"appState": {"viewBackgroundColor": "#ffffff", NOTE: self._notes.graph}, "files": {}},
        }
        return json.dumps(scene, ensure_ascii=False, indent=1) + "\n"

    def _frames(self) -> Iterator[Drawn]:
        for number, group in enumerate(self._graph.groups):
            own = {"name": group.text or None, **_colours(group)}
            yield _element(group.id, "frame", group.box, own, self._notes.groups.get(number))

    def _shapes(self) -> Iterator[Drawn]:
        for number, node in enumerate(self._graph.nodes):
            kind, note = SHAPES.get(node.shape, "rectangle"), self._notes.nodes.get(number)
            own: Drawn = {"frameId": node.group, **_colours(node)}
            if kind == "text":
                letters = self._letters.get(node.id, LABEL_PX)
                lettering = _lettering(node.text, node.text, None, letters)
                yield _element(node.id, "text", node.box, own | lettering, note or _FREE)
                continue
            own["roundness"] = ROUND if node.shape in ROUNDED else None
            yield _element(node.id, kind, node.box, own, note)
            ink = WHITE if is_dark(node.fill) else INK
            box, letters = written_on(node), self._letters.get(node.id, LABEL_PX)
            own = {"frameId": node.group, "strokeColor": ink}
            yield from self._text(node.id, node.text, wrapped(node.text, box[2] - box[0], letters), box, letters, own)

    def _arrows(self) -> Iterator[Drawn]:
        for number, (name, edge) in enumerate(zip(self._edge_ids, self._graph.edges, strict=True)):
            assert edge.path is not None
            yield _element(name, "arrow", _extent(edge.path), _line(edge, edge.path), self._notes.edges.get(number))
            box = edge.label_box or _about(edge.label, edge.path)
            yield from self._text(name, edge.label, edge.label, box, label_px(edge, self._letters), {})

    def _text(self, holder: str, text: str, lines: str, box: Box, letters: float, own: Drawn) -> Iterator[Drawn]:
        """The text bound to a shape or an arrow, as high as its lines, in the middle of ``box``.

        Excalidraw breaks and centres a bound text when it is edited, not when it is opened.
        """
        if text:
            name = fresh(f"{holder}-text", self._taken)
            middle, half = (box[1] + box[3]) / 2, height_px(lines, letters) / 2
            place = (box[0], middle - half, box[2], middle + half)
            yield _element(name, "text", place, _lettering(text, lines, holder, letters) | own, None)


_LOOK: Drawn = {
    **{"angle": 0, "strokeColor": INK, "backgroundColor": NOTHING, "fillStyle": "solid", "strokeWidth": THIN_PX},
    **{"strokeStyle": "solid", "roughness": 0, "opacity": 100, "groupIds": [], "frameId": None, "roundness": None},
}
"""What each element has unless it says otherwise."""


def _element(name: str, kind: str, box: Box | None, own: Drawn, note: Note | None) -> Drawn:
    """Fields that every element has, and those of this one."""
    assert box is not None
    x0, y0, x1, y1 = box
    seed = zlib.crc32(name.encode("utf-8", "surrogatepass"))
    element = {"id": name, "type": kind, "x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0} | _LOOK
    element |= {"seed": seed, "version": 1, "versionNonce": seed, "isDeleted": False, "updated": 1, "link": None}
    element |= {"locked": False, **own}
    return element | {"customData": {NOTE: note}} if note else element


def _colours(part: Node | Group) -> Drawn:
    return {"strokeColor": part.stroke or INK, "backgroundColor": part.fill or NOTHING}


def _lettering(text: str, lines: str, holder: str | None, size: float) -> Drawn:
    return {
        **{"text": lines, "originalText": text, "fontSize": size},
        **{"fontFamily": HELVETICA, "textAlign": "center", "verticalAlign": "middle", "containerId": holder},
        **{"lineHeight": LINE_RATIO, "autoResize": True},
    }


def _line(edge: Edge, path: tuple[Point, ...]) -> Drawn:
    x, y = path[0]
    glue = {"focus": 0, "gap": 1}
    own: Drawn = {"x": x, "y": y, "points": [[px - x, py - y] for px, py in path], "lastCommittedPoint": None}
    own |= {"startBinding": {"elementId": edge.source, **glue}, "endBinding": {"elementId": edge.target, **glue}}
    own |= {"startArrowhead": HEADS[edge.tail], "endArrowhead": HEADS[edge.head], "elbowed": False}
    own["strokeStyle"] = "dotted" if edge.line == "dotted" else "solid"
    own["strokeWidth"] = THICK_PX if edge.line == "thick" else THIN_PX
    own["strokeColor"] = NOTHING if edge.line == "invisible" else edge.stroke or INK
    return own


def _bound(elements: list[Drawn]) -> dict[str, list[Drawn]]:
    """Things that hang on each element: its text, and the arrows that are bound to it."""
    bound: dict[str, list[Drawn]] = {}
    for element in elements:
        holders = [element.get("containerId")] if element["type"] == "text" else []
        if element["type"] == "arrow":
            holders = list(dict.fromkeys(element[end]["elementId"] for end in ("startBinding", "endBinding")))
        for holder in filter(None, holders):
            bound.setdefault(holder, []).append({"id": element["id"], "type": element["type"]})
    return bound


def _extent(path: tuple[Point, ...]) -> Box:
    x, y = zip(*path, strict=True)
    return (min(x), min(y), max(x), max(y))


def _about(label: str, path: tuple[Point, ...]) -> Box:
    """Place of a label that nobody knows: around the middle of its line."""
    (ax, ay), (bx, by) = path[(len(path) - 1) // 2], path[len(path) // 2]
    x, y = (ax + bx) / 2, (ay + by) / 2
    across = LETTER_PX * max(map(len, label.split("\n"))) / 2
    return (x - across, y - 10, x + across, y + 10)
