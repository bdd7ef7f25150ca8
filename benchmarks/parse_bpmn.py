"""Diagrams of foreign tools (BPMN MIWG) read from pixels, against the models they were drawn from.

    python benchmarks/parse_bpmn.py DIR [--split dev|held] [--only ID,ID] [--by tool] [--diagnose OUT]

Drawings and models share no coordinates, so elements are matched by text (diagramloop.score.alignment.align_by_text).
Tools are split into dev and held (a third) by the SHA-256 of their names. Prints node, group and directed edge F1
over all diagrams and as the mean of the diagrams'. With --diagnose, crops of every miss are filed by cause.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from parse_bpmn_causes import Causes

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.parse import ParsedFigure, parse
from diagramloop.score.alignment import Alignment, align_by_text
from diagramloop.score.counts import Counts
from diagramloop.sources import Chart
from diagramloop.sources.bpmn_miwg import BpmnMiwg

PARTS = ("nodes", "groups", "edges")


def in_split(tool: str, split: str) -> bool:
    """A third of the tools are held."""
    held = hashlib.sha256(tool.encode()).digest()[0] % 3 == 0
    return split == "all" or (split == "held") == held


def charts(options: argparse.Namespace) -> Iterator[Chart]:
    """The chosen diagrams."""
    only = set(filter(None, options.only.split(",")))
    for chart in BpmnMiwg(options.folder).charts():
        if isinstance(chart, Chart) and in_split(chart.domain, options.split) and (not only or chart.id in only):
            yield chart


class Table:
    """Counts per diagram and how long each took."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, dict[str, Counts], float]] = []

    def add(self, chart: Chart, alignment: Alignment, seconds: float) -> None:
        counts = {name: getattr(alignment, name).counts for name in PARTS}
        self._rows.append((chart.domain, counts, seconds))
        cells = (f"{n} {c.f1:.2f} ({c.found:.0f}/{c.gold:.0f} -{c.false_positives:.0f})" for n, c in counts.items())
        print(f"{chart.id} {chart.domain[:24]:24} {'  '.join(cells)}  {seconds:.1f} s", flush=True)

    def report(self, by_tool: bool) -> None:
        tools: dict[str, list[dict[str, Counts]]] = defaultdict(list)
        for tool, counts, _ in self._rows:
            tools[tool].append(counts)
        for tool, rows in sorted(tools.items()) if by_tool else ():
            print(f"{tool[:40]:40}", "  ".join(f"{name} {_pooled(rows, name):.3f}" for name in PARTS))
        every = [counts for _, counts, _ in self._rows]
        for name in PARTS:
            mean = np.mean([counts[name].f1 for counts in every])
            print(f"{name:6} F1 {_pooled(every, name):.4f} over all, {mean:.4f} mean of {len(every)} diagrams")
        print(f"seconds: median {np.median([s for *_, s in self._rows]):.2f}, sum {sum(s for *_, s in self._rows):.0f}")


def _pooled(rows: list[dict[str, Counts]], name: str) -> float:
    return sum((counts[name] for counts in rows), Counts(0, 0, 0, 0)).f1


def main() -> None:
    options = _options()
    cv2.setNumThreads(1)
    table, causes = Table(), Causes(options.folder, options.diagnose) if options.diagnose else None
    for chart in charts(options):
        start = time.perf_counter()
        try:
            parsed: ParsedFigure | None = parse(chart.picture)
        except DiagramloopError as error:
            parsed = None
            print(f"{chart.id}: {error.reason}: {error}")
        seconds = time.perf_counter() - start
        alignment = align_by_text(parsed.graph if parsed else FlowGraph(), chart.graph)
        table.add(chart, alignment, seconds)
        if causes and parsed:
            causes.add(chart, parsed, alignment)
    table.report(options.by == "tool")
    if causes:
        causes.report()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", choices=["dev", "held", "all"], default="all")
    parser.add_argument("--only", default="", help="ids, joined by commas")
    parser.add_argument("--by", choices=["tool", ""], default="")
    parser.add_argument("--diagnose", type=Path, metavar="OUT")
    return parser.parse_args()


if __name__ == "__main__":
    main()
