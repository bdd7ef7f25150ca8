"""Agreement over a benchmark that is being built: between people, and of each of them with the model's labels.

Follow the Flow, Section 4.3, Step 2: kappa 0.89 between the two annotators, 0.72 and 0.80 of each with the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from diagramloop.errors import RejectionReason
from diagramloop.scores.annotation import AnnotationStore
from diagramloop.scores.annotator_agreement import Agreement, agreement

MODEL = "model: "  # before a model's name, so that no annotator has the same


@dataclass(frozen=True, slots=True)
class KeptLabel:
    """The answer of a model to one question of a benchmark.

    Attributes:
        question: its id.
        of: SHA-256 of what was asked: question, answer, type and chart.
        model: by its name.
        nodes: ids of nodes of the chart; none where the answer named none.
        reason: in the model's words.
        rejected: why there are no nodes, or None.
        detail: of the rejection.
        prompt_tokens, completion_tokens, calls, seconds: that it took, by the first call.
    """

    question: str
    of: str
    model: str
    nodes: tuple[str, ...] = ()
    reason: Annotated[str, Field(max_length=10_000)] = ""
    rejected: RejectionReason | None = None
    detail: str = ""
    prompt_tokens: Annotated[int, Field(ge=0)] = 0
    completion_tokens: Annotated[int, Field(ge=0)] = 0
    calls: Annotated[int, Field(ge=0)] = 0
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0


def agreements(store: AnnotationStore, labels: Mapping[str, KeptLabel]) -> list[Agreement]:
    """Of each pair of annotators, then of each annotator with each model, over what both have done.

    Args:
        labels: by question, as :meth:`~diagramloop.engines.attribute.benchmark.LabelLog.labels` gives them.
    """
    picked = store.picked()
    with_models = []
    for model in sorted({label.model for label in labels.values()}):
        chosen = _of(model, labels)
        for who, picks in picked.items():
            with_models.append(agreement((who, f"{MODEL}{model}"), picks, chosen, store.offered))
    return [*store.agreement(), *with_models]


def _of(model: str, labels: Mapping[str, KeptLabel]) -> dict[str, tuple[str, ...]]:
    return {question: label.nodes for question, label in labels.items() if label.model == model}
