"""Which shape a node is drawn in, whatever its author called it."""

from __future__ import annotations

from diagramloop.errors import RejectionReason, RenderError
from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND, SHAPE_OF

#: Shapes whose outline encloses no paint: their text stands on the page.
UNFILLED = frozenset({"text", "brace", "brace-r", "braces"})
#: Symbols that Mermaid draws without any text.
TEXTLESS = frozenset({"f-circ", "sm-circ", "fr-circ", "cross-circ", "fork", "bolt", "hourglass"})
#: Shapes that Mermaid reads and does not draw in a flowchart (icons need a pack from the network; the last
#: four are other diagrams'), and what stands for them.
_UNDRAWN = {
    "ellipse": "stadium",
    "icon": "rect",
    "state": "rounded",
    "note": "rect",
    "choice": "diam",
    "anchor": "f-circ",
}


def with_drawn_shapes(graph: FlowGraph) -> FlowGraph:
    """``graph`` with the shape of each node as it will be drawn.

    Raises:
        RenderError: a node has a shape that nobody knows (reason UNSUPPORTED).
    """
    return graph.replace(nodes=tuple(node.model_copy(update={"shape": drawn_shape(node)}) for node in graph.nodes))


def drawn_shape(node: Node) -> str:
    """Mermaid's short name of the shape; by what the node means where it has none of its own."""
    if not node.shape:
        shape = SHAPE_FOR_KIND[node.kind]
        shape = "rect" if shape in TEXTLESS and node.text.strip() else shape
    elif node.shape in SHAPE_OF:
        shape = SHAPE_OF[node.shape].name
    else:
        raise RenderError(f"nothing draws shape {node.shape[:80]!r}", reason=RejectionReason.UNSUPPORTED)
    return _UNDRAWN.get(shape, shape)
