"""Meanings of a model's elements, and their looks in the standard."""

from __future__ import annotations

from typing import NamedTuple

from diagramloop.graph._elements import EdgeKind, Head, Line, NodeKind


class _Look(NamedTuple):
    """The meaning of a model's element, and its look in the standard."""

    kind: NodeKind
    shape: str


_EVENT, _DATA = _Look(NodeKind.EVENT, "circle"), _Look(NodeKind.DATA_OBJECT, "notch-rect")
_TASKS = (
    "task userTask serviceTask sendTask receiveTask manualTask businessRuleTask scriptTask callActivity subProcess "
    "adHocSubProcess transaction subChoreography choreographyTask"
)
NODES = {
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
FRAMES = ("participant", "process", "lane", "group")  # some tools draw a process where others draw its participant
SHAPED = {*NODES, *FRAMES} - {"dataObject", "dataInput", "dataOutput", "dataStore", "process"}
"""Elements with a shape in editors: data has that of a reference to it, or of the activity that it goes into."""


class _Drawn(NamedTuple):
    kind: EdgeKind
    line: Line
    head: Head


EDGES = {
    "sequenceFlow": _Drawn(EdgeKind.SEQUENCE, "solid", "arrow"),
    "messageFlow": _Drawn(EdgeKind.MESSAGE, "dotted", "arrow"),
    "association": _Drawn(EdgeKind.CONSTRAINT, "dotted", "none"),
    "dataInputAssociation": _Drawn(EdgeKind.CONSTRAINT, "dotted", "arrow"),
    "dataOutputAssociation": _Drawn(EdgeKind.CONSTRAINT, "dotted", "arrow"),
}
