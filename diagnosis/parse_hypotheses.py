"""Every chart read under each hypothesis alone, and what the search over them makes of it: what is each one worth?

    python -m diagnosis.parse_hypotheses SOURCE ROOT [--options JSON] [--hypotheses CONF] [--every N] [--order 0,2,1]

SOURCE, ROOT and CONF are as of ``diagnosis.parse_confidence``; the shipped hypotheses without CONF. Each chart has a
line: by hypothesis its estimated and true edge F1 and seconds of processor time. Then come the means of each
hypothesis, of the search in the order given, of what it ends with when the readings it has made complete the best one,
of the search without one of them, and of the best reading there is.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

import cv2
import typer
import yaml

from diagramloop.data.sources import Chart, open_source
from diagramloop.engines.parse import read_picture
from diagramloop.engines.parse.hypotheses import (
    GOOD_ENOUGH,
    LEAST_GAIN,
    CheckedFigure,
    CheckedParser,
    completed,
    shipped,
)
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.calibration import verdict


@dataclass(frozen=True)
class Reading:
    """Of one chart under one hypothesis: edge F1 as estimated and as it is (0 if refused), processor time, itself."""

    estimated: float | None
    true: float
    seconds: float
    found: CheckedFigure | None = None


@dataclass(frozen=True)
class Ending:
    """Of a search: the number of the reading that it ends with, those that it has made, and seconds."""

    best: int | None
    made: tuple[int, ...]
    seconds: float


def read(chart: Chart, parser: CheckedParser) -> Reading:
    """One reading; a refusal has no estimate."""
    begun = time.process_time()
    try:
        found = parser.read(read_picture(chart.picture or b""))
    except DiagramloopError:
        return Reading(None, 0.0, time.process_time() - begun)
    seconds = time.process_time() - begun
    true = verdict(found.figure.graph, chart.graph).edge_f1
    return Reading(found.confidence.edge_f1, true, seconds, found)


def searched(readings: Sequence[Reading], order: Sequence[int]) -> Ending:
    """Ending of a search in this order."""
    best, estimated, made, seconds = None, -1.0, [], 0.0
    for number in order:
        found = readings[number]
        seconds += found.seconds
        made.append(number)
        if found.estimated is not None and found.estimated > estimated + LEAST_GAIN:
            best, estimated = number, found.estimated
        if estimated >= GOOD_ENOUGH:
            break
    return Ending(best, tuple(made), seconds)


def true_of(readings: Sequence[Reading], ending: Ending) -> float:
    """True edge F1 of the reading that a search ends with."""
    return 0.0 if ending.best is None else readings[ending.best].true


def true_completed(chart: Chart, readings: Sequence[Reading], ending: Ending) -> float:
    """Likewise, completed by the others that the search has made."""
    best = None if ending.best is None else readings[ending.best].found
    if best is None:
        return 0.0
    made = [found for number in ending.made if (found := readings[number].found)]
    return verdict(completed(best, made).figure.graph, chart.graph).edge_f1


def told(charts: Sequence[Sequence[Reading]], order: Sequence[int]) -> Iterator[str]:
    """Means over all charts."""
    for number in range(len(charts[0])):
        own = [chart[number] for chart in charts]
        line = f"hypothesis {number}: true {fmean(r.true for r in own):.3f}"
        yield f"{line}, refused {sum(r.estimated is None for r in own)}, {fmean(r.seconds for r in own):.1f} s"
    orders = {"search": list(order)} | {f"search without {left}": [n for n in order if n != left] for left in order}
    for name, tried in orders.items():
        ends = [searched(chart, tried) for chart in charts]
        true = fmean(true_of(chart, end) for chart, end in zip(charts, ends, strict=True))
        yield f"{name}: true {true:.3f}, {fmean(end.seconds for end in ends):.1f} s"
    yield f"best: true {fmean(max(r.true for r in chart) for chart in charts):.3f}"


def main(
    source: str, root: Path, options: str = "{}", hypotheses: Path | None = None, every: int = 1, order: str = ""
) -> None:
    """Print a line for each chart, then the means."""
    cv2.setNumThreads(1)
    given: list[dict[str, Any]] = (
        yaml.safe_load(hypotheses.read_text("utf-8"))["options"]["hypotheses"] if hypotheses else shipped()
    )
    parsers = [CheckedParser(hypotheses=[one]) for one in given]
    numbers = [int(number) for number in order.split(",")] if order else list(range(len(given)))
    kept, joined = [], []
    charts = (c for c in open_source(source, root, **json.loads(options)).charts() if isinstance(c, Chart))
    for chart in islice(charts, 0, None, every):
        readings = [read(chart, parser) for parser in parsers]
        joined.append(true_completed(chart, readings, searched(readings, numbers)))
        kept.append([replace(reading, found=None) for reading in readings])
        said = (f"{r.estimated or 0:.2f}/{r.true:.2f} {r.seconds:.1f}s" for r in kept[-1])
        print(f"{chart.id}: {'  '.join(said)}  completed {joined[-1]:.2f}", flush=True)
    print("\n".join(told(kept, numbers)))
    print(f"search, completed: true {fmean(joined):.3f}")


if __name__ == "__main__":
    typer.run(main)
