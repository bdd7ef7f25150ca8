"""Faults in the readings of drawings, thing by thing: missed, invented, turned round, misread; then counts.

    python -m diagnosis.parse_misses SOURCE ROOT [--options JSON] [--parser FILE] [--every N] [--seed N]

SOURCE is any data set whose charts have pictures or SVG, such as ``diagramloop.data.sources.drawn:DrawnCharts`` or, for
what benchmarks/foreign_tools drew, ``diagramloop.data.sources.drawings:Drawings``. Things are met by their places where
both graphs have them, else by their texts. Counts are by cause and domain: the tool, dialect or habit. Before them
stand the scores over all things, where there are places by an IoU of 0.5 and of 0.7. FILE is a parser's configuration,
such as conf/parser/svg_reader.yaml, which reads drawings as vectors; without one pictures are read by the embedded
agents. Of each reading one edge is drawn and printed, to be judged by people or by the chart, and the share of right
ones stands at the end: DiagramEval's accuracy of edge extraction (Section 5.4).
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

import cv2
import numpy as np
import typer
import yaml

from diagramloop.data.sources import Chart, open_source
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.parsers import PICTURE, Parser, graph_read, reads
from diagramloop.evaluation.contestants.parsers import parser as made
from diagramloop.graph import FlowGraph
from diagramloop.scores.alignment import Alignment, align, align_by_text
from diagramloop.scores.counts import Counts
from diagramloop.scores.regions import IOU_THRESHOLD
from diagramloop.scores.similarity import fold

SAME_PLACE = 0.5  # intersection over union: boxes of texts without a shape depend on the font
MOST_CAUSES = 60  # that are listed

EMBEDDED = Path("conf/parser/hmas_embedded.yaml")

PARTS = ("nodes", "groups", "edges")


def read(chart: Chart, by: Parser) -> FlowGraph:
    drawing = chart.picture if reads(by) == PICTURE else chart.svg
    return graph_read(by, drawing or b"", "the parser")[0]


def met(found: FlowGraph, truth: FlowGraph, least: float = SAME_PLACE) -> Alignment:
    """By place where the truth has places, else by text."""
    placed = all(node.box for node in truth.nodes)
    return align(found, truth, least) if placed else align_by_text(found, truth)


class Scores:
    """Counts over all charts, by part and least IoU."""

    def __init__(self) -> None:
        self._counts: defaultdict[tuple[float, str], Counts] = defaultdict(partial(Counts, 0, 0, 0, 0))

    def add(self, found: FlowGraph, truth: FlowGraph) -> None:
        for least in (SAME_PLACE, IOU_THRESHOLD):
            alignment = met(found, truth, least)
            for part in PARTS:
                self._counts[least, part] += getattr(alignment, part).counts

    def report(self) -> None:
        for (least, part), counts in self._counts.items():
            said = f"F1 {counts.f1:.3f} precision {counts.precision:.3f} recall {counts.recall:.3f}"
            print(f"IoU {least} {part:6} {said}")


class DrawnEdges:
    """One edge of each reading, drawn by the chart's name: whether the chart has it, ends and heads."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._right: list[bool] = []
        self._without = 0

    def add(self, chart: Chart, found: FlowGraph, alignment: Alignment) -> None:
        if not found.edges:
            self._without += 1
            return
        number = Random(f"{self._seed} {chart.id}").randrange(len(found.edges))
        right = number in {p for p, _ in alignment.edges.matched}
        self._right.append(right)
        print(f"  {chart.id}: drawn edge, {'right' if right else 'wrong'}: {_said(found, number)}")

    def report(self) -> None:
        share = f" ({sum(self._right) / len(self._right):.4f})" if self._right else ""
        judged = f"{sum(self._right)} of {len(self._right)} drawn edges are right{share}"
        print(f"{judged}; {self._without} readings have no edge")


def misses(found: FlowGraph, truth: FlowGraph, alignment: Alignment) -> Iterator[tuple[str, str]]:
    """Cause and description of everything that is wrong."""
    for p, g in alignment.nodes.matched:
        if not _same(found.nodes[p].text, truth.nodes[g].text):
            yield "text differs", f"{truth.nodes[g].text!r} read as {found.nodes[p].text!r}"
    for part in ("nodes", "groups"):
        matching = getattr(alignment, part)
        yield from ((f"{part}: missing", repr(getattr(truth, part)[g].text)) for g in matching.missing)
        yield from ((f"{part}: invented", repr(getattr(found, part)[p].text)) for p in matching.invented)
    yield from _edge_misses(found, truth, alignment)


def _edge_misses(found: FlowGraph, truth: FlowGraph, alignment: Alignment) -> Iterator[tuple[str, str]]:
    there = {truth.nodes[g].id for _, g in alignment.nodes.matched}
    there |= {truth.groups[g].id for _, g in alignment.groups.matched}
    for g in alignment.edges.missing:
        edge = truth.edges[g]
        cause = "edges: missing" if {edge.source, edge.target} <= there else "edges: an end is missing"
        yield cause, _said(truth, g)
    yield from (("edges: invented", _said(found, p)) for p in alignment.edges.invented)
    for p, g in alignment.edges.reversed:
        yield "edges: other heads", f"{_said(truth, g)}: {found.edges[p].tail}-{found.edges[p].head}"
    for p, g in alignment.edges.matched:
        if not _same(found.edges[p].label, truth.edges[g].label):
            yield "labels", f"{truth.edges[g].label!r} read as {found.edges[p].label!r}"


def _said(graph: FlowGraph, number: int) -> str:
    edge = graph.edges[number]
    ends = [(graph.node_by_id.get(end) or graph.group_by_id[end]).text for end in (edge.source, edge.target)]
    return f"{ends[0]!r} -> {ends[1]!r} [{edge.label}]"


def _same(one: str, other: str) -> bool:
    return "".join(fold(one).casefold().split()) == "".join(fold(other).casefold().split())


def main(source: str, root: Path, options: str = "{}", parser: Path = EMBEDDED, every: int = 1, seed: int = 0) -> None:
    """Print every miss, then scores, then how many misses there are of each cause."""
    cv2.setNumThreads(1)
    conf = yaml.safe_load(parser.read_text("utf-8"))
    by = made(conf["make"], **conf.get("options", {}))
    causes: Counter[str] = Counter()
    scores, refused, seconds = Scores(), 0, list[float]()
    drawn = DrawnEdges(seed)
    charts = (c for c in open_source(source, root, **json.loads(options)).charts() if isinstance(c, Chart))
    for chart in islice(charts, 0, None, every):
        start = time.process_time()
        try:
            found = read(chart, by)
        except DiagramloopError as error:
            refused += 1
            print(f"{chart.id}: {error.reason}: {error}")
            found = FlowGraph(size=chart.graph.size)
        seconds.append(time.process_time() - start)
        scores.add(found, chart.graph)
        alignment = met(found, chart.graph)
        drawn.add(chart, found, alignment)
        for cause, what in misses(found, chart.graph, alignment):
            causes[f"{cause} ({chart.domain})"] += 1
            print(f"  {chart.id}: {cause}: {what}")
    scores.report()
    drawn.report()
    time_taken = f"{np.median(seconds or [0.0]):.2f} s of processor time, at most {max(seconds, default=0.0):.2f} s"
    print(f"{len(seconds)} charts, {refused} refused; {time_taken}")
    for cause, count in causes.most_common(MOST_CAUSES):
        print(f"{count:5} {cause}")


if __name__ == "__main__":
    typer.run(main)
