"""The refinement loop on a graph that was built before, with a judge that is not the shipped one."""

from __future__ import annotations

from dataclasses import dataclass

from diagramloop.engines.extract import Extraction
from diagramloop.engines.extract.graph_builder import EmbeddedGraphBuilder
from diagramloop.engines.extract.prioritiser import Prioritiser
from diagramloop.engines.extract.refinement import MOST_ROUNDS, refine
from diagramloop.engines.extract.sandbox import Sandbox
from diagramloop.engines.extract.semantic_agent import EmbeddedSemanticAgent
from diagramloop.engines.extract.semantic_agent._judge import Judge
from diagramloop.engines.extract.structural_agent import EmbeddedStructuralAgent
from diagramloop.graph import FlowGraph


@dataclass(frozen=True)
class Parts:
    """The parts of the loop that are there."""

    simulator: bool = True
    semantic: bool = True
    prioritising: bool = True
    rounds: int = MOST_ROUNDS


ALL = Parts()


def refined(text: str, built: FlowGraph, judge: Judge, parts: Parts = ALL) -> Extraction:
    """The loop from a graph that was built before; an empty one stays as it is."""
    if not built.nodes:
        return Extraction(built)
    sandbox = Sandbox(
        text,
        EmbeddedStructuralAgent() if parts.simulator else None,
        EmbeddedSemanticAgent(judge) if parts.semantic else None,
        Prioritiser() if parts.prioritising else None,
    )
    return refine(text, EmbeddedGraphBuilder(_Built(built)), sandbox.examine, parts.rounds, None)


@dataclass
class _Built:
    graph: FlowGraph
    name: str = "built"

    def extract(self, text: str) -> Extraction:  # noqa: ARG002
        return Extraction(self.graph)
