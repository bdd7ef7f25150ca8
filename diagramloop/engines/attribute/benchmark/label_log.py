"""Automatic labels, kept in a log as they come: what was labelled once is not asked again.

A JSON object a line, as :mod:`diagramloop.scores.annotation` keeps what people pick. A label belongs to the
very question, answer, chart and model that it was made of: where one of them has changed, it is made anew. What machine
or endpoint took is not kept, so that the next run tries it again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from diagramloop.base.journal import TypedJournal
from diagramloop.data.sources import Question
from diagramloop.engines.attribute.benchmark.asked import Asked, Dropped
from diagramloop.engines.attribute.labelling import AutomaticLabels, Label
from diagramloop.errors import Cause, DiagramloopError
from diagramloop.scores.annotation import AnnotationError
from diagramloop.scores.annotation_agreements import KeptLabel


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question after it was put to a model.

    Attributes:
        label: that there is now.
        new: whether it was made now, and not read from the log.
    """

    label: KeptLabel
    new: bool

    @property
    def dropped(self) -> Dropped | None:
        """Return the row of a question without a label; None for a label."""
        if self.label.rejected is None:
            return None
        return Dropped(self.label.question, "question", self.label.rejected.value, self.label.detail)


_KEPT = TypeAdapter(KeptLabel)


class LabelLog:
    """The log in the file ``path``, made with the first label."""

    def __init__(self, path: Path) -> None:
        self._journal = TypedJournal(path, _KEPT, "label", AnnotationError)

    def kept(self) -> Iterator[KeptLabel]:
        """Every label ever made, in order.

        Raises:
            AnnotationError: a whole line of the log is no label (INVALID), or the log is too long (TOO_LARGE).
        """
        return self._journal.entries()

    def labels(self, asked: Asked) -> dict[str, KeptLabel]:
        """The last label of each question as it is asked now, in the order of the questions.

        Nodes that are none of the chart's are left out: the log is a file that anyone may have written.
        """
        last = {label.question: label for label in self.kept()}
        usable = {id: last[id] for id in asked.questions if id in last and last[id].nodes}
        return {
            id: label
            for id, label in usable.items()
            if label.of == asked_digest(asked, asked.questions[id]) and set(label.nodes) <= set(asked.offered[id])
        }

    def label(self, asked: Asked, labeller: AutomaticLabels) -> Iterator[Labelled]:
        """Every question with its label, in order; those that the log does not have yet are put to the model."""
        kept_labels = {(label.question, label.of, label.model): label for label in self.kept()}
        for question in asked.questions.values():
            key = (question.id, asked_digest(asked, question), labeller.model)
            if key in kept_labels:
                yield Labelled(kept_labels[key], new=False)
                continue
            label = _labelled(asked, question, labeller, key)
            if label.rejected is None or label.rejected.cause is Cause.ITEM:
                self._journal.append(label)
            yield Labelled(label, new=True)


def asked_digest(asked: Asked, question: Question) -> str:
    """SHA-256 (hex) of all that a label depends on, but for the model."""
    graph = asked.charts[question.chart].graph.without_geometry()
    parts = [question.question, question.answers[0], question.type.value, graph.digest()]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _labelled(asked: Asked, question: Question, labeller: AutomaticLabels, key: tuple[str, str, str]) -> KeptLabel:
    try:
        chosen: Label = labeller.label(asked.task(question), question.type)
    except DiagramloopError as error:
        return KeptLabel(*key, rejected=error.reason, detail=str(error))
    return KeptLabel(
        *key,
        nodes=chosen.nodes,
        reason=chosen.reason,
        prompt_tokens=chosen.usage.prompt_tokens,
        completion_tokens=chosen.usage.completion_tokens,
        calls=chosen.usage.calls,
        seconds=chosen.usage.seconds,
    )
