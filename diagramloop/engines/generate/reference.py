"""Control: the gold graph, drawn again. What is lost here is lost by parser and scores."""

from __future__ import annotations

from diagramloop.engines.generate._drawing import DrawnControl
from diagramloop.graph import FlowGraph


class Reference(DrawnControl):
    """Draws the gold graph as it is."""

    name = "reference"

    def _drawn(self, graph: FlowGraph, _seed: int, /) -> FlowGraph:
        return graph
