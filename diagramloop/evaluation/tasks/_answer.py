"""Answer: a question and the chart that it is on in, an answer in words out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from diagramloop.asking import Need, lacks
from diagramloop.data.sources import Question
from diagramloop.engines.answer import ANSWERERS, AnswerError, AnswerTask, answered
from diagramloop.errors import RejectionReason
from diagramloop.evaluation import answering
from diagramloop.evaluation.answering import AnswerItem
from diagramloop.evaluation.attribution import PIXELS
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.evaluation.tasks._given_charts import GivenChart, given_charts
from diagramloop.evaluation.tasks._json_lines import append_line
from diagramloop.evaluation.tasks._questions import put_questions
from diagramloop.evaluation.tasks._task import (
    Posed,
    Posing,
    Scored,
    Scoring,
    System,
    found,
    gold_system,
    place_of,
)


@dataclass(frozen=True)
class AnswerQuestions(Scored):
    """Questions on the charts' own graphs, with the chart's own picture where it has one; or on pictures of them."""

    name: ClassVar = "answer"
    scoring: ClassVar[Scoring] = answering
    kind: ClassVar = ANSWERERS

    def pose(self, data: DataSet) -> Posing:
        """Every question on the sampled charts, in the view of the conditions.

        Raises:
            DiagramloopError: there is no such view.
        """
        given = given_charts(self.conditions)
        put = put_questions(data, self.conditions.limit)
        charts = {id: given(chart) for id, chart in put.charts.items()}
        board = f"{data.label}/{self.conditions.view}"
        posed = tuple(_posed(question, charts[question.chart], board) for question in put.questions)
        return Posing(board, posed, put.refused)

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """An answerer, or a function from an AnswerTask to a text or an Answer."""
        if system == "gold":
            return gold_system()
        answerer = found(ANSWERERS, system, options)
        reads = bool(getattr(answerer.made, "reads_graph", True))

        def answer(posed: Posed) -> str:
            task = posed.asked.task(with_graph=reads)
            return answered(answerer.made, task, answerer.name).text

        def lacking(posed: Posed) -> str:
            given: GivenChart = posed.asked.chart
            if self.conditions.view == PIXELS and not given.has_picture:
                return f"{given.chart.id} has no picture"
            offered = (Need.PICTURE,) if given.has_picture else ()
            return lacks(answerer.made, posed.asked, offered)

        return System(answerer.name, answer, answerer.lineages, calls=answerer.calls, lacks=lacking)

    def prediction(self, content: Any) -> str:
        """A text or a number, or ``{"answer": ...}``.

        Raises:
            AnswerError: it is none (INVALID).
        """
        said = content.get("answer") if isinstance(content, Mapping) else content
        if isinstance(said, bool) or not isinstance(said, str | int | float):
            raise AnswerError("an answer is a text or a number", reason=RejectionReason.INVALID)
        return str(said)

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """A line of ``questions.jsonl``, and ``ID.png`` where there is a picture; a line of ``gold.jsonl``."""
        task: AnswerTask = posed.asked.task()
        graph = None if task.graph is None else task.graph.to_dict()
        append_line(asked / "questions.jsonl", {"id": posed.id, "question": task.question, "graph": graph})
        if task.picture is not None:
            place_of(asked, posed.id, ".png").write_bytes(task.picture)
        append_line(gold / "gold.jsonl", {"id": posed.id, "answer": posed.gold})


@dataclass(frozen=True)
class PutQuestion:
    """A question as it is put."""

    question: Question
    chart: GivenChart

    def task(self, with_graph: bool = True) -> AnswerTask:
        """Return all that a system gets; the graph of a picture is read when it is asked for."""
        graph = self.chart.graph if with_graph else None
        return AnswerTask(self.question.id, self.question.question, graph, self.chart.picture)


def _posed(question: Question, given: GivenChart, board: str) -> Posed:
    chart = given.chart
    item = AnswerItem(
        id=f"{question.id}/{board.rpartition('/')[2]}",
        data=board,
        chart=chart.id,
        type=question.type.value,
        domain=chart.domain,
        graph=chart.graph,
        accepted=question.answers,
    )
    return Posed(item, PutQuestion(question, given), question.answers[0], (chart_fingerprint(chart.graph),))
