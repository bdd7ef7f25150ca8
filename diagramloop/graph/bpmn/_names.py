"""Namespaces of BPMN 2.0, of its drawings, of their colours, and of our notes."""

from __future__ import annotations

NAMESPACES = {
    "bpmn": "http://www.omg.org/spec/BPMN/20100524/MODEL",
    "bpmndi": "http://www.omg.org/spec/BPMN/20100524/DI",
    "dc": "http://www.omg.org/spec/DD/20100524/DC",
    "di": "http://www.omg.org/spec/DD/20100524/DI",
    "bioc": "http://bpmn.io/schema/bpmn/biocolor/1.0",
    "color": "http://www.omg.org/spec/BPMN/non-normative/color/1.0",
    "diagramloop": "https://diagramloop.invalid/note",
}
MODEL, DRAWING, PLACE, LINE, COLOUR, _LETTERS, _OURS = (f"{{{uri}}}" for uri in NAMESPACES.values())
FILL, STROKE = COLOUR + "fill", COLOUR + "stroke"
LETTERS = _LETTERS + "color"
NOTE = _OURS + "note"
