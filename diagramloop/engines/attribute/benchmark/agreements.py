"""Agreement over a benchmark that is being built: between people, and of each of them with the model's labels.

Follow the Flow, Section 4.3, Step 2: kappa 0.89 between the two annotators, 0.72 and 0.80 of each with the model.
"""

from __future__ import annotations

from collections.abc import Mapping

from diagramloop.engines.attribute.agreement import Agreement, agreement
from diagramloop.engines.attribute.annotation import AnnotationStore
from diagramloop.engines.attribute.benchmark.label_log import KeptLabel

MODEL = "model: "  # before a model's name, so that no annotator has the same


def agreements(store: AnnotationStore, labels: Mapping[str, KeptLabel]) -> list[Agreement]:
    """Of each pair of annotators, then of each annotator with each model, over what both have done.

    Args:
        labels: by question, as :meth:`~diagramloop.engines.attribute.benchmark.LabelLog.labels` gives them.
    """
    picked = store.picked()
    with_models = [
        agreement((who, f"{MODEL}{model}"), picks, _of(model, labels), store.offered)
        for model in sorted({label.model for label in labels.values()})
        for who, picks in picked.items()
    ]
    return [*store.agreement(), *with_models]


def _of(model: str, labels: Mapping[str, KeptLabel]) -> dict[str, tuple[str, ...]]:
    return {question: label.nodes for question, label in labels.items() if label.model == model}
