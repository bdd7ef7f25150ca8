"""A procedural graph extracted from a document, as triples beside the gold ones, with the rounds of refinement."""

from __future__ import annotations

from dataclasses import dataclass

from flowbench.errors import FormatError
from flowbench.graph import FlowGraph
from flowbench.graph.triples import write_triples
from flowbench.report._marks import gold_marks, predicted_marks
from flowbench.report._sample import Passage, Sample, Table
from flowbench.score.alignment import align_by_text

EXTRACTION = "extraction"


@dataclass(frozen=True)
class Extracted:
    """One extractor on one document.

    Attributes:
        score: its metric ``headline`` on this document.
        graph: None when it gave nothing; ``reason`` then says why.
        suggestions: of each round of refinement, in words.
    """

    data: str
    system: str
    document: str
    text: str
    headline: str
    score: float | None
    gold: FlowGraph
    graph: FlowGraph | None
    suggestions: tuple[tuple[str, ...], ...] = ()
    reason: str = ""

    def sample(self) -> Sample:
        """The text, both graphs as triples, and every element that is missing or invented."""
        graph = self.graph or FlowGraph()
        alignment = align_by_text(graph, self.gold)
        invented = (mark for mark in predicted_marks(graph, alignment) if mark.status == "invented")
        rows = tuple((str(at), text) for at, texts in enumerate(self.suggestions, start=1) for text in texts)
        return Sample(
            *(EXTRACTION, self.data, self.system, self.document, self.headline, self.score),
            passages=(
                Passage("Document", self.text),
                Passage("Gold", _triples(self.gold)),
                Passage("Extracted", _triples(graph)),
            ),
            tables=(Table("Rounds of refinement", ("round", "suggestion"), rows),) if rows else (),
            verdicts=(*gold_marks(self.gold, alignment), *invented),
            reason=self.reason,
        )


def _triples(graph: FlowGraph) -> str:
    try:
        return write_triples(graph).text
    except FormatError:  # there is no flow to write
        return "no flow"
