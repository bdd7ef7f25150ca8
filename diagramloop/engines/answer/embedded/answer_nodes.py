"""The nodes that answer a question, which nobody has answered yet: features and trained chances.

The features are those of the attributor's first reading (:mod:`diagramloop.engines.attribute.embedded.features`). That
reads a question and an answer; here the last sentence, which asks, stands beside all that is said before it and in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from diagramloop.engines.answer.embedded.branches import told_branches
from diagramloop.engines.answer.embedded.question_parts import is_plain, last_sentence
from diagramloop.engines.answer.solver.grounding import unanswered
from diagramloop.engines.attribute import AttributionTask
from diagramloop.engines.attribute.embedded.features import FeatureReading, matrix
from diagramloop.engines.attribute.embedded.minimal_set import along_flow
from diagramloop.engines.attribute.embedded.node_grounding import Features
from diagramloop.engines.attribute.embedded.term_index import Vector
from diagramloop.engines.attribute.symbolic_chart import SymbolicChart, ToolTrace
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.models.boosted_trees import BoostedTrees
from diagramloop.models.weight_file import TrainedNumbers, shipped_numbers

FILE = "answerer.safetensors"
MOST = 2  # nodes of an answer, of a plain question one: a further one is right less often than not
_PASSED = 0.4  # of the chance of a node on a branch that the question says was not taken; .2 to .5 do alike


@dataclass(frozen=True)
class AnswerWeights:
    """All that was trained, by :mod:`diagramloop.engines.training.language.answerer`.

    Attributes:
        trees: the chance that a node answers, of a row of features.
        threshold: from this chance a node is in the answer; the likeliest node always is.
        least: below this chance of the likeliest node nothing is answered.
        names: of the features.
    """

    trees: BoostedTrees
    threshold: float
    least: float
    names: tuple[str, ...]

    def numbers(self) -> TrainedNumbers:
        """The trees as arrays, the rest as facts."""
        facts = {"threshold": self.threshold, "least": self.least, "names": list(self.names)}
        return TrainedNumbers(self.trees.arrays("trees"), facts)

    @classmethod
    def of(cls, numbers: TrainedNumbers) -> AnswerWeights:
        """Return the weights that :meth:`numbers` described.

        Raises:
            DiagramloopError: they are numbers of something else (MISSING).
        """
        try:
            names = tuple(numbers.facts["names"])
            trees = BoostedTrees.of(numbers.arrays, "trees", len(names))
            return cls(trees, float(numbers.facts["threshold"]), float(numbers.facts["least"]), names)
        except (KeyError, TypeError, ValueError) as error:
            message = f"no weights of the answerer: {error}"
            raise DiagramloopError(message, reason=RejectionReason.MISSING) from error


@cache
def shipped() -> AnswerWeights:
    """The weights of the package, read once."""
    return AnswerWeights.of(shipped_numbers(__package__, FILE))


class QuestionReading:
    """A chart beside a question on it.

    Attributes:
        features: by name, (n,) each, of the chart's n nodes.
        names_something: whether a node has a word of the question.
    """

    def __init__(self, question: str, graph: FlowGraph) -> None:
        task = AttributionTask("question", graph, last_sentence(question), question)
        reading = FeatureReading(task, ToolTrace(SymbolicChart(graph)))
        self.features: Features = reading.first()
        self.names_something = bool(self.features["answer.words"].any())
        self._most = 1 if is_plain(question) else MOST
        self._flow = reading.flow
        self._ids = reading.ids
        passed = told_branches(question, graph).passed
        self._discount = np.array([_PASSED if id in passed else 1.0 for id in reading.ids])

    def chances(self, trees: BoostedTrees) -> Vector:
        """(n,) that each node answers, lower on a branch that was not taken."""
        chances: Vector = trees.probabilities(matrix(self.features)) * self._discount
        return chances

    def chosen(self, chances: Vector, threshold: float) -> tuple[str, ...]:
        """Ids of at most ``MOST`` nodes, one for a plain question, in the order of the flow.

        Args:
            chances: (n,) that each node answers.
            threshold: from which one is chosen; the likeliest always is.
        """
        likeliest, *others = np.argsort(-chances, kind="stable")[: self._most].tolist()
        chosen = [likeliest, *(node for node in others if chances[node] >= threshold)]
        return tuple(self._ids[node] for node in along_flow(chosen, self._flow))


def answering_nodes(question: str, graph: FlowGraph, weights: AnswerWeights) -> tuple[str, ...]:
    """Ids of the nodes that answer, in the order of the flow.

    Raises:
        AnswerError: no node is likely to (UNSUPPORTED).
        DiagramloopError: the weights were trained on other features (MISSING).
    """
    reading = QuestionReading(question, graph)
    if tuple(reading.features) != weights.names:
        message = "the answerer's weights are of other features: train them anew"
        raise DiagramloopError(message, reason=RejectionReason.MISSING)
    if not reading.names_something:
        raise unanswered("no node has a word of the question")
    chances = reading.chances(weights.trees)
    if chances.max() < weights.least:
        raise unanswered("no node of the chart is likely to answer it")
    return reading.chosen(chances, weights.threshold)
