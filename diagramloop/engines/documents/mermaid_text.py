"""Mermaid that a document has as text."""

from __future__ import annotations

from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Refused, Stated
from diagramloop.errors import DiagramloopError
from diagramloop.graph.mermaid import read_mermaid


def mermaid_block(text: str, *, shown: bool) -> Block:
    """The graph of a flowchart; what is no flowchart, or broken, is refused with the reader's reason."""
    try:
        graph = read_mermaid(text)
    except DiagramloopError as error:
        return Refused(Place(), error, shown=shown)
    return Stated(Place(), graph, "text", graph.title, shown)
