"""Choice of the questions of a benchmark, with a reason for each that is not in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from diagramloop.data.sources import Question
from diagramloop.engines.attribute.benchmark.asked import Asked, Dropped
from diagramloop.engines.attribute.multi_step import Candidate, asks_for_size, candidates, is_trivial, select
from diagramloop.errors import first_complaint
from diagramloop.scores.annotation import Annotation, AnnotationError, AnnotationStore


@dataclass(frozen=True, slots=True)
class Selection:
    """The chosen questions.

    Attributes:
        chosen: in the order in which they were taken: each chart's best, then the rarest domains and types.
        dropped: every other question, in the order of the data set.
    """

    chosen: tuple[Candidate, ...]
    dropped: tuple[Dropped, ...]

    def to_json(self) -> str:
        """The content of a file for :func:`read_selection`; with everything that decided."""
        chosen = [
            {**asdict(candidate), "concur": candidate.concur, "agreement": candidate.agreement}
            for candidate in self.chosen
        ]
        content = {"chosen": chosen, "dropped": [asdict(candidate) for candidate in self.dropped]}
        return json.dumps(content, ensure_ascii=True, indent=1) + "\n"


class _Chosen(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")

    id: str


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")

    chosen: list[_Chosen]


def read_selection(path: Path) -> list[str]:
    """The ids of the questions that a file of :meth:`Selection.to_json` names.

    Raises:
        AnnotationError: it is no such file (INVALID).
    """
    try:
        return [chosen.id for chosen in _File.model_validate_json(path.read_bytes()).chosen]
    except ValidationError as error:
        raise AnnotationError(f"{path.name} is no selection: {first_complaint(error)}") from error


def select_questions(
    asked: Asked, store: AnnotationStore, automatic: Mapping[str, Sequence[str]], size: int
) -> Selection:
    """At most ``size`` of the annotated questions that take several steps (Follow the Flow, Section 4.3, Step 3).

    Args:
        automatic: the nodes of the automatic labels, by question.
    """
    offered = candidates(asked.questions.values(), asked.charts.values(), store, automatic)
    chosen = tuple(select(offered, size))
    taken, able = {candidate.id for candidate in chosen}, {candidate.id for candidate in offered}
    annotated = store.by_question()
    dropped = (
        _not_chosen(question, size)
        if question.id in able
        else _not_able(asked, question, annotated.get(question.id, []))
        for question in asked.questions.values()
        if question.id not in taken
    )
    return Selection(chosen, tuple(dropped))


def _not_chosen(question: Question, size: int) -> Dropped:
    detail = f"its chart has a better one, and of further ones people do not concur on it or {size} are enough"
    return _dropped(question, "not_chosen", detail)


def _not_able(asked: Asked, question: Question, annotated: Sequence[Annotation]) -> Dropped:
    if not annotated:
        return _dropped(question, "not_annotated", "nobody has done it: nodes, or none, and a whole rubric")
    if not any(annotation.nodes for annotation in annotated):
        return _dropped(question, "no_grounds", "everybody says that no node grounds the answer")
    if asks_for_size(question.question):
        return _dropped(question, "trivial", "it asks for the number of all nodes or edges")
    assert any(is_trivial(question.question, a.nodes, asked.charts[question.chart].graph) for a in annotated)
    return _dropped(question, "trivial", "somebody picked every node of the chart")


def _dropped(question: Question, reason: str, detail: str) -> Dropped:
    return Dropped(question.id, "question", reason, detail)
