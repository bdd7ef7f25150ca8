"""Duration of the scores of extraction, and the scores of the control rows.

``python -m benchmarks.extraction_score_speed FOLDER``: the folder of PAGED (its documents against each control). Times
are processor time of one core, both families, all columns; loading spaCy is told apart. ``as_triples`` is gold written
as triples and read back: what a model's answer could reach at most.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from diagramloop.data.sources import Document
from diagramloop.data.sources.paged import Paged
from diagramloop.engines.extract.controls import CONTROLS
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import read_triples, write_triples
from diagramloop.scores import METRICS, ScoreRow, score_comparison, score_extraction, summarise
from diagramloop.scores.extraction_metrics import EXTRACTION_METRICS
from diagramloop.scores.paged_official import tokens


def as_triples(graph: FlowGraph) -> FlowGraph:
    """Result of a graph in the notation of models."""
    return read_triples(write_triples(graph).text)


SYSTEMS = {**CONTROLS, "as_triples": as_triples}


def main() -> None:
    """Scores every document against every control and prints times and values."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    documents = [item for item in Paged(parser.parse_args().root).documents() if isinstance(item, Document)]
    began = time.process_time()
    tokens("warm")
    print(f"loading spaCy: {time.process_time() - began:.2f} s")
    names = [metric.name for metric in EXTRACTION_METRICS]
    values: dict[str, dict[str, float | None]] = {}
    for control in SYSTEMS:
        rows = _rows(documents, control, names)
        values[control] = {summary.metric: summary.value for summary in summarise(rows, seed=0)}
    for name in names:
        if name.endswith("_f1"):
            found = (values[control].get(name) for control in SYSTEMS)
            print(f"{name:32}", *("     -" if value is None else f"{value:6.3f}" for value in found))
    print(f"{'':32}", *(control[:6] for control in SYSTEMS))
    outside = [
        m for c in SYSTEMS for m, v in values[c].items() if METRICS[m].bounded and v is not None and not 0 <= v <= 1
    ]
    print("bounded metrics outside of [0, 1]:", outside or "none")


def _rows(documents: list[Document], system: str, names: list[str]) -> list[ScoreRow]:
    predicted = [SYSTEMS[system](document.graph) for document in documents]
    pairs = zip(documents, predicted, strict=True)
    began = time.process_time()
    rows = [
        row
        for document, graph in pairs
        for row in score_comparison(score_extraction(graph, document.graph), chart=document.id, metrics=names)
    ]
    print(f"{len(documents)} documents against {system}: {time.process_time() - began:.2f} s")
    return rows


if __name__ == "__main__":
    main()
