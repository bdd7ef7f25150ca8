"""Reading BPMN."""

from __future__ import annotations

from diagramloop.graph._model import FlowGraph
from diagramloop.graph.bpmn._diagram import BpmnDiagram
from diagramloop.graph.bpmn._xml import parsed


def read_bpmn(document: str | bytes) -> FlowGraph:
    """The graph that the largest diagram of a BPMN document draws.

    Edges one of whose ends is not drawn are left out, as nothing shows where they end.

    Raises:
        FormatError: EMPTY; TOO_LARGE (bytes, depth, nodes or edges); SYNTAX (no XML); UNSAFE (a document type,
            entities); INVALID (XML of something else); UNSUPPORTED (BPMN without a diagram).
    """
    return BpmnDiagram(parsed(document)).graph()
