"""`diagramloop.ask`: an answer to a question on a chart, with the nodes behind it (Follow the Flow, Section 3)."""

from __future__ import annotations

from dataclasses import dataclass

from diagramloop.doors.python.diagrams import Diagram, graph_of
from diagramloop.engines.answer import AnswerTask, answered, answerer
from diagramloop.engines.attribute import AttributionTask, attributed, attributor
from diagramloop.graph import Node


@dataclass(frozen=True)
class Answered:
    """An answer and its grounds.

    Attributes:
        text: the answer.
        by: what it was found by: an operation on the graph, or a model.
        nodes: of the chart, that ground the answer, along the flow.
    """

    text: str
    by: str
    nodes: tuple[Node, ...]

    def __str__(self) -> str:
        """Return the answer and its nodes, one in a line."""
        return "\n".join([self.text, *(f"  {node.id}: {' '.join(node.text.split())}" for node in self.nodes)])


def ask(
    diagram: Diagram, question: str, *, answerer_name: str = "embedded", attributor_name: str = "embedded"
) -> Answered:
    """Answer a question on a chart, and name the nodes that ground the answer.

    Args:
        diagram: a graph, a reading, a file, or a document itself.
        question: in English, as those of FlowVQA and FlowExplainBench: what follows a step, how many, which path.
        answerer_name: who answers; ``embedded`` and the solver need no model.
        attributor_name: who finds the nodes behind the answer of one who names none.

    Raises:
        DiagramloopError: the diagram is broken; the question asks nothing (EMPTY) or nothing that can be made out
            (UNSUPPORTED); its reason says which.
    """
    graph = graph_of(diagram)
    answer = answered(answerer(answerer_name), AnswerTask("asked", question, graph), answerer_name)
    ids = answer.nodes
    if not ids:
        task = AttributionTask("asked", graph, question, answer.text)
        ids = attributed(attributor(attributor_name), task, attributor_name).nodes
    return Answered(answer.text, answer.by, tuple(graph.node_by_id[id] for id in ids))
