"""Human annotations: what each annotator picked for each question, kept at once and never lost.

Follow the Flow, Sections 4.3 and C.3: two annotators pick the nodes that ground an answer and score their choice by a
rubric. The store is a log, a JSON object a line; nothing in it is ever changed. Of an annotator's annotations of a
question the last one counts. Processes may share a log; one that is killed while writing leaves at most an
unfinished last line, which counts for nothing. What was entered is in the log at once, whole or not; only what is
:attr:`Annotation.done` stands for its annotator wherever annotations are compared or exported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, TypeAdapter

from diagramloop.base.journal import TypedJournal
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.scores.annotator_agreement import Agreement, agreement

Points = Literal[0, 1, 2]
Name = Annotated[str, Field(pattern=r"^\w[\w .@-]{0,63}$")]
Note = Annotated[str, Field(max_length=10_000)]


class AnnotationError(DiagramloopError):
    """An annotation that cannot be taken, or a log that cannot be read."""


@dataclass(frozen=True, slots=True)
class Rubric:
    """The annotator's own scores of a choice of nodes, 0 to 2 each (Figure 23); None where none is given yet.

    Attributes:
        optimality: no fewer and no more nodes than the answer needs.
        contextual_alignment: the nodes say what the statement says.
        exclusivity: nothing else is picked.
    """

    optimality: Points | None = None
    contextual_alignment: Points | None = None
    exclusivity: Points | None = None

    @property
    def score(self) -> int | None:
        """The sum, 0 to 6; None unless all three are given."""
        points = (self.optimality, self.contextual_alignment, self.exclusivity)
        given = [point for point in points if point is not None]
        return sum(given) if len(given) == len(points) else None

    @property
    def verdict(self) -> Literal["excellent", "acceptable", "needs review"] | None:
        """From 5 points excellent, from 3 acceptable; None without a score."""
        if self.score is None:
            return None
        return "excellent" if self.score >= 5 else "acceptable" if self.score >= 3 else "needs review"


@dataclass(frozen=True, slots=True)
class Annotation:
    """One choice of one annotator.

    Attributes:
        annotator: who.
        question: id of the question.
        nodes: ids of the nodes picked, each once, in the order of the path.
        rubric: as far as it is filled in; null, as logs of earlier versions have it, is one without any score.
        note: in the annotator's words.
        none: whether the annotator says that no node grounds the answer; there are none then.
    """

    annotator: Name
    question: str
    nodes: tuple[str, ...]
    rubric: Annotated[Rubric, BeforeValidator(lambda given: {} if given is None else given)] = Rubric()
    note: Note = ""
    none: bool = False

    @property
    def done(self) -> bool:
        """True if there is an answer, nodes or that there are none, and every score of the rubric."""
        return (bool(self.nodes) or self.none) and self.rubric.score is not None


_ANNOTATION = TypeAdapter(Annotation)


class AnnotationStore:
    """The log in the file ``path``, made with the first annotation.

    Args:
        path: of the log.
        offered: for each question that may be annotated, the ids of the nodes that may be picked.
    """

    def __init__(self, path: Path, offered: Mapping[str, Sequence[str]]) -> None:
        self._journal = TypedJournal(path, _ANNOTATION, "annotation", AnnotationError)
        self.offered = offered

    def save(
        self,
        annotator: str,
        question: str,
        nodes: Sequence[str],
        rubric: Rubric | None = None,
        note: str = "",
        *,
        none: bool = False,
    ) -> Annotation:
        """Appends an annotation, done or not; when this returns, it is on the disk.

        Raises:
            AnnotationError: an unknown question (MISSING), nodes that are not offered or repeated, a name with
                odd characters, points beyond 0 to 2, an endless note, nodes beside the word that there are none
                (INVALID), or the log is full (TOO_LARGE).
        """
        entered = {"annotator": annotator, "question": question, "nodes": list(nodes), "note": note, "none": none}
        annotation = self._journal.entry({**entered, "rubric": asdict(rubric or Rubric())})
        self._check_offered(annotation)
        self._journal.append(annotation)
        return annotation

    def log(self) -> Iterator[Annotation]:
        """Every annotation ever saved, in order.

        Raises:
            AnnotationError: a whole line of the log is no annotation (INVALID), or the log is too long (TOO_LARGE).
        """
        return self._journal.entries()

    def of(self, annotator: str) -> dict[str, Annotation]:
        """The last annotations of one annotator, done or not, by question, in the order in which these are offered."""
        return self._latest().get(annotator, {})

    def picked(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return the nodes of what each annotator has done, by annotator in order of name, and by question."""
        return {
            annotator: {question: annotation.nodes for question, annotation in annotations.items()}
            for annotator, annotations in self._done().items()
        }

    def agreement(self) -> list[Agreement]:
        """Of each pair of annotators, over what both have done."""
        picked = self.picked()
        return [agreement(pair, picked[pair[0]], picked[pair[1]], self.offered) for pair in combinations(picked, 2)]

    def by_question(self) -> dict[str, list[Annotation]]:
        """Finished annotations of each question that has any, annotators in order of name."""
        annotations: dict[str, list[Annotation]] = {question: [] for question in self.offered}
        for picked in self._done().values():
            for question, annotation in picked.items():
                annotations[question].append(annotation)
        return {question: several for question, several in annotations.items() if several}

    def agreed(self) -> dict[str, Annotation]:
        """The annotation that stands for all, by question: where annotators differ, the one with the most points.

        Among equals it is the one with the fewest nodes, then that of the first annotator by name.
        """
        return {
            question: min(several, key=lambda annotation: (-_points(annotation), len(annotation.nodes)))
            for question, several in self.by_question().items()
        }

    def _done(self) -> dict[str, dict[str, Annotation]]:
        """By annotator, in order of name, and by question; who has done nothing is not in it."""
        done = {
            who: {question: annotation for question, annotation in latest.items() if annotation.done}
            for who, latest in sorted(self._latest().items())
        }
        return {who: latest for who, latest in done.items() if latest}

    def _latest(self) -> dict[str, dict[str, Annotation]]:
        by_annotator: dict[str, dict[str, Annotation]] = {}
        for annotation in self.log():
            by_annotator.setdefault(annotation.annotator, {})[annotation.question] = annotation
        return {who: {q: latest[q] for q in self.offered if q in latest} for who, latest in by_annotator.items()}

    def _check_offered(self, annotation: Annotation) -> None:
        if annotation.question not in self.offered:
            raise AnnotationError(f"no question {annotation.question[:100]!r}", reason=RejectionReason.MISSING)
        unknown = [node for node in annotation.nodes if node not in self.offered[annotation.question]]
        if annotation.none and annotation.nodes:
            raise AnnotationError("nodes, and that there are none")
        if unknown or len(set(annotation.nodes)) < len(annotation.nodes):
            raise AnnotationError(f"nodes that are not offered or repeated: {[n[:100] for n in unknown[:5]]}")


def _points(annotation: Annotation) -> int:
    return annotation.rubric.score or 0
