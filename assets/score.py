"""Score: what every parser read beside what was drawn, figure by figure, and what that sums up to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assets._graphs import from_cell
from assets._scores import comparing, score_rows
from assets._scoring import Scoring
from assets.machinery import Row, StageRun
from diagramloop.evaluation import parsing
from diagramloop.evaluation.contestants.parsers import PARSERS
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.evaluation.parsing import ParsingItem, all_metrics
from diagramloop.scores.families import similarities_named, similarity_chosen


def score(item: Row, metrics: Sequence[str], similarity: str | None, families: Mapping[str, str]) -> list[Row]:
    """The score rows of one picture."""
    same = {name: item[name] for name in ("id", "data", "chart", "domain")}
    picture = ParsingItem(
        **same,
        gold=from_cell(item["gold"]),
        similarity=similarity_chosen(similarity),
        families=similarities_named(families),
    )
    return score_rows(item, picture, from_cell, metrics)


class _Parsing(Scoring):
    """Graphs that were read of the styled figures, beside what was drawn."""

    board = parsing
    kind = PARSERS
    systems = ("parsers", "parser")
    before = ("charts", "styled_figures")
    answers = ("parsed_figures",)

    def items(self, run: StageRun) -> Sequence[Row]:
        figures = run.with_gold("styled_figures", ["id", "data", "chart", "domain", "graph"])
        return [{**figure, "gold": figure.pop("graph")} for figure in figures]

    def gold(self, item: Row) -> str:
        cell: str = item["gold"]
        return cell

    def said(self, run: StageRun) -> Mapping[str, str]:
        return {row["id"]: row["graph"] for row in run.rows("parsed_figures", ["id", "graph"])}

    def things(self, item: Row) -> Sequence[str]:
        return [chart_fingerprint(from_cell(item["gold"]))]

    def options(self, run: StageRun) -> Mapping[str, Any]:
        return {"metrics": list(all_metrics()), **comparing(run)}


parsing_scores = _Parsing().stage(
    "parsing_scores",
    "Graphs that one parser read from the styled figures, beside what was drawn; or the gold, as a control.",
    score,
    inputs=("charts", "styled_figures", "parsed_figures", "tuned"),
    matrix={"source": "sources[figures|pictures]", "parser": "parsers"},
)
