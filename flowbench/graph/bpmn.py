"""BPMN 2.0 XML (OMG formal/2013-12-09): what its largest diagram draws, as a FlowGraph.

Of the model only that counts which the diagram interchange part has a shape or an edge for. Flow nodes, data, stores
and annotations become nodes; pools, lanes, expanded sub-processes and groups become groups; sequence flows, message
flows and associations become edges. Coordinates are the diagram's own units, not the pixels of any picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from flowbench.errors import FormatError, RejectionReason
from flowbench.graph._limits import MAX_DEPTH, MAX_EDGES, MAX_NODES, check_count
from flowbench.graph._model import Box, Edge, EdgeKind, FlowGraph, Group, Head, Line, Node, NodeKind, Point

MAX_BYTES = 20_000_000


class _Look(NamedTuple):
    """What an element of the model means and how the standard draws it."""

    kind: NodeKind
    shape: str


_EVENT, _DATA = _Look(NodeKind.EVENT, "circle"), _Look(NodeKind.DATA_OBJECT, "notch-rect")
_TASKS = (
    "task userTask serviceTask sendTask receiveTask manualTask businessRuleTask scriptTask callActivity subProcess "
    "adHocSubProcess transaction subChoreography choreographyTask"
)
_NODES = {
    **{name: _Look(NodeKind.PROCESS, "rounded") for name in _TASKS.split()},
    **dict.fromkeys(("intermediateCatchEvent", "intermediateThrowEvent", "boundaryEvent"), _EVENT),
    **dict.fromkeys(("dataObject", "dataObjectReference", "dataInput", "dataOutput"), _DATA),
    "startEvent": _Look(NodeKind.START, "circle"),
    "endEvent": _Look(NodeKind.END, "circle"),
    "exclusiveGateway": _Look(NodeKind.XOR, "diam"),
    "inclusiveGateway": _Look(NodeKind.OR, "diam"),
    "parallelGateway": _Look(NodeKind.AND, "diam"),
    "eventBasedGateway": _Look(NodeKind.DECISION, "diam"),
    "complexGateway": _Look(NodeKind.DECISION, "diam"),
    "dataStore": _Look(NodeKind.STORE, "cyl"),
    "dataStoreReference": _Look(NodeKind.STORE, "cyl"),
    "textAnnotation": _Look(NodeKind.TEXT_ANNOTATION, "braces"),
}
_FRAMES = ("participant", "process", "lane", "group")  # some tools draw a process where others draw its participant


class _Drawn(NamedTuple):
    kind: EdgeKind
    line: Line
    head: Head


_EDGES = {
    "sequenceFlow": _Drawn(EdgeKind.SEQUENCE, "solid", "arrow"),
    "messageFlow": _Drawn(EdgeKind.MESSAGE, "dotted", "arrow"),
    "association": _Drawn(EdgeKind.CONSTRAINT, "dotted", "none"),
    "dataInputAssociation": _Drawn(EdgeKind.CONSTRAINT, "dotted", "arrow"),
    "dataOutputAssociation": _Drawn(EdgeKind.CONSTRAINT, "dotted", "arrow"),
}


def read_bpmn(document: str | bytes) -> FlowGraph:
    """The graph that the largest diagram of a BPMN document draws.

    Edges one of whose ends is not drawn are left out, as nothing shows where they end.

    Raises:
        FormatError: EMPTY; TOO_LARGE (bytes, depth, nodes or edges); SYNTAX (no XML); UNSAFE (a document type,
            entities); INVALID (XML of something else); UNSUPPORTED (BPMN without a diagram).
    """
    return _Document(_parsed(document)).graph()


def _parsed(document: str | bytes) -> Element:
    if len(document) > MAX_BYTES:
        raise FormatError(f"more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    if not document.strip():
        raise FormatError("the document is empty", reason=RejectionReason.EMPTY)
    parser = DefusedXMLParser(target=_ShallowBuilder(), forbid_dtd=True)
    try:
        parser.feed(document)
        root: Element = parser.close()
    except ParseError as error:
        raise FormatError(f"not XML: {error}") from error
    except DefusedXmlException as error:
        raise FormatError(f"refused XML: {type(error).__name__}", reason=RejectionReason.UNSAFE) from error
    except (LookupError, ValueError) as error:  # encodings that are unknown, or of several bytes
        raise FormatError(f"not readable: {error}", reason=RejectionReason.UNREADABLE) from error
    if _tag(root) != "definitions":
        raise FormatError(f"<{_tag(root)[:40]}> is no BPMN", reason=RejectionReason.INVALID)
    return root


class _ShallowBuilder(TreeBuilder):
    """Refuses elements nested too deep while they are read."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self._depth += 1
        check_count("nested elements", self._depth, MAX_DEPTH)
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self._depth -= 1
        return super().end(tag)


def _tag(element: Element) -> str:
    """Without its namespace, which exporters disagree on."""
    return element.tag.rpartition("}")[2]


@dataclass(frozen=True)
class _Shape:
    """One drawn shape, the element of the model that it stands for, and whether others are drawn inside of it."""

    id: str
    element: Element
    box: Box
    frame: bool

    @property
    def area(self) -> float:
        x0, y0, x1, y1 = self.box
        return (x1 - x0) * (y1 - y0)

    def holds(self, other: _Shape) -> bool:
        """The other's middle lies inside; what sits on the border, as boundary events do, is not held."""
        (x0, y0, x1, y1), (a0, b0, a1, b1) = self.box, other.box
        x, y = (a0 + a1) / 2, (b0 + b1) / 2
        margin = 0.25 * min(a1 - a0, b1 - b0)
        return x0 + margin < x < x1 - margin and y0 + margin < y < y1 - margin and other.area < self.area


class _Document:
    """A model with its largest diagram; smaller ones show the insides of single elements."""

    def __init__(self, root: Element) -> None:
        self._elements = {id: e for e in root.iter() if (id := e.get("id")) and not _tag(e).startswith("BPMN")}
        self._parent = {child: parent for parent in root.iter() for child in parent}
        planes = [e for e in root.iter() if _tag(e) == "BPMNPlane"]
        if not planes:
            raise FormatError("no diagram is drawn", reason=RejectionReason.UNSUPPORTED)
        self._plane = max(planes, key=len)

    def graph(self) -> FlowGraph:
        """Nodes, groups and edges in the order in which the diagram draws them."""
        frames = [shape for shape in self._shapes.values() if shape.frame]
        nodes = [self._node(shape, frames) for shape in self._shapes.values() if not shape.frame]
        groups = [
            Group(id=frame.id, text=self._text(frame.element), parent=_innermost(frame, frames), box=frame.box)
            for frame in frames
        ]
        return FlowGraph(nodes=tuple(nodes), groups=tuple(groups), edges=tuple(self._edges()))

    @cached_property
    def _shapes(self) -> dict[str, _Shape]:
        """Shapes of known elements by the id of their drawing, which not all tools give them."""
        drawn = [e for e in self._plane if _tag(e) == "BPMNShape"]
        check_count("nodes", len(drawn), MAX_NODES)
        elements = [self._named(e.get("bpmnElement", "")) for e in drawn]
        holders = {holder for e in elements if e is not None for holder in self._ancestors(e)}
        shapes: dict[str, _Shape] = {}
        ids: set[str] = set()
        for number, (e, element) in enumerate(zip(drawn, elements, strict=True)):
            box = _bounds(e)
            if element is None or box is None or _tag(element) not in (*_NODES, *_FRAMES):
                continue
            name = element.get("id", "")
            id = f"{name}#{number}" if name in ids else name
            ids.add(id)
            drawing = e.get("id", "")
            key = drawing if drawing and drawing not in shapes else f"#{number}"
            shapes[key] = _Shape(id, element, box, _tag(element) in _FRAMES or element in holders)
        return shapes

    def _named(self, reference: str) -> Element | None:
        """The element of an id; a reference may have a prefix, as if ids had namespaces."""
        return self._elements.get(reference, self._elements.get(reference.rpartition(":")[2]))

    def _ancestors(self, element: Element) -> Iterator[Element]:
        while element in self._parent:
            element = self._parent[element]
            yield element

    def _node(self, shape: _Shape, frames: list[_Shape]) -> Node:
        look = _NODES[_tag(shape.element)]
        group = _innermost(shape, frames)
        return Node(
            id=shape.id, text=self._text(shape.element), kind=look.kind, shape=look.shape, group=group, box=shape.box
        )

    def _text(self, element: Element) -> str:
        """What is written on its shape: the name, an annotation's text, a datum's name and state."""
        own = element.get("name") or "".join(_child_texts(element, "text"))
        referred = self._named(element.get("dataObjectRef") or element.get("categoryValueRef") or "")
        if not own and referred is not None and referred is not element:
            own = referred.get("name") or referred.get("value") or ""
        states = [f"[{state.get('name')}]" for state in element if _tag(state) == "dataState" and state.get("name")]
        return "\n".join([own.strip(), *states]).strip()

    def _edges(self) -> Iterator[Edge]:
        drawn = [e for e in self._plane if _tag(e) == "BPMNEdge"]
        check_count("edges", len(drawn), MAX_EDGES)
        for e in drawn:
            element = self._named(e.get("bpmnElement", ""))
            if element is None or _tag(element) not in _EDGES:
                continue
            source, target = self._end(e, element, "source"), self._end(e, element, "target")
            if source and target:
                yield self._edge(e, element, source, target)

    def _edge(self, drawn: Element, element: Element, source: str, target: str) -> Edge:
        kind, line, head = _EDGES[_tag(element)]
        label = (element.get("name") or "").strip()
        if kind is EdgeKind.SEQUENCE and label:
            kind = EdgeKind.CONDITION
        direction = element.get("associationDirection", "None")
        return Edge(
            id=element.get("id", ""),
            source=source,
            target=target,
            label=label,
            kind=kind,
            line=line,
            head="arrow" if direction in ("One", "Both") else head,
            tail="arrow" if direction == "Both" else "none",
            path=_waypoints(drawn),
        )

    def _end(self, drawn: Element, element: Element, side: str) -> str | None:
        """Id of the drawn node or group at one end; the diagram's own word first, then the model's, of which a
        data association leaves out the activity that it belongs to."""
        said = drawn.get(f"{side}Element", "")
        if said in self._shapes:
            return self._shapes[said].id
        by_element = {shape.element: shape.id for shape in reversed(self._shapes.values())}
        named = (self._named(r.strip()) for r in (element.get(f"{side}Ref", ""), *_child_texts(element, f"{side}Ref")))
        candidates = [e for e in named if e is not None] + list(self._ancestors(element))
        if _tag(element) not in ("dataInputAssociation", "dataOutputAssociation"):
            candidates = [e for e in candidates if e not in set(self._ancestors(element))]
        return next((by_element[e] for e in candidates if e in by_element), None)


def _innermost(shape: _Shape, frames: list[_Shape]) -> str | None:
    """Id of the smallest frame that holds ``shape``."""
    holders = [frame for frame in frames if frame is not shape and frame.holds(shape)]
    return min(holders, key=lambda frame: frame.area).id if holders else None


def _child_texts(element: Element, tag: str) -> list[str]:
    return [(child.text or "").strip() for child in element if _tag(child) == tag]


def _bounds(drawn: Element) -> Box | None:
    bounds = next((e for e in drawn if _tag(e) == "Bounds"), None)
    values = [] if bounds is None else _numbers(bounds, "x", "y", "width", "height")
    if len(values) < 4 or min(values[2:]) <= 0:
        return None
    x, y, width, height = values
    return (x, y, x + width, y + height)


def _waypoints(drawn: Element) -> tuple[Point, ...] | None:
    points = [_numbers(e, "x", "y") for e in drawn if _tag(e) == "waypoint"]
    return tuple((p[0], p[1]) for p in points if len(p) == 2) or None


def _numbers(element: Element, *names: str) -> list[float]:
    """The attributes of these names, or nothing where one is absent or no finite number."""
    try:
        values = [float(element.get(name, "")) for name in names]
    except ValueError:
        return []
    return values if all(map(isfinite, values)) else []
