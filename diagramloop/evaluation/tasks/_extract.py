"""Extract: a document in, the procedural graph that it describes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from diagramloop.data.sources import Document, Rejected, sample
from diagramloop.evaluation import extraction
from diagramloop.evaluation.contestants.extraction_controls import CONTROLS
from diagramloop.evaluation.contestants.extractors import EXTRACTORS, Extraction, extracted, extraction_of
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.extraction import ExtractionItem
from diagramloop.evaluation.lineage import fingerprint
from diagramloop.evaluation.tasks._parse import graph_prediction, heard_graph, write_graph
from diagramloop.evaluation.tasks._task import Posed, Posing, Scored, Scoring, System, found, place_of, refusals
from diagramloop.graph import formats as graph_formats


@dataclass(frozen=True)
class Extract(Scored):
    """Documents, and what they describe."""

    name: ClassVar = "extract"
    scoring: ClassVar[Scoring] = extraction
    kind: ClassVar = EXTRACTORS

    def pose(self, data: DataSet) -> Posing:
        """Every document, as text."""
        documents = sample(data.documents().documents(), self.limit)
        items = tuple(
            Posed(ExtractionItem(d.id, data.label, d.graph), d.text, d.graph, (fingerprint(d.text),))
            for d in documents
            if isinstance(d, Document)
        )
        return Posing(data.label, items, (refusals("documents", (d for d in documents if isinstance(d, Rejected))),))

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """An extractor, a control, or a function from a text to a graph."""
        if isinstance(system, str) and system in CONTROLS:
            return System(system, lambda posed: Extraction(CONTROLS[system](posed.gold)), control=True)
        extractor = found(EXTRACTORS, system, options)

        def answer(posed: Posed) -> Extraction:
            return extracted(extractor.made, posed.asked, extractor.name)

        return System(extractor.name, answer, extractor.lineages, calls=extractor.calls)

    def prediction(self, content: Any, posed: Posed | None = None) -> Extraction:
        """A graph, or what holds one in any notation: a text, a record, a file; triples stay as they were written."""
        del posed
        heard = heard_graph(content, graph_formats.TRIPLES.name)
        if heard is None:
            return content if isinstance(content, Extraction) else Extraction(graph_prediction(content))
        return extraction_of(heard)

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """``ID.txt``; the gold as ``ID.json``."""
        place_of(asked, posed.id, ".txt").write_text(posed.asked + "\n", encoding="utf-8")
        write_graph(place_of(gold, posed.id, ".json"), posed.gold)
