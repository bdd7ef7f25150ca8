"""Readings of a small set of pictures, as figures that a lost line or a moved threshold changes.

Some pictures are drawn here (charts in styles, by hand), some are kept (figures in the manner of papers, whose drawing
code stands in 78a6265b), and some are real (FlowExplainBench, BPMN MIWG). Of each there are scores against the truth
and, as scores are steps, figures that move with every pixel: how well boxes lie, how sure the reading is, how long its
lines are. diagnosis.reading_gate writes them into tests/quality/readings.json, with which a test compares what is read
now.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

import shapely

from diagramloop.data.sources import Chart, Source, open_source
from diagramloop.data.sources.drawn import DrawnCharts
from diagramloop.engines.parse import parse
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import Box, FlowGraph
from diagramloop.graph.json_form import read_json
from diagramloop.scores import score_pair
from diagramloop.scores.alignment import align, align_by_text

CORPUS = shipped_corpus()
QUALITY = Path(__file__).parents[1] / "tests" / "quality"
RECORD, FIGURES = QUALITY / "readings.json", QUALITY / "figures"
SCORES = ("text/node_f1", "text/edge_f1", "text/edge_label", "node_text_similarity", "group_f1")
PLACED_SCORES = ("node_f1", "edge_f1", "node_shape")
TOLERANCE = 0.004  # of each figure: processors round otherwise in the last digits, and no figure of a picture is exact
LETTER_TOLERANCES = {"node_text_similarity": 0.02}  # and so one reads a letter that another does not
LARGEST_BYTES = 150_000  # of a real picture: the gate is to take seconds
REAL = {"flowexplainbench": 8, "bpmn-miwg": 4}  # by how many pictures


@dataclass(frozen=True)
class Pictured:
    """A picture and the graph that it shows."""

    name: str
    png: bytes
    truth: FlowGraph


def pictures(real_data: Path | None) -> tuple[Pictured, ...]:
    """The set: what is drawn here or kept, and with ``real_data`` the real ones."""
    return (*_drawn_here(), *_kept(), *(_real(real_data) if real_data else ()))


@cache
def _drawn_here() -> tuple[Pictured, ...]:
    kinds: dict[str, Source] = {
        "styled": DrawnCharts(CORPUS, look="theme", every=6),
        "by_hand": DrawnCharts(CORPUS, look="pen", capture="file", every=24),
    }
    return tuple(one for kind, source in kinds.items() for one in _charts(kind, source))


@cache
def _kept() -> tuple[Pictured, ...]:
    return tuple(
        Pictured(f"scientific/{path.stem}", path.read_bytes(), read_json(path.with_suffix(".json").read_text("utf-8")))
        for path in sorted(FIGURES.glob("*.png"))
    )


@cache
def _real(folder: Path) -> tuple[Pictured, ...]:
    return tuple(one for kind, count in REAL.items() for one in islice(_small(kind, folder), count))


def _small(kind: str, folder: Path) -> Iterator[Pictured]:
    """Every seventh picture of a real data set, without the largest."""
    every = islice(_charts(kind, open_source(kind, folder / kind)), 0, None, 7)
    return (one for one in every if len(one.png) <= LARGEST_BYTES)


def _charts(kind: str, source: Source) -> Iterator[Pictured]:
    for chart in source.charts():
        if isinstance(chart, Chart) and chart.picture:
            yield Pictured(f"{kind}/{chart.id}", chart.picture, chart.graph)


def figures(pictured: Pictured, agents: Mapping[str, Any] | None = None) -> dict[str, float]:
    """Figures of the reading of one picture, by ``agents`` as :func:`diagramloop.engines.parse.parse` takes them.

    A picture that is refused has the one figure ``refused``.
    """
    try:
        read = parse(pictured.png, agents).graph
    except DiagramloopError:
        return {"refused": 1.0}
    truth = pictured.truth
    metrics = (*SCORES, *(PLACED_SCORES if all(node.box for node in truth.nodes) else ()))
    scores = {row.metric: row.value for row in score_pair(read, truth, metrics=metrics)}
    told = {name: float(value) for name, value in scores.items() if value is not None} | _continuous(read, truth)
    return {name: round(value, 4) for name, value in sorted(told.items())}


def _continuous(read: FlowGraph, truth: FlowGraph) -> dict[str, float]:
    """Figures that move with every pixel, each of the size of 1."""
    placed = all(node.box for node in truth.nodes)
    found = (align(read, truth, 0.5) if placed else align_by_text(read, truth)).nodes.matched
    overlaps = [_overlap(read.nodes[p].box, truth.nodes[g].box) for p, g in found] if placed else []
    sure = [part.confidence for part in (*read.nodes, *read.edges) if part.confidence is not None]
    sides = [box[2] - box[0] + box[3] - box[1] for node in read.nodes if (box := node.box)]
    lines = [shapely.LineString(edge.path).length for edge in read.edges if edge.path]
    return {
        "overlap": fmean(overlaps or [0.0]),
        "confidence": fmean(sure or [0.0]),
        "things": (len(read.nodes) + len(read.edges) + len(read.groups)) / 10,
        "lines_per_box": fmean(lines or [0.0]) / fmean(sides or [1.0]),
    }


def _overlap(one: Box | None, other: Box | None) -> float:
    """Intersection over union of two boxes."""
    if one is None or other is None:
        return 0.0
    a, b = shapely.box(*one), shapely.box(*other)
    return float(a.intersection(b).area / a.union(b).area)


def moved(before: Mapping[str, float], after: Mapping[str, float]) -> list[str]:
    """Figures that are not what they were, as ``name: before -> after``."""
    names = sorted({*before, *after})
    return [
        f"{name}: {before.get(name)} -> {after.get(name)}"
        for name in names
        if name not in before
        or name not in after
        or abs(before[name] - after[name]) > LETTER_TOLERANCES.get(name, TOLERANCE)
    ]


def recorded() -> dict[str, dict[str, float]]:
    """The committed figures by picture."""
    told: dict[str, dict[str, float]] = json.loads(RECORD.read_text(encoding="utf-8"))
    return told
