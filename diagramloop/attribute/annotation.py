"""Human annotations: what each annotator picked for each question, kept at once and never lost.

Follow the Flow, Sections 4.3 and C.3: two annotators pick the nodes that ground an answer and score their choice by a
rubric. The store is a log, a JSON object a line; nothing in it is ever changed. Of an annotator's annotations of a
question the last one counts. Processes may share a log; one that is killed while writing leaves at most an
unfinished last line, which counts for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from diagramloop.attribute.agreement import Agreement, agreement
from diagramloop.attribute.journal import Journal
from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint

Points = Literal[0, 1, 2]
Name = Annotated[str, Field(pattern=r"^\w[\w .@-]{0,63}$")]
Note = Annotated[str, Field(max_length=10_000)]


class AnnotationError(DiagramloopError):
    """An annotation that cannot be taken, or a log that cannot be read."""


@dataclass(frozen=True, slots=True)
class Rubric:
    """The annotator's own scores of a choice of nodes, 0 to 2 each (Figure 23).

    Attributes:
        optimality: no fewer and no more nodes than the answer needs.
        contextual_alignment: the nodes say what the statement says.
        exclusivity: nothing else is picked.
    """

    optimality: Points
    contextual_alignment: Points
    exclusivity: Points

    @property
    def score(self) -> int:
        """The sum, 0 to 6."""
        return self.optimality + self.contextual_alignment + self.exclusivity

    @property
    def verdict(self) -> Literal["excellent", "acceptable", "needs review"]:
        """From 5 points excellent, from 3 acceptable."""
        return "excellent" if self.score >= 5 else "acceptable" if self.score >= 3 else "needs review"


@dataclass(frozen=True, slots=True)
class Annotation:
    """One choice of one annotator.

    Attributes:
        annotator: who.
        question: id of the question.
        nodes: ids of the nodes picked, each once, in the order of the path.
        rubric: None where it was not filled in.
        note: in the annotator's words.
    """

    annotator: Name
    question: str
    nodes: tuple[str, ...]
    rubric: Rubric | None = None
    note: Note = ""


_ANNOTATION = TypeAdapter(Annotation)


class AnnotationStore:
    """The log in the file ``path``, made with the first annotation.

    Args:
        path: of the log.
        offered: for each question that may be annotated, the ids of the nodes that may be picked.
    """

    def __init__(self, path: Path, offered: Mapping[str, Sequence[str]]) -> None:
        self._journal = Journal(path, AnnotationError)
        self._offered = offered

    def save(
        self, annotator: str, question: str, nodes: Sequence[str], rubric: Rubric | None = None, note: str = ""
    ) -> Annotation:
        """Appends an annotation; when this returns, it is on the disk.

        Raises:
            AnnotationError: an unknown question (MISSING), nodes that are not offered or repeated, a name with
                odd characters, points beyond 0 to 2, an endless note (INVALID), or the log is full (TOO_LARGE).
        """
        points = None if rubric is None else asdict(rubric)
        annotation = _checked(
            {"annotator": annotator, "question": question, "nodes": list(nodes), "rubric": points, "note": note}
        )
        self._check_offered(annotation)
        self._journal.append(json.dumps(asdict(annotation), ensure_ascii=False).encode())
        return annotation

    def log(self) -> Iterator[Annotation]:
        """Every annotation ever saved, in order.

        Raises:
            AnnotationError: a whole line of the log is no annotation (INVALID), or the log is too long (TOO_LARGE).
        """
        for number, line in enumerate(self._journal.lines(), start=1):
            try:
                yield _ANNOTATION.validate_json(line)
            except ValidationError as error:
                raise AnnotationError(f"line {number} of {self._journal.path.name} is no annotation") from error

    def of(self, annotator: str) -> dict[str, Annotation]:
        """The annotations of one annotator that count, by question, in the order in which questions are offered."""
        return self._latest().get(annotator, {})

    def agreement(self) -> list[Agreement]:
        """Of each pair of annotators."""
        picked = {
            annotator: {question: annotation.nodes for question, annotation in annotations.items()}
            for annotator, annotations in sorted(self._latest().items())
        }
        return [agreement(pair, picked[pair[0]], picked[pair[1]], self._offered) for pair in combinations(picked, 2)]

    def by_question(self) -> dict[str, list[Annotation]]:
        """The annotations that count of each question that has any, annotators in order of name."""
        found: dict[str, list[Annotation]] = {question: [] for question in self._offered}
        for _, picked in sorted(self._latest().items()):
            for question, annotation in picked.items():
                found[question].append(annotation)
        return {question: several for question, several in found.items() if several}

    def agreed(self) -> dict[str, Annotation]:
        """The annotation that stands for all, by question: where annotators differ, the one with the most points.

        Among equals it is the one with the fewest nodes, then that of the first annotator by name.
        """
        return {
            question: min(several, key=lambda annotation: (-_points(annotation), len(annotation.nodes)))
            for question, several in self.by_question().items()
        }

    def _latest(self) -> dict[str, dict[str, Annotation]]:
        found: dict[str, dict[str, Annotation]] = {}
        for annotation in self.log():
            found.setdefault(annotation.annotator, {})[annotation.question] = annotation
        return {who: {q: made[q] for q in self._offered if q in made} for who, made in found.items()}

    def _check_offered(self, annotation: Annotation) -> None:
        if annotation.question not in self._offered:
            raise AnnotationError(f"no question {annotation.question[:100]!r}", reason=RejectionReason.MISSING)
        unknown = [node for node in annotation.nodes if node not in self._offered[annotation.question]]
        if unknown or len(set(annotation.nodes)) < len(annotation.nodes):
            raise AnnotationError(f"nodes that are not offered or repeated: {[n[:100] for n in unknown[:5]]}")


def _checked(raw: object) -> Annotation:
    try:
        return _ANNOTATION.validate_json(json.dumps(raw))
    except (ValidationError, TypeError) as error:
        wrong = first_complaint(error).message if isinstance(error, ValidationError) else str(error)
        raise AnnotationError(f"no annotation: {wrong}") from error


def _points(annotation: Annotation) -> int:
    return annotation.rubric.score if annotation.rubric else 0
