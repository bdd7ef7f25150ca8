"""The largest diagram of a model, as a graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Box, Edge, EdgeKind, Group, Node
from diagramloop.graph._frames import FrameIndex
from diagramloop.graph._limits import MAX_EDGES, MAX_NODES, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, meant_graph, read_note
from diagramloop.graph.bpmn._names import FILL, NOTE, STROKE
from diagramloop.graph.bpmn._notation import EDGES, FRAMES, NODES
from diagramloop.graph.bpmn._xml import bounds, child_texts, label_bounds, waypoints
from diagramloop.graph.safe_xml import tag_of


@dataclass(frozen=True)
class BpmnShape:
    """One drawn shape, the element of the model that it stands for, and whether others are drawn inside of it."""

    id: str
    element: Element
    box: Box
    frame: bool
    colours: dict[str, str | None]


class BpmnDiagram:
    """A model with its largest diagram; smaller ones show the insides of single elements."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._elements = {id: e for e in root.iter() if (id := e.get("id")) and not tag_of(e).startswith("BPMN")}
        self._parent = {child: parent for parent in root.iter() for child in parent}
        planes = [e for e in root.iter() if tag_of(e) == "BPMNPlane"]
        if not planes:
            raise FormatError("no diagram is drawn", reason=RejectionReason.UNSUPPORTED)
        self._plane = max(planes, key=len)

    def graph(self) -> FlowGraph:
        """Nodes, groups and edges in the order in which the diagram draws them."""
        frames = [shape for shape in self._shapes.values() if shape.frame]
        shapes = [shape for shape in self._shapes.values() if not shape.frame]
        places = FrameIndex({frame.id: frame.box for frame in frames})
        edges = list(self._edges())
        seen = FlowGraph(
            nodes=tuple(self._node(shape, places) for shape in shapes),
            groups=tuple(self._group(frame, places) for frame in frames),
            edges=tuple(edge for _, edge in edges),
        )
        notes = (
            _notes(part.element for part in shapes),
            _notes(e for e, _ in edges),
            _notes(f.element for f in frames),
        )
        return meant_graph(seen, Notes(read_note(self._root.get(NOTE)), *notes))

    @cached_property
    def _shapes(self) -> dict[str, BpmnShape]:
        """Shapes of known elements by the id of their drawing, which not all tools give them."""
        drawn = [e for e in self._plane if tag_of(e) == "BPMNShape"]
        check_count("nodes", len(drawn), MAX_NODES)
        elements = [self._named(e.get("bpmnElement", "")) for e in drawn]
        holders = self._holders(elements)
        shapes: dict[str, BpmnShape] = {}
        ids: set[str] = set()
        for number, (e, element) in enumerate(zip(drawn, elements, strict=True)):
            box = bounds(e)
            if element is None or box is None or tag_of(element) not in (*NODES, *FRAMES):
                continue
            name, drawing = element.get("id", ""), e.get("id", "")
            id = f"{name}#{number}" if name in ids else name
            ids.add(id)
            key = drawing if drawing and drawing not in shapes else f"#{number}"
            is_frame = tag_of(element) in FRAMES or element in holders
            shapes[key] = BpmnShape(id, element, box, is_frame, _colours(e))
        return shapes

    def _holders(self, elements: Iterable[Element | None]) -> set[Element]:
        holders: set[Element] = set()
        for element in elements:
            if element is not None:
                holders.update(self._ancestors(element))
        return holders

    def _named(self, reference: str) -> Element | None:
        """The element of an id; a reference may have a prefix, as if ids had namespaces."""
        return self._elements.get(reference, self._elements.get(reference.rpartition(":")[2]))

    def _ancestors(self, element: Element) -> Iterator[Element]:
        while element in self._parent:
            element = self._parent[element]
            yield element

    def _node(self, shape: BpmnShape, frames: FrameIndex) -> Node:
        look = NODES[tag_of(shape.element)]
        group = frames.innermost(shape.box)
        row = {"id": shape.id, "text": self._text(shape.element), "box": shape.box, **shape.colours}
        return Node(**row, kind=look.kind, shape=look.shape, group=group)

    def _group(self, frame: BpmnShape, frames: FrameIndex) -> Group:
        row = {"id": frame.id, "text": self._text(frame.element), "box": frame.box, **frame.colours}
        return Group(**row, parent=frames.innermost(frame.box))

    def _text(self, element: Element) -> str:
        """Text on its shape: the name, an annotation's text, a datum's name and state."""
        own = element.get("name") or "".join(child_texts(element, "text"))
        referred = self._named(element.get("dataObjectRef") or element.get("categoryValueRef") or "")
        if not own and referred is not None and referred is not element:
            own = referred.get("name") or referred.get("value") or ""
        states = [f"[{state.get('name')}]" for state in element if tag_of(state) == "dataState" and state.get("name")]
        return "\n".join([own.strip(), *states]).strip()

    def _edges(self) -> Iterator[tuple[Element, Edge]]:
        drawn = [e for e in self._plane if tag_of(e) == "BPMNEdge"]
        check_count("edges", len(drawn), MAX_EDGES)
        for e in drawn:
            element = self._named(e.get("bpmnElement", ""))
            if element is None or tag_of(element) not in EDGES:
                continue
            source, target = self._end(e, element, "source"), self._end(e, element, "target")
            if source and target:
                yield element, self._edge(e, element, source, target)

    def _edge(self, drawn: Element, element: Element, source: str, target: str) -> Edge:
        kind, line, head = EDGES[tag_of(element)]
        label = (element.get("name") or "").strip()
        if kind is EdgeKind.SEQUENCE and label:
            kind = EdgeKind.CONDITION
        direction = element.get("associationDirection", "None")
        marks = {
            "line": line,
            "head": "arrow" if direction in ("One", "Both") else head,
            "tail": "arrow" if direction == "Both" else "none",
        }
        place = {"path": waypoints(drawn), "label_box": label_bounds(drawn) if label else None}
        ends = {"source": source, "target": target}
        stroke = colour_of(drawn.get(STROKE))
        return Edge(id=element.get("id", ""), label=label, kind=kind, stroke=stroke, **ends, **marks, **place)

    def _end(self, drawn: Element, element: Element, side: str) -> str | None:
        """Id of the drawn node or group at one end; the diagram's own word first, then the model's, of which a
        data association leaves out the activity that it belongs to."""
        referenced = drawn.get(f"{side}Element", "")
        if referenced in self._shapes:
            return self._shapes[referenced].id
        named = (self._named(r.strip()) for r in (element.get(f"{side}Ref", ""), *child_texts(element, f"{side}Ref")))
        candidates = [e for e in named if e is not None] + list(self._ancestors(element))
        if tag_of(element) not in ("dataInputAssociation", "dataOutputAssociation"):
            around = set(self._ancestors(element))
            candidates = [e for e in candidates if e not in around]
        return next((self._id_of[e] for e in candidates if e in self._id_of), None)

    @cached_property
    def _id_of(self) -> dict[Element, str]:
        """Elements of the model to the ids of the first shapes that are drawn for them."""
        return {shape.element: shape.id for shape in reversed(self._shapes.values())}


def _colours(drawn: Element) -> dict[str, str | None]:
    return {"fill": colour_of(drawn.get(FILL)), "stroke": colour_of(drawn.get(STROKE))}


def _notes(elements: Iterable[Element]) -> dict[int, Note]:
    return {number: note for number, element in enumerate(elements) if (note := read_note(element.get(NOTE)))}
