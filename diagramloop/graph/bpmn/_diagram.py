"""One page of a model, as a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, GraphError, RejectionReason
from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Box, Edge, EdgeKind, Group, Node
from diagramloop.graph._frames import FrameIndex
from diagramloop.graph._limits import MAX_EDGES, MAX_NODES, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, meant_graph, read_note
from diagramloop.graph.account import LINES, SHAPES, LeftOut
from diagramloop.graph.bpmn._model import BpmnModel
from diagramloop.graph.bpmn._names import FILL, NOTE, STROKE
from diagramloop.graph.bpmn._notation import EDGES, FRAMES, NODES
from diagramloop.graph.bpmn._pages import Depiction, Page
from diagramloop.graph.bpmn._xml import bounds, child_texts, label_bounds, waypoints
from diagramloop.graph.safe_xml import tag_of


class BpmnShape(NamedTuple):
    """The element of the model that a shape stands for, and whether others are inside of it."""

    id: str
    element: Element
    box: Box | None
    frame: bool
    colours: dict[str, str | None]


class BpmnDiagram:
    """A page of a model."""

    def __init__(self, model: BpmnModel, page: Page) -> None:
        self._model, self._page = model, page
        self._unused: Counter[tuple[str, str]] = Counter()

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Shapes and lines of the page that are not in its graph, once that is made."""
        return tuple(LeftOut(kind, number, reason, self._page.name) for (kind, reason), number in self._unused.items())

    def graph(self) -> FlowGraph:
        """Nodes, groups and edges in the order in which the diagram draws them, or the model has them."""
        frames = [shape for shape in self._shapes.values() if shape.frame]
        shapes = [shape for shape in self._shapes.values() if not shape.frame]
        edges = list(self._edges())
        nodes = [Node(**self._node(shape)) for shape in shapes]
        groups = [Group(**self._row(frame), parent=self._frame_of(frame)) for frame in frames]
        try:
            seen = FlowGraph(nodes=nodes, groups=groups, edges=[edge for _, edge in edges])
        except GraphError as error:  # lanes that the model puts into what is in them
            raise FormatError(str(error), reason=RejectionReason.INVALID) from error
        notes = (
            _notes(part.element for part in shapes),
            _notes(e for e, _ in edges),
            _notes(f.element for f in frames),
        )
        return meant_graph(seen, Notes(read_note(self._model.root.get(NOTE)), *notes))

    @cached_property
    def _shapes(self) -> dict[str, BpmnShape]:
        """Shapes of known elements by the id of their drawing, which not all tools give them."""
        depictions = self._page.shapes
        check_count("nodes", len(depictions), MAX_NODES)
        holders = self._holders(depictions)
        shapes: dict[str, BpmnShape] = {}
        ids: set[str] = set()
        for number, part in enumerate(depictions):
            box, drawing = bounds(part.drawing), part.drawing.get("id", "")
            reason = _unusable(part, (*NODES, *FRAMES), box is not None)
            if reason or part.element is None:
                self._unused[SHAPES, reason] += 1
                continue
            name = part.element.get("id", "")
            id = f"{name}#{number}" if name in ids or not name else name
            ids.add(id)
            key = drawing if drawing and drawing not in shapes else f"#{number}"
            is_frame = tag_of(part.element) in FRAMES or part.element in holders
            shapes[key] = BpmnShape(id, part.element, box, is_frame, _colours(part.drawing))
        return shapes

    def _holders(self, depictions: Iterable[Depiction]) -> set[Element]:
        holders: set[Element] = set()
        for part in depictions:
            if part.element is not None:
                holders.update(self._model.ancestors(part.element))
        return holders

    @cached_property
    def _places(self) -> FrameIndex:
        frames = [shape for shape in self._shapes.values() if shape.frame]
        return FrameIndex({frame.id: frame.box for frame in frames if frame.box is not None})

    def _frame_of(self, shape: BpmnShape) -> str | None:
        """The frame that a shape is drawn in; of one that is not drawn, that the model says."""
        if shape.box is not None:
            return self._places.innermost(shape.box)
        return next((self._id_of[e] for e in self._model.holders(shape.element) if e in self._id_of), None)

    def _row(self, shape: BpmnShape) -> dict[str, Any]:
        return {"id": shape.id, "text": self._text(shape.element), "box": shape.box, **shape.colours}

    def _node(self, shape: BpmnShape) -> dict[str, Any]:
        look = NODES[tag_of(shape.element)]
        host = self._model.named(shape.element.get("attachedToRef"))
        attached = None if host is None else self._id_of.get(host)
        return self._row(shape) | {
            **{"kind": look.kind, "shape": look.shape, "group": self._frame_of(shape), "attached": attached}
        }

    def _text(self, element: Element) -> str:
        """Text on its shape: the name, an annotation's text, a datum's name and state."""
        own = element.get("name") or "".join(child_texts(element, "text"))
        referred = self._model.named(element.get("dataObjectRef") or element.get("categoryValueRef"))
        if not own and referred is not None and referred is not element:
            own = referred.get("name") or referred.get("value") or ""
        states = [f"[{state.get('name')}]" for state in element if tag_of(state) == "dataState" and state.get("name")]
        return "\n".join([own.strip(), *states]).strip()

    def _edges(self) -> Iterator[tuple[Element, Edge]]:
        check_count("edges", len(self._page.lines), MAX_EDGES)
        for part in self._page.lines:
            reason = _unusable(part, EDGES, True)
            if reason or part.element is None:
                self._unused[LINES, reason] += 1
                continue
            ends = [self._end(part.drawing, part.element, side) for side in ("source", "target")]
            if not all(ends):
                self._unused[LINES, "that end at nothing shown"] += 1
            else:
                row = self._edge(part.drawing, part.element)
                yield part.element, Edge(source=ends[0], target=ends[1], **row)

    def _edge(self, drawn: Element, element: Element) -> dict[str, Any]:
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
        stroke = colour_of(drawn.get(STROKE))
        return {"id": element.get("id", ""), "label": label, "kind": kind, "stroke": stroke, **marks, **place}

    def _end(self, drawn: Element, element: Element, side: str) -> str | None:
        """Id of the node or group at one end; the diagram's own word first, then the model's, of which a data
        association leaves out the activity that it belongs to."""
        referenced = drawn.get(f"{side}Element", "")
        if referenced in self._shapes:
            return self._shapes[referenced].id
        references = (element.get(f"{side}Ref", ""), *child_texts(element, f"{side}Ref"))
        around = list(self._model.ancestors(element))
        candidates = [e for e in map(self._model.named, references) if e is not None]
        if tag_of(element) in ("dataInputAssociation", "dataOutputAssociation"):
            candidates += around
        else:
            candidates = [e for e in candidates if e not in around]
        return next((self._id_of[e] for e in candidates if e in self._id_of), None)

    @cached_property
    def _id_of(self) -> dict[Element, str]:
        """Elements of the model to the ids of the first shapes that are drawn for them."""
        return {shape.element: shape.id for shape in reversed(self._shapes.values())}


def _unusable(part: Depiction, tags: Iterable[str], placed: bool) -> str:
    """Reason why nothing is made of an element, or nothing."""
    if part.element is None:
        return "of nothing in the model"
    tag = tag_of(part.element)
    if tag not in tags:
        return f"of kind {tag[:40]}"
    return "without a size" if part.drawn and not placed else ""


def _colours(drawn: Element) -> dict[str, str | None]:
    return {"fill": colour_of(drawn.get(FILL)), "stroke": colour_of(drawn.get(STROKE))}


def _notes(elements: Iterable[Element]) -> dict[int, Note]:
    return {number: note for number, element in enumerate(elements) if (note := read_note(element.get(NOTE)))}
