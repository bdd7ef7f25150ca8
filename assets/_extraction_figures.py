"""Figures of extraction: what refinement gains with each round, and what tokens it costs (text2flow)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from statistics import fmean

from assets._extraction_samples import SCORED_BY
from assets._graphs import from_cell
from assets._scores import read_cells
from assets.machinery import Input, Rows, StageRun
from diagramloop.extract.controls import CONTROLS
from diagramloop.graph import FlowGraph
from diagramloop.report import Bar, Curve, Figure, Plot
from diagramloop.score import score_comparison
from diagramloop.score.counts import Counts
from diagramloop.score.extraction import score_extraction

COSTS = {
    "prompt tokens": "prompt_tokens",
    "completion tokens": "completion_tokens",
    "calls": "calls",
    "seconds of the models": "seconds",
}


def extraction_figures(run: StageRun) -> Iterator[Figure | Plot]:
    """Of every source of documents: one curve for each extractor that refines, one row of bars for every one."""
    by_source: dict[str, list[Input]] = defaultdict(list)
    for made in run.inputs.get("procedural_graphs", ()):
        if made.key["extractor"] not in CONTROLS:
            by_source[made.key["source"]].append(made)
    for source, extracted in by_source.items():
        curves = tuple(curve for made in extracted if (curve := _by_round(run, made)))
        if curves:
            ticks = tuple((float(at), str(at)) for at in range(max(len(curve.points) for curve in curves)))
            caption = f"{SCORED_BY} by round of refinement: {source} (text2flow, Figure 3)"
            yield Plot(caption, "round", SCORED_BY, curves, ticks)
        yield _costs(run, source, extracted)


def _costs(run: StageRun, source: str, extracted: list[Input]) -> Figure:
    """Costs of an extractor's models for a document in the mean, each column in the share of its most, and its F1."""
    rows = [(made.key["extractor"], _cost(made), _f1(run, made)) for made in extracted]
    most = [max(column) or 1.0 for column in zip(*(cost for _, cost, _ in rows), strict=True)]
    return Figure(
        f"Cost of a document and {SCORED_BY}: {source} (text2flow, Table 3 and Figure 3)",
        ("extractor", *COSTS, SCORED_BY),
        tuple(
            (
                name,
                (
                    *(Bar(value / top, f"{value:.3g}") for value, top in zip(cost, most, strict=True)),
                    Bar(f1, "–" if f1 is None else f"{f1:.3f}"),
                ),
            )
            for name, cost, f1 in rows
        ),
    )


def _by_round(run: StageRun, made: Input) -> Curve | None:
    """Micro F1 of the graphs that each round began with, documents that had stopped counting with their last graph."""
    golds = {row["id"]: from_cell(row["graph"]) for row in Rows(run.like("documents", made).folder, ["id", "graph"])}
    histories = [
        (golds[row["id"]], [*(from_cell(r["graph"]) for r in json.loads(row["rounds"])), from_cell(row["graph"])])
        for row in Rows(made.folder, ["id", "graph", "rounds"])
    ]
    most = max((len(graphs) for _, graphs in histories), default=1)
    if most == 1:
        return None
    points = [
        (float(at), _micro_f1([(graphs[min(at, len(graphs) - 1)], gold) for gold, graphs in histories]))
        for at in range(most)
    ]
    return Curve(made.key["extractor"], tuple(points))


def _micro_f1(pairs: list[tuple[FlowGraph, FlowGraph]]) -> float:
    total = Counts(0, 0, 0, 0)
    for pred, gold in pairs:
        (row,) = score_comparison(score_extraction(pred, gold), chart="", metrics=[SCORED_BY])
        total += row.counts
    return total.f1


def _cost(made: Input) -> tuple[float, ...]:
    used = [[row[column] for column in COSTS.values()] for row in Rows(made.folder, COSTS.values())]
    return tuple(fmean(column) for column in zip(*used, strict=True)) if used else (0.0,) * len(COSTS)


def _f1(run: StageRun, made: Input) -> float | None:
    """Return the F1 on the board; None where nothing was scored."""
    cells = read_cells(run.like("extraction_scores", made).folder)
    return next((cell.value for cell in cells if cell.metric == SCORED_BY), None)
