"""How long the scores of extraction take, and what the control rows score.

``python benchmarks/extraction_score_speed.py FOLDER``: the folder of PAGED (its documents against each control). Times
are of one core, all texts new to the tokenizer; loading spaCy is told apart.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from flowbench.extract.controls import CONTROLS
from flowbench.score import METRICS, ScoreRow, score_comparison, score_extraction, summarise
from flowbench.score.extraction_metrics import EXTRACTION_METRICS
from flowbench.score.paged_official import tokens
from flowbench.sources import Document
from flowbench.sources.paged import Paged

T = TypeVar("T")


def main() -> None:
    """Scores every document against every control and prints times and values."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    documents = [item for item in Paged(parser.parse_args().root).documents() if isinstance(item, Document)]
    _timed("loading spaCy", lambda: tokens("warm"))
    names = [metric.name for metric in EXTRACTION_METRICS]
    values: dict[str, dict[str, float | None]] = {}
    for control in CONTROLS:
        rows = _timed(f"{len(documents)} documents against {control}", partial(_rows, documents, control, names))
        values[control] = {summary.metric: summary.value for summary in summarise(rows, seed=0)}
    for name in names:
        if name.endswith("_f1"):
            found = (values[control].get(name) for control in CONTROLS)
            print(f"{name:32}", *("     -" if value is None else f"{value:6.3f}" for value in found))
    print(f"{'':32}", *(control[:6] for control in CONTROLS))
    outside = [
        m for c in CONTROLS for m, v in values[c].items() if METRICS[m].bounded and v is not None and not 0 <= v <= 1
    ]
    print("bounded metrics outside of [0, 1]:", outside or "none")


def _rows(documents: list[Document], control: str, names: list[str]) -> list[ScoreRow]:
    return [
        row
        for document in documents
        for row in score_comparison(
            score_extraction(CONTROLS[control](document.graph), document.graph), chart=document.id, metrics=names
        )
    ]


def _timed(what: str, work: Callable[[], T]) -> T:
    began = time.perf_counter()
    result = work()
    print(f"{what}: {time.perf_counter() - began:.2f} s")
    return result


if __name__ == "__main__":
    main()
