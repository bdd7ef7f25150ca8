"""Training of the embedded extractor: its tagger from PAGED, judged by the graphs of documents left out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict

from diagramloop.data.sources import Document
from diagramloop.engines.training.language.folds import cross_validated, documents
from diagramloop.engines.training.language.learned import Learned
from diagramloop.engines.training.language.tagger import examples, train
from diagramloop.evaluation.lineage import fingerprint
from diagramloop.graph import FlowGraph
from diagramloop.scores.counts import f1
from diagramloop.scores.extraction import score_extraction
from diagramloop.scores.extraction_metrics import EXTRACTION_METRICS

OFFICIAL = "paged_official/"


class ExtractorSettings(BaseModel):
    """All that decides which weights come out, but the data.

    Attributes:
        judged: whether five more taggers are trained, each on four folds of five, for the figures.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    judged: bool = True


def learn(folder: Path, settings: ExtractorSettings) -> Learned:
    """Weights from PAGED in ``folder``: a minute on one core, and five more for the figures."""
    read = documents(folder)
    weights = train(example for document in read for example in examples(document))
    figures = official_f1(cross_validated(read)) if settings.judged else {}
    return Learned(weights, {"PAGED, public half": [fingerprint(one.text) for one in read]}, figures)


def official_f1(extracted: Iterable[tuple[Document, FlowGraph]]) -> dict[str, float]:
    """F1 of each kind by the published evaluator's arithmetic."""
    compared = [score_extraction(graph, document.graph) for document, graph in extracted]
    found = {}
    for metric in EXTRACTION_METRICS:
        if metric.name.startswith(OFFICIAL) and metric.name.endswith("_f1") and metric.count is not None:
            counts = [metric.count(comparison) for comparison in compared]
            total = np.array([(c.correct, c.predicted, c.found, c.gold) for c in counts]).sum(axis=0)
            found[metric.name.removeprefix(OFFICIAL)] = float(f1(total))
    return found
