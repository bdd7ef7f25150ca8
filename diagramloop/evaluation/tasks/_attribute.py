"""Attribute: a question with its answer and chart in, the nodes that ground the answer out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from diagramloop.asking import lacks
from diagramloop.data.sources import Question
from diagramloop.evaluation import attribution
from diagramloop.evaluation.attribution import GRAPH, AttributionItem, Claims
from diagramloop.evaluation.contestants.attributors import ATTRIBUTORS, AttributionTask, attributed
from diagramloop.evaluation.tasks._given_charts import PutQuestion, QuestionTask
from diagramloop.evaluation.tasks._json_lines import append_line
from diagramloop.evaluation.tasks._task import Posed, Scoring, System, Withheld, found, gold_system, place_of
from diagramloop.graph import FlowGraph
from diagramloop.models.answers import Listed, hear
from diagramloop.models.chat import Reply
from diagramloop.models.predictions import ROLE, answer_in, text_predicted


@dataclass(frozen=True)
class Attribute(QuestionTask):
    """Questions on charts with their answers, which are to be grounded in nodes."""

    name: ClassVar = "attribute"
    scoring: ClassVar[Scoring] = attribution
    kind: ClassVar = ATTRIBUTORS

    def put(self, question: Question, **place: Any) -> tuple[AttributionItem, Claims]:
        """See :class:`QuestionTask`; right are the nodes by their ids, in either view."""
        return AttributionItem(**place, gold=question.attribution), Claims(question.attribution)

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """An attributor, or a function from an AttributionTask to an Attribution."""
        if system == "gold":
            return gold_system()
        attributor = found(ATTRIBUTORS, system, options)

        def answer(posed: Posed) -> Claims:
            grounds = attributed(attributor.made, _task(posed.asked), attributor.name)
            return Claims.of(grounds.nodes, grounds.regions, self.view)

        def lacking(posed: Posed) -> str:
            task = _task(posed.asked)
            return lacks(attributor.made, task, task.offers)

        def withheld(posed: Posed) -> Withheld | None:
            return posed.asked.chart.unread(failures_alone=False)

        return System(
            attributor.name,
            answer,
            attributor.lineages,
            calls=attributor.calls,
            lacks=lacking,
            withheld=withheld,
        )

    def prediction(self, content: Any, posed: Posed | None = None) -> Claims:
        """Ids of nodes of the chart's own graph, or ``{"nodes": [...], "regions": [[x0, y0, x1, y1], ...]}``.

        A text, which a record or a file may hold, lists them in any way: by those of ``posed``.

        Raises:
            DiagramloopError: a text lists none.
        """
        if isinstance(content, Path):
            content = text_predicted(content)
        elif isinstance(content, Mapping) and not content.keys() & {"nodes", "regions"}:
            content = answer_in(content)
        if isinstance(content, str):
            known = () if posed is None else tuple(_task(posed.asked).graph.node_by_id)
            content = hear(Reply(content), ROLE, (), Listed("nodes", known, least=0)).needed()
        claimed = content if isinstance(content, Mapping) else {"nodes": content}
        regions = [(x0, y0, x1, y1) for x0, y0, x1, y1 in claimed.get("regions", ())]
        return Claims.of([str(node) for node in claimed.get("nodes", ())], regions, GRAPH)

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """A line of ``questions.jsonl``, and ``ID.png`` where there is a picture; a line of ``gold.jsonl``."""
        task = _task(posed.asked)
        question = {"id": posed.id, "question": task.question, "answer": task.answer, "graph": task.graph.to_dict()}
        append_line(asked / "questions.jsonl", question)
        if task.picture is not None:
            place_of(asked, posed.id, ".png").write_bytes(task.picture)
        append_line(gold / "gold.jsonl", {"id": posed.id, "nodes": list(posed.gold.nodes)})


def _task(put: PutQuestion) -> AttributionTask:
    """All that a system gets; where nothing was read of the picture, the empty graph, and nobody is asked."""
    graph = put.chart.graph or FlowGraph()
    return AttributionTask(put.question.id, graph, put.question.question, put.question.answers[0], put.chart.picture)
