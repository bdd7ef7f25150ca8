"""The embedded extractor on PAGED, by the published evaluator's arithmetic.

    python -m benchmarks.training.extract_paged --root DATA/paged --split cv

Splits: ``all``, ``dev``, ``held`` (30 % by SHA-256 of the document's id; only ever measured, never looked at) with
the weights in the package, which were trained on all documents: so much better than on unseen ones. ``cv`` trains
the tagger anew for each of 5 folds and extracts every document with weights that have not seen it; rules and
thresholds were made on dev, so the held rows of ``cv`` are the honest figures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from diagramloop.data.sources import Document
from diagramloop.engines.extract.embedded import Embedded
from diagramloop.engines.training.language.folds import Extracted, cross_validated, documents, held
from diagramloop.scores.counts import f1, precision, recall
from diagramloop.scores.extraction import score_extraction
from diagramloop.scores.extraction_metrics import EXTRACTION_METRICS

FLOORS = {
    "paged_official/actor_f1": 0.60,
    "paged_official/action_f1": 0.78,
    "paged_official/data_f1": 0.45,
    "paged_official/xor_f1": 0.72,
    "paged_official/and_f1": 0.55,
    "paged_official/sequence_f1": 0.42,
    "paged_official/condition_f1": 0.26,
    "paged_official/constraint_f1": 0.35,
}


def shipped(corpus: Sequence[Document]) -> Iterator[Extracted]:
    """Every document with the graph extracted by the weights in the package."""
    extractor = Embedded()
    return ((document, extractor.extract(document.text).graph) for document in corpus)


def show(title: str, extracted: Sequence[Extracted]) -> None:
    """Print precision, recall and F1 of every column, by the published evaluator and one to one."""
    compared = [score_extraction(graph, document.graph) for document, graph in extracted]
    print(f"{title}: {len(compared)} documents\n{'':28}{'P':>8}{'R':>8}{'F1':>8}{'floor':>8}")
    for metric in EXTRACTION_METRICS:
        if metric.name.endswith("_f1") and metric.count is not None:
            counts = [metric.count(comparison) for comparison in compared]
            total = np.array([(c.correct, c.predicted, c.found, c.gold) for c in counts]).sum(axis=0)
            values = "".join(f"{float(statistic(total)):8.3f}" for statistic in (precision, recall, f1))
            print(f"{metric.name:28}{values}{FLOORS.get(metric.name, 0):8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="folder with PAGED's JSON")
    parser.add_argument("--split", choices=("dev", "held", "all", "cv"), default="cv")
    options = parser.parse_args()
    corpus = documents(options.root)
    started = time.perf_counter()
    if options.split == "cv":
        extracted = list(cross_validated(corpus))
        show("dev, cross-validated", [pair for pair in extracted if not held(pair[0])])
        show("held, cross-validated", [pair for pair in extracted if held(pair[0])])
        show("all, cross-validated", extracted)
    else:
        chosen = [d for d in corpus if options.split == "all" or held(d) == (options.split == "held")]
        extracted = list(shipped(chosen))
        print(f"{time.perf_counter() - started:.1f} s to extract")
        show(f"{options.split}, shipped weights", extracted)


if __name__ == "__main__":
    main()
