"""Rows and samples of a report that is opened in a browser."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from diagramloop.report import Drawing, LeaderboardRow, Passage, Reading, Sample, Table
from diagramloop.report._sample import Panel
from diagramloop.scores.alignment import align

Opens = Callable[[str], Any]
EVIL = (
    "<script>window.owned=1</script>",
    '</script><img src=x onerror="window.owned=1">',
    "\u2028'\"`${window.owned=1}</title></style><svg onload=window.owned=1>",
    "javascript:window.owned=1",
    "__proto__",
    "\ud800",
    "constructor",
)


def row(system: str, edge_f1: float, node_f1: float, control: bool = False) -> list[LeaderboardRow]:
    label = ("parsing", "corpus/mono", system)
    return [
        LeaderboardRow(*label, "edge_f1", edge_f1, edge_f1 - 0.1, edge_f1 + 0.1, 9, control=control),
        LeaderboardRow(*label, "node_f1", node_f1, None, None, 9, control=control),
        LeaderboardRow(*label, "node_kind", 0.5, None, None, 9, control=control),
    ]


ROWS = [*row("gold", 1.0, 1.0, control=True), *row("one", 0.8, 0.5), *row("two", 0.75, 0.9), *row("three", 0.1, 0.1)]
TEST = {"task": "parsing", "data": "corpus/mono", "metric": "edge_f1"}
DIFFERENCES = [
    {**TEST, "first": "one", "second": "two", "difference": 0.05, "p_value": 0.4, "items": 9},
    {**TEST, "first": "three", "second": "one", "difference": -0.7, "p_value": 0.0005, "items": 9},
]
STRATA = [
    {**vars(made), "axis": "difficulty", "stratum": "hard", "value": 0.3, "reason": ""}
    for made in ROWS
    if made.system == "two"
]


def samples(reading: Reading) -> list[Sample]:
    """One item with two systems, and one more of another task with a transcript."""
    one = dataclasses.replace(reading, chart="net", system="one", score=0.2, facets={"difficulty": "hard"})
    gold = one.gold
    two = dataclasses.replace(one, system="two", score=0.9, predicted=gold, alignment=align(gold.graph, gold.graph))
    talk = Sample(
        *("dialogue", "talks", "agent", "d1", "dialogue/tnga", 0.5),
        panels=(Panel("path of agent", Drawing(gold.graph, gold.picture)),),
        passages=(Passage("Chart", EVIL[1]),),
        tables=(Table("Transcript", ("speaker", "stands at"), (("user", ""), ("agent", "B")), ("", "50,10 80,40")),),
    )
    scores = {"edge_f1": 0.2, "node_f1": None}, {"edge_f1": 0.9, "node_f1": 1.0, "group_f1": None}
    read = (dataclasses.replace(made.sample(), scores=of) for made, of in zip((one, two), scores, strict=True))
    return [*read, talk]


def ground(page: Any, colour: str) -> None:
    from playwright.sync_api import expect  # here, for a conftest imports this module where there is no browser too

    expect(page.locator("body")).to_have_css("background-color", colour)
