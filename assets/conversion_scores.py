"""Conversion scores: the graphs that converters made of files beside those that are right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assets._conversions import conversion_of
from assets._scores import score_rows
from assets._scoring import Scoring
from assets.machinery import Row, StageRun
from diagramloop.evaluation import conversion
from diagramloop.evaluation.contestants.converters import CONVERTERS
from diagramloop.evaluation.conversion import ConversionItem, account_rows, all_metrics, board_of
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.evaluation.rows import LeaderboardRow


def score(item: Row) -> list[Row]:
    """The score rows of one file."""
    gold = conversion_of(item["gold"])
    return score_rows(item, ConversionItem(item["id"], item["data"], gold), conversion_of, all_metrics())


class _Conversion(Scoring):
    """Graphs that were made of files."""

    board = conversion
    kind = CONVERTERS
    systems = ("converters", "converter")
    before = ("files",)
    answers = ("conversions",)

    def items(self, run: StageRun) -> Sequence[Row]:
        files = run.with_gold("files", ["id", "format", "conversion"])
        source = run.key["source"]
        return [
            {"id": file["id"], "data": board_of(source, file["format"]), "gold": file["conversion"]} for file in files
        ]

    def gold(self, item: Row) -> str:
        cell: str = item["gold"]
        return cell

    def said(self, run: StageRun) -> Mapping[str, str]:
        return {row["id"]: row["conversion"] for row in run.rows("conversions", ["id", "conversion"])}

    def things(self, item: Row) -> Sequence[str]:
        return [chart_fingerprint(chart) for chart in conversion_of(item["gold"]).charts]

    def further(self, run: StageRun, items: Sequence[Row], rows: Sequence[LeaderboardRow]) -> Sequence[LeaderboardRow]:
        if self.is_gold(run):
            return ()
        cells = self.said(run)
        answers = [(item["data"], conversion_of(cells[item["id"]])) for item in items if item["id"] in cells]
        return account_rows(rows, answers)


conversion_scores = _Conversion().stage(
    "conversion_scores",
    "Graphs that one converter made of the files, beside those that are right; or these, as a control.",
    score,
    inputs=("files", "conversions"),
    matrix={"source": "sources[files]", "converter": "converters"},
)
