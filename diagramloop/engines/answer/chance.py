"""The control that draws its answers: what the form of a question alone is worth."""

from __future__ import annotations

import re
from random import Random

from diagramloop.evaluation.contestants.answerers import Answer, AnswerTask, check_task, graph_of

MOST = 10  # of a number that is drawn
_YES_OR_NO = re.compile(r"\s*(?:is|are|was|were|can|could|does|do|did|has|have|will|would|should|may)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\b(?:how many|number of|degree|how often|how long)\b", re.IGNORECASE)


class Chance:
    """A coin for yes or no, a number up to 10, else the text of some node; the same for a question everywhere.

    Args:
        seed: of the draws.
    """

    name = "chance"
    lineage: tuple[str, ...] = ()  # nothing in it was fitted to data

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def answer(self, task: AnswerTask) -> Answer:
        """See :class:`diagramloop.engines.answer.Answerer`.

        Raises:
            AnswerError: as :func:`diagramloop.engines.answer.check_task`; or a node is wanted, and there is no graph.
        """
        check_task(task)
        draw = Random(f"{self._seed} {task.id} {task.question}")  # noqa: S311 - reproducible, no secret
        if _NUMBER.search(task.question):
            return Answer(str(draw.randint(0, MOST)), by="chance")
        if _YES_OR_NO.match(task.question):
            return Answer(draw.choice(("Yes", "No")), by="chance")
        texts = [node.text for node in graph_of(task).nodes if node.text.strip()]
        return Answer(draw.choice(texts) if texts else "", by="chance")
