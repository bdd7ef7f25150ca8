"""Extraction: the procedural graph made of a document beside the document's gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.evaluation.scores import Place
from diagramloop.graph import FlowGraph
from diagramloop.scores import Compared, ScoreRow, metric_names, score_comparison
from diagramloop.scores.extraction import score_extraction

TASK = "extraction"
SHOWN: tuple[str, ...] = ("strict/graph_f1", "strict/flow_f1", "strict/macro_f1", "paged_official/macro_f1")


@dataclass(frozen=True)
class ExtractionItem:
    """A document.

    Attributes:
        id: of the document.
        data: the board.
        gold: the graph that it describes.
    """

    id: str
    data: str
    gold: FlowGraph

    @property
    def place(self) -> Place:
        """Each document is a cluster of its own."""
        return Place(self.id, self.data, self.id)

    def score(self, answer: Extraction | None, metrics: Sequence[str] | None = None) -> list[ScoreRow]:
        """Those of a graph, and of its own lines where it has some; no answer is the empty graph."""
        made = Extraction(FlowGraph()) if answer is None else answer
        compared = score_extraction(made.graph, self.gold, made.text)
        return score_comparison(compared, chart=self.id, metrics=metrics or all_metrics())


def all_metrics() -> tuple[str, ...]:
    """Return the names of its metrics; see :func:`diagramloop.evaluation.parsing.all_metrics`."""
    return metric_names(Compared.EXTRACTION)
