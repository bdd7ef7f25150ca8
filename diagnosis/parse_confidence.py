"""Confidences of readings against what is right: calibration errors, the estimated edge F1, errors met first.

    python -m diagnosis.parse_confidence SOURCE ROOT [--options JSON] [--hypotheses CONF] [--every N]

SOURCE is any data set whose charts have pictures, such as ``bpmn-miwg``. CONF is a file of conf/parser whose options
say the hypotheses to read by, such as conf/parser/hmas_checked.yaml; the embedded agents alone without it. Each chart
has a line: its estimated and true edge F1, the number of the hypothesis that won, and seconds of processor time.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import typer
import yaml

from diagramloop.data.sources import Chart, open_source
from diagramloop.engines.parse import read_picture
from diagramloop.engines.parse.hypotheses import CheckedFigure, CheckedParser
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.calibration import PARTS, figures, verdict

Told = defaultdict[str, list[float]]


def note(found: CheckedFigure, chart: Chart, said: Told, right: Told) -> float:
    """Add what a reading says of itself and what is right of it; its true edge F1."""
    truth = verdict(found.figure.graph, chart.graph)
    for kind in PARTS[:2]:
        said[kind] += getattr(found.confidence, kind)
        right[kind] += getattr(truth, kind)
    said["labels"] += found.confidence.labels.values()
    right["labels"] += [truth.labels.get(number, False) for number in found.confidence.labels]
    said["chart"].append(found.confidence.edge_f1)
    right["chart"].append(truth.edge_f1)
    return truth.edge_f1


def main(source: str, root: Path, options: str = "{}", hypotheses: Path | None = None, every: int = 1) -> None:
    """Print a line for each chart, then the figures of all."""
    cv2.setNumThreads(1)
    alone = {"hypotheses": [{}]}
    conf: dict[str, Any] = alone if hypotheses is None else yaml.safe_load(hypotheses.read_text("utf-8"))["options"]
    parser = CheckedParser(**conf)
    said: Told = defaultdict(list)
    right: Told = defaultdict(list)
    charts = (c for c in open_source(source, root, **json.loads(options)).charts() if isinstance(c, Chart))
    for chart in islice(charts, 0, None, every):
        begun = time.process_time()
        try:
            found = parser.read(read_picture(chart.picture or b""))
        except DiagramloopError as error:
            print(f"{chart.id}: {error.reason}: {error}")
            continue
        seconds = time.process_time() - begun
        true = note(found, chart, said, right)
        estimate = found.confidence.edge_f1
        print(f"{chart.id}: estimated {estimate:.3f}, true {true:.3f}, hypothesis {found.hypothesis}, {seconds:.1f} s")
    for name, value in figures(said, right).items() if said else ():
        print(f"{value:8.3f} {name}")


if __name__ == "__main__":
    typer.run(main)
