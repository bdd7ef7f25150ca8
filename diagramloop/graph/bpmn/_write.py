"""FlowGraph to BPMN 2.0 XML with diagram interchange (OMG formal/2013-12-09)."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, indent, register_namespace, tostring

from diagramloop.graph._elements import Edge, Group, Node
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, noted, written_note
from diagramloop.graph._written import Written
from diagramloop.graph.bpmn._drawing import drawing
from diagramloop.graph.bpmn._elements import EVENTS, FLOW_NODES, Model, forward
from diagramloop.graph.bpmn._names import MODEL, NAMESPACES, NOTE
from diagramloop.graph.bpmn._read import read_bpmn
from diagramloop.graph.placement import fresh, placed, routed
from diagramloop.graph.safe_xml import xml_text


def write_bpmn(graph: FlowGraph) -> Written:
    """Write a process model with its drawing: valid against OMG's schema, and open to BPMN tools.

    Groups are pools and lanes where all steps lie in them, else frames. Edges are sequence flows, between pools message
    flows, and associations where data, remarks or frames are at an end. What BPMN has no word for is noted.
    """
    ready = forward(routed(placed(graph)))
    return noted(graph, ready, lambda chart, notes: _Writer(chart, notes).document(), read_bpmn)


def _noted(note: Note | None) -> dict[str, str]:
    return {NOTE: written_note(note)} if note else {}


def _direction(edge: Edge) -> str:
    return "Both" if edge.bidirectional else "None" if edge.undirected else "One"


class _Writer:
    def __init__(self, graph: FlowGraph, notes: Notes) -> None:
        self._graph, self._notes = graph, notes
        self._model = Model(graph)
        tags = [self._model.flow(edge) for edge in graph.edges]
        self._edges = list(zip(self._model.edge_ids, graph.edges, tags, strict=True))
        self._processes: dict[str | None, Element] = {}
        self._artifacts: list[tuple[Element, Element]] = []  # which stand behind the steps of their process
        self._flows_at: dict[tuple[str, str], list[str]] = {}  # ids of sequence flows by node and side
        for name, edge, tag in self._edges:
            for side, end in (("outgoing", edge.source), ("incoming", edge.target)) if tag == "sequenceFlow" else ():
                self._flows_at.setdefault((end, side), []).append(name)

    def document(self) -> str:
        for prefix, uri in NAMESPACES.items():
            register_namespace(prefix, uri)
        attributes = {"id": self._id("Definitions"), "targetNamespace": "https://diagramloop.invalid/model"}
        root = Element(MODEL + "definitions", attributes | _noted(self._notes.graph))
        if self._model.pooled:
            plane = self._pools(root)
        else:
            plane = self._process(root, None, self._id("Process"))
            self._frames(root, plane)
        self._fill()
        drawing(root, plane, self._model)
        indent(root)
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"

    def _id(self, name: str) -> str:
        return fresh(name, self._model.taken)

    def _pools(self, root: Element) -> Element:
        """A participant and a process for each pool, lanes within; returns what the drawing is of."""
        collaboration = SubElement(root, MODEL + "collaboration", id=self._id("Collaboration"))
        for index, pool in enumerate(self._graph.groups):
            if pool.parent is None:
                process = self._process(root, pool.id, self._id(f"Process_{index + 1}"))
                self._named(collaboration, "participant", pool, index, processRef=process.get("id", ""))
                self._lanes(process, pool)
        for number, (name, edge, tag) in enumerate(self._edges):
            if tag == "messageFlow":
                self._flow(collaboration, number, name, edge, tag)
        return collaboration

    def _process(self, root: Element, pool: str | None, name: str) -> Element:
        self._processes[pool] = SubElement(root, MODEL + "process", id=name, isExecutable="false")
        return self._processes[pool]

    def _lanes(self, parent: Element, group: Group) -> None:
        """The lanes of a pool, or of a lane, with what lies in them."""
        inner = [
            (number, lane_group)
            for number, lane_group in enumerate(self._graph.groups)
            if lane_group.parent == group.id
        ]
        if not inner:
            return
        tag = "laneSet" if parent.tag == MODEL + "process" else "childLaneSet"
        lanes = SubElement(parent, MODEL + tag, id=self._id(f"LaneSet_{self._model.ids[group.id]}"))
        for number, lane_group in inner:
            lane = self._named(lanes, "lane", lane_group, number)
            for node in self._graph.nodes:
                if node.group == lane_group.id and self._model.tag(node) in FLOW_NODES | EVENTS:
                    SubElement(lane, MODEL + "flowNodeRef").text = self._model.ids[node.id]
            self._lanes(lane, lane_group)

    def _named(self, parent: Element, tag: str, group: Group, number: int, **attributes: str) -> Element:
        own = {"id": self._model.ids[group.id], "name": xml_text(group.text), **attributes}
        return SubElement(parent, MODEL + tag, own | _noted(self._notes.groups.get(number)))

    def _frames(self, root: Element, process: Element) -> None:
        """Groups that are frames around what they hold; BPMN keeps their titles apart, as categories."""
        if not self._graph.groups:
            return
        category = Element(MODEL + "category", id=self._id("Category"))
        root.insert(0, category)
        for number, group in enumerate(self._graph.groups):
            value = self._id(f"Title_{self._model.ids[group.id]}")
            SubElement(category, MODEL + "categoryValue", id=value, value=xml_text(group.text))
            own = {"id": self._model.ids[group.id], "categoryValueRef": value}
            self._artifacts.append((process, Element(MODEL + "group", own | _noted(self._notes.groups.get(number)))))

    def _fill(self) -> None:
        """Puts nodes and edges into their processes: flow elements first, artifacts then, as the schema has it."""
        for index, node in enumerate(self._graph.nodes):
            self._node(self._process_of(node.id), node, self._notes.nodes.get(index))
        for number, (name, edge, tag) in enumerate(self._edges):
            if tag == "sequenceFlow":
                self._flow(self._process_of(edge.source), number, name, edge, tag)
        for process, artifact in self._artifacts:
            process.append(artifact)
        for number, (name, edge, tag) in enumerate(self._edges):
            if tag == "association":
                self._flow(self._process_of(edge.source), number, name, edge, tag)

    def _process_of(self, name: str) -> Element:
        """The process of the pool that a node or a group lies in; the first one of what lies in none."""
        process = self._processes.get(self._model.pool(name) if self._model.pooled else None)
        return next(iter(self._processes.values())) if process is None else process

    def _node(self, process: Element, node: Node, note: Note | None) -> None:
        tag, name, text = self._model.tag(node), self._model.ids[node.id], xml_text(node.text)
        if tag == "textAnnotation":
            annotation = Element(MODEL + tag, {"id": name} | _noted(note))
            SubElement(annotation, MODEL + "text").text = text
            self._artifacts.append((process, annotation))
            return
        own = {"id": name, "name": text}
        if tag == "boundaryEvent":
            own["attachedToRef"] = self._model.ids[str(node.attached)]
        if tag == "dataObjectReference":
            own["dataObjectRef"] = self._id(f"Data_{name}")
            SubElement(process, MODEL + "dataObject", id=own["dataObjectRef"])
        element = SubElement(process, MODEL + tag, own | _noted(note))
        if tag in FLOW_NODES | EVENTS:
            for side in ("incoming", "outgoing"):
                for flow in self._flows_at.get((node.id, side), ()):
                    SubElement(element, MODEL + side).text = flow

    def _flow(self, parent: Element, number: int, name: str, edge: Edge, tag: str) -> None:
        ends = {"sourceRef": self._model.ids[edge.source], "targetRef": self._model.ids[edge.target]}
        own = {"id": name, **ends}
        if tag == "association":
            own["associationDirection"] = _direction(edge)
        elif edge.label:
            own["name"] = xml_text(edge.label)
        SubElement(parent, MODEL + tag, own | _noted(self._notes.edges.get(number)))
