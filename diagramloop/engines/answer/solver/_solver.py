"""The embedded solver: what a question asks of the graph is computed, without a model and without a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diagramloop.base.text.word_lists import Choice
from diagramloop.engines.answer.solver.grounding import unanswered
from diagramloop.engines.answer.solver.operations import solve
from diagramloop.engines.answer.solver.reading import reading
from diagramloop.evaluation.contestants.answerers import Answer, AnswerTask, check_task, graph_of


class Solver:
    """Computes the answer from the graph, exactly; what it does not read as a question on the graph it does not answer.

    Args:
        word_lists: which entries of the word lists count, see :class:`diagramloop.base.text.word_lists.Choice`.
    """

    name = "solver"
    lineage = ("diagramloop.engines.answer.solver:english.lineage.json",)

    def __init__(self, word_lists: Mapping[str, Sequence[str]] | None = None) -> None:
        self._word_lists = Choice(word_lists)

    def answer(self, task: AnswerTask) -> Answer:
        """See :class:`diagramloop.engines.answer.Answerer`.

        Raises:
            AnswerError: as :func:`diagramloop.engines.answer.check_task`; no graph was read (NO_DIAGRAM, EMPTY); the
                question asks for nothing that is computed here, or the graph does not say (UNSUPPORTED).
        """
        check_task(task)
        graph = graph_of(task)
        with self._word_lists.read():
            asked = reading(task.question)
            if asked is None:
                raise unanswered("it asks for nothing that is computed from the graph")
            return Answer(solve(asked, graph), by=asked.operation)
