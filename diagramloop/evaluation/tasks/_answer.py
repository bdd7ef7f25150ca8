"""Answer: a question and the chart that it is on in, an answer in words out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from diagramloop.asking import Need, lacks
from diagramloop.data.sources import Question
from diagramloop.errors import RejectionReason
from diagramloop.evaluation import answering
from diagramloop.evaluation.answering import AnswerItem
from diagramloop.evaluation.contestants.answerers import ANSWERERS, AnswerError, AnswerTask, answered
from diagramloop.evaluation.tasks._given_charts import PutQuestion, QuestionTask
from diagramloop.evaluation.tasks._json_lines import append_line
from diagramloop.evaluation.tasks._task import Posed, Scoring, System, Withheld, found, gold_system, place_of
from diagramloop.models.answers import Words, hear
from diagramloop.models.chat import Reply
from diagramloop.models.predictions import ROLE, answer_in, text_predicted


@dataclass(frozen=True)
class AnswerQuestions(QuestionTask):
    """Questions on charts, answered in words."""

    name: ClassVar = "answer"
    scoring: ClassVar[Scoring] = answering
    kind: ClassVar = ANSWERERS

    def put(self, question: Question, **place: Any) -> tuple[AnswerItem, str]:
        """See :class:`QuestionTask`; the preferred answer is the right one."""
        return AnswerItem(**place, accepted=question.answers), question.answers[0]

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """An answerer, or a function from an AnswerTask to a text or an Answer."""
        if system == "gold":
            return gold_system()
        answerer = found(ANSWERERS, system, options)
        reads = bool(getattr(answerer.made, "reads_graph", True))

        def answer(posed: Posed) -> str:
            return answered(answerer.made, _task(posed.asked, with_graph=reads), answerer.name).text

        def lacking(posed: Posed) -> str:
            offered = () if posed.asked.chart.picture is None else (Need.PICTURE,)
            return lacks(answerer.made, posed.asked, offered)

        def withheld(posed: Posed) -> Withheld | None:
            return posed.asked.chart.unread(failures_alone=True) if reads else None

        return System(
            answerer.name,
            answer,
            answerer.lineages,
            calls=answerer.calls,
            lacks=lacking,
            withheld=withheld,
        )

    def prediction(self, content: Any, posed: Posed | None = None) -> str:
        """A text or a number, or a record of it such as ``{"answer": ...}``.

        Raises:
            AnswerError: it is none (INVALID).
        """
        del posed
        if isinstance(content, Path):
            content = text_predicted(content)
        answer = content["answer"] if isinstance(content, Mapping) and "answer" in content else answer_in(content)
        if isinstance(answer, bool) or not isinstance(answer, str | int | float):
            raise AnswerError("an answer is a text or a number", reason=RejectionReason.INVALID)
        return hear(Reply(str(answer)), ROLE, (), Words()).needed()

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """A line of ``questions.jsonl``, and ``ID.png`` where there is a picture; a line of ``gold.jsonl``."""
        task = _task(posed.asked)
        graph = None if task.graph is None else task.graph.to_dict()
        append_line(asked / "questions.jsonl", {"id": posed.id, "question": task.question, "graph": graph})
        if task.picture is not None:
            place_of(asked, posed.id, ".png").write_bytes(task.picture)
        append_line(gold / "gold.jsonl", {"id": posed.id, "answer": posed.gold})


def _task(put: PutQuestion, with_graph: bool = True) -> AnswerTask:
    """All that a system gets; the graph of a picture is read when it is asked for."""
    graph = put.chart.graph if with_graph else None
    return AnswerTask(put.question.id, put.question.question, graph, put.chart.picture)
