"""The task of a semantic agent."""

from __future__ import annotations

from typing import Protocol

from diagramloop.engines.extract.feedback import Feedback
from diagramloop.graph import FlowGraph


class SemanticAgent(Protocol):
    """Holds the logic of a graph against the words of its document."""

    def feedback(self, text: str, graph: FlowGraph) -> list[Feedback]:
        """Report contradictions of the text; what is right or can be read either way is passed over."""
        ...
