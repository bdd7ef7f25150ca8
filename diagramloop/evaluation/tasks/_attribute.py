"""Attribute: a question with its answer and chart in, the nodes that ground the answer out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from diagramloop.asking import lacks
from diagramloop.data.sources import Chart, Question
from diagramloop.engines.attribute import ATTRIBUTORS, AttributionTask, attributed
from diagramloop.evaluation import attribution
from diagramloop.evaluation.attribution import GRAPH, AttributionItem, Claims
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.lineage import chart_fingerprint
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
class Attribute(Scored):
    """Questions on the charts' own graphs, with the chart's own picture where it has one."""

    name: ClassVar = "attribute"
    scoring: ClassVar[Scoring] = attribution
    kind: ClassVar = ATTRIBUTORS

    def pose(self, data: DataSet) -> Posing:
        """Every question on the sampled charts."""
        put = put_questions(data, self.conditions.limit)
        posed = tuple(_posed(question, put.charts[question.chart], data.label) for question in put.questions)
        return Posing(f"{data.label}/{GRAPH}", posed, put.refused)

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """An attributor, or a function from an AttributionTask to an Attribution."""
        if system == "gold":
            return gold_system()
        attributor = found(ATTRIBUTORS, system, options)

        def answer(posed: Posed) -> Claims:
            made = attributed(attributor.made, posed.asked, attributor.name)
            return Claims.of(made.nodes, made.regions, GRAPH)

        def lacking(posed: Posed) -> str:
            return lacks(attributor.made, posed.asked, posed.asked.offers)

        return System(attributor.name, answer, attributor.lineages, calls=attributor.calls, lacks=lacking)

    def prediction(self, content: Any) -> Claims:
        """Ids of nodes, or ``{"nodes": [...], "regions": [[x0, y0, x1, y1], ...]}``."""
        claimed = content if isinstance(content, Mapping) else {"nodes": content}
        regions = [(x0, y0, x1, y1) for x0, y0, x1, y1 in claimed.get("regions", ())]
        return Claims.of([str(node) for node in claimed.get("nodes", ())], regions, GRAPH)

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """A line of ``questions.jsonl``, and ``ID.png`` where there is a picture; a line of ``gold.jsonl``."""
        task: AttributionTask = posed.asked
        question = {"id": posed.id, "question": task.question, "answer": task.answer, "graph": task.graph.to_dict()}
        append_line(asked / "questions.jsonl", question)
        if task.picture is not None:
            place_of(asked, posed.id, ".png").write_bytes(task.picture)
        append_line(gold / "gold.jsonl", {"id": posed.id, "nodes": list(posed.gold.nodes)})


def _posed(question: Question, chart: Chart, label: str) -> Posed:
    item = AttributionItem(
        id=f"{question.id}/{GRAPH}",
        data=f"{label}/{GRAPH}",
        chart=chart.id,
        type=question.type.value,
        domain=chart.domain,
        graph=chart.graph,
        gold=question.attribution,
    )
    task = AttributionTask(question.id, chart.graph, question.question, question.answers[0], chart.picture)
    return Posed(item, task, Claims(question.attribution), (chart_fingerprint(chart.graph),))
