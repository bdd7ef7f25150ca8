"""The evaluation sandbox: executes a graph, compares it with its text, and says what to change (Section 4.3)."""

from __future__ import annotations

from dataclasses import dataclass, field

from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.prioritiser import Prioritiser
from diagramloop.engines.extract.semantic_agent import SemanticAgent
from diagramloop.engines.extract.simulation_agent import TRIALS, simulate
from diagramloop.engines.extract.structural_agent import StructuralAgent
from diagramloop.graph import FlowGraph


@dataclass
class Sandbox:
    """Gathers feedback on the graphs of one document, round by round.

    Attributes:
        text: the document.
        structural: verbalises the simulator's issues; None to do without the simulator.
        semantic: compares logic with text; None to do without.
        prioritiser: chooses what goes into the next prompt; None to pass everything on.
        trials: runs of a simulation.
        heard: all feedback of earlier rounds, F_<t.
    """

    text: str
    structural: StructuralAgent | None
    semantic: SemanticAgent | None
    prioritiser: Prioritiser | None
    trials: int = TRIALS
    heard: list[Feedback] = field(default_factory=list)

    def examine(self, graph: FlowGraph) -> tuple[Feedback, ...]:
        """Suggest changes of ``graph`` for the next prompt; nothing in one without nodes."""
        feedback = self._gathered(graph) if graph.nodes else []
        chosen = self.prioritiser.select(feedback, self.heard) if self.prioritiser else tuple(feedback)
        self.heard += feedback
        return chosen

    def _gathered(self, graph: FlowGraph) -> list[Feedback]:
        feedback: list[Feedback] = []
        if self.structural is not None:
            issues = simulate(graph, trials=self.trials).issues
            feedback += self.structural.feedback(self.text, graph, issues)
        if self.semantic is not None:
            feedback += self.semantic.feedback(self.text, graph)
        return feedback
