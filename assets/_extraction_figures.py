"""Figures of extraction: what refinement gains with each round, and what it costs (text2flow)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from statistics import fmean
from typing import Any

from assets._extraction_samples import SCORED_BY
from assets._scores import read_cells
from assets.extraction_scores import ROUNDS
from assets.machinery import Input, Rows, StageRun
from diagramloop.evaluation.contestants.extraction_controls import CONTROLS
from diagramloop.report import Bar, Curve, Figure, Plot

COSTS = {
    "prompt tokens": "prompt_tokens",
    "completion tokens": "completion_tokens",
    "calls": "calls",
    "seconds of the models": "seconds",
}
FAMILIES = ("paged_official", "strict")  # by which columns are followed: the first that has values
Round = Mapping[str, Any]  # a row of the table of rounds


def extraction_figures(run: StageRun) -> Iterator[Figure | Plot]:
    """Of every source of documents: the curves of extractors that refine, and one row of bars for every one."""
    by_source: dict[str, list[Input]] = defaultdict(list)
    for made in run.inputs.get("procedural_graphs", ()):
        if made.key["extractor"] not in CONTROLS:
            by_source[made.key["source"]].append(made)
    for source, extracted in by_source.items():
        rounds = {made.key["extractor"]: _rounds(run, made) for made in extracted}
        yield from _by_round(source, {name: found for name, found in rounds.items() if found})
        yield _costs(run, source, extracted)


def _rounds(run: StageRun, made: Input) -> list[Round]:
    found: list[Round] = json.loads((run.like("extraction_scores", made).folder / ROUNDS).read_text(encoding="utf-8"))
    return found


def _by_round(source: str, rounds: Mapping[str, list[Round]]) -> Iterator[Plot]:
    """Worth and cost of more rounds: all extractors together, then the columns of each."""
    if not rounds:
        return
    by, of = f"by round of refinement: {source}", "(text2flow, Figure 3)"
    yield _plot(f"{SCORED_BY} {by} {of}", SCORED_BY, rounds, lambda row: row["values"].get(SCORED_BY))
    if any(row["calls"] for found in rounds.values() for row in found):
        yield _plot(f"Tokens of a document {by} {of}", "tokens", rounds, _tokens, None)
        yield _plot(
            f"Seconds of the models for a document {by} {of}", "seconds", rounds, lambda row: row["seconds"], None
        )
    for name, found in rounds.items():
        yield _columns(f"F1 of every column {by}, {name} {of}", found)


def _plot(
    caption: str,
    y: str,
    rounds: Mapping[str, list[Round]],
    value: Callable[[Round], float | None],
    highest: float | None = 1.0,
) -> Plot:
    """One curve for each extractor."""
    return _curves(
        caption, y, {name: {row["round"]: value(row) for row in found} for name, found in rounds.items()}, highest
    )


def _columns(caption: str, rounds: list[Round]) -> Plot:
    """One curve for each column of Table 1 that has anything to count."""
    known = {name for row in rounds for name, value in row["values"].items() if value is not None}
    family = next((f for f in FAMILIES if any(name.startswith(f"{f}/") for name in known)), FAMILIES[-1])
    names = [name for name in rounds[0]["values"] if name in known and name.startswith(f"{family}/")]
    by_column = {name: {row["round"]: row["values"].get(name) for row in rounds} for name in names}
    return _curves(caption, f"{family}/*_f1", by_column, 1.0)


def _curves(caption: str, y: str, values: Mapping[str, Mapping[int, float | None]], highest: float | None) -> Plot:
    curves = tuple(
        Curve(name, tuple((float(at), value) for at, value in found.items() if value is not None))
        for name, found in values.items()
    )
    rounds = sorted({at for found in values.values() for at in found})
    return Plot(caption, "round", y, curves, tuple((float(at), str(at)) for at in rounds), highest)


def _tokens(row: Round) -> float:
    return float(row["prompt_tokens"] + row["completion_tokens"])


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


def _cost(made: Input) -> tuple[float, ...]:
    used = [[row[column] for column in COSTS.values()] for row in Rows(made.folder, COSTS.values())]
    return tuple(fmean(column) for column in zip(*used, strict=True)) if used else (0.0,) * len(COSTS)


def _f1(run: StageRun, made: Input) -> float | None:
    """Return the F1 on the board; None where nothing was scored."""
    cells = read_cells(run.like("extraction_scores", made).folder)
    return next((cell.value for cell in cells if cell.metric == SCORED_BY), None)
