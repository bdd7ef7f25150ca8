"""The embedded semantic agent."""

from __future__ import annotations

from flowbench.extract.feedback import Feedback
from flowbench.graph import FlowGraph


class EmbeddedSemanticAgent:
    """Judges by cue phrases."""

    def feedback(self, text: str, graph: FlowGraph) -> list[Feedback]:
        """See :class:`SemanticAgent`."""
        return []
