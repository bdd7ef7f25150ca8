"""The answerer that puts the solver, the choice of nodes and the sentence together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diagramloop.base.text.word_lists import Choice
from diagramloop.engines.answer.embedded.answer_nodes import AnswerWeights, answering_nodes, shipped
from diagramloop.engines.answer.embedded.sentence import sentence
from diagramloop.engines.answer.solver import Solver
from diagramloop.engines.answer.solver.reading import reading
from diagramloop.evaluation.contestants.answerers import Answer, AnswerTask, check_task, graph_of


class Embedded:
    """Answers offline, every kind of question, and names the nodes that its answer is made of.

    A question that the solver reads is computed or refused, as the solver does. Any other is answered in the words of
    the nodes that most likely answer it.

    Args:
        weights: other than the shipped ones.
        word_lists: which entries of the word lists count, see :class:`diagramloop.base.text.word_lists.Choice`.
    """

    name = "embedded"
    lineage = (*Solver.lineage, f"{__package__}:answerer.lineage.json")

    def __init__(
        self, weights: AnswerWeights | None = None, word_lists: Mapping[str, Sequence[str]] | None = None
    ) -> None:
        self._weights = weights or shipped()
        self._word_lists = Choice(word_lists)
        self._solver = Solver(word_lists)

    def answer(self, task: AnswerTask) -> Answer:
        """See :class:`diagramloop.engines.answer.Answerer`.

        Raises:
            AnswerError: as the solver, for a question that it reads; or no node answers it (UNSUPPORTED).
        """
        check_task(task)
        graph = graph_of(task)
        with self._word_lists.read():
            computable = reading(task.question) is not None
        if computable:
            return self._solver.answer(task)
        with self._word_lists.read():
            nodes = answering_nodes(task.question, graph, self._weights)
            text = sentence(task.question, [graph.node_by_id[id] for id in nodes])
        return Answer(text, by=f"nodes {', '.join(nodes)}", nodes=nodes)
