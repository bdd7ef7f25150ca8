"""Contents of every score artifact: a row for each item and metric, and their sums."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa

from assets.machinery import Row, Rows, StageRun, read_rejected
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.outcome import Link, Outcome, Refusal, Standing, outcome_of
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.evaluation.scores import Item, ItemScore, item_scores
from diagramloop.scores import ScoreRow
from diagramloop.scores.similarity import first_at_hand

SCORES = "scores.json"
STRATA = "strata.json"

SCORE_ROWS = pa.schema(
    [(name, pa.string()) for name in ("id", "data", "chart", "metric")]
    + [(name, pa.float64()) for name in ("correct", "predicted", "found", "gold")]
    + [(name, pa.string()) for name in ("missing", "similarity", "standing", "reason", "strata", "item")]
)
_Answer = TypeVar("_Answer")


def link(run: StageRun, stage: str, *, answers: bool = True, item_of: Callable[[str], str] | None = None) -> Link:
    """Return the refusals of an input stage's artifacts, as a step on the way to an answer.

    Args:
        answers: as :class:`~diagramloop.evaluation.outcome.Link` has it.
        item_of: the id of the row's item for that of a refused one; the same if None.
    """
    found = [row for made in run.inputs.get(stage, ()) for row in read_rejected(made.folder)]
    refused = {
        item_of(row["id"]) if item_of else row["id"]: Refusal(RejectionReason(row["reason"]), row["detail"])
        for row in found
    }
    return Link(stage, refused, answers)


def with_outcomes(items: Iterable[Row], answers: Mapping[str, str], links: Sequence[Link]) -> Iterator[Row]:
    """Every item with what became of it, as cells.

    Args:
        answers: by the id of an item, the cell of its answer.
    """
    for item in items:
        outcome = outcome_of(item["id"], answers, links)
        yield {**item, **asdict(outcome), "standing": outcome.standing.value}


def score_rows(item: Row, scored: Item[_Answer], read: Callable[[str], _Answer], metrics: Sequence[str]) -> list[Row]:
    """The table's rows of one item of :func:`with_outcomes`.

    Args:
        read: makes an answer of its cell.
    """
    answer = None if item["answer"] is None else read(item["answer"])
    outcome = Outcome(Standing(item["standing"]), answer, item["reason"], item["detail"])
    return [_row(score) for score in item_scores(scored, outcome, metrics)]


def comparing(run: StageRun) -> dict[str, Any]:
    """Return the text similarities by name: of several that a family may have, the first that is on this machine."""
    chosen = run.param("score")
    named = {family: [names] if isinstance(names, str) else names for family, names in chosen["families"].items()}
    families = {family: first_at_hand(names) if len(names) > 1 else names[0] for family, names in named.items()}
    return {"similarity": chosen["similarity"], "families": families}


def read_cells(folder: Path) -> list[LeaderboardRow]:
    """The cells that a score artifact sums up to."""
    return [LeaderboardRow(**row) for row in json.loads((folder / SCORES).read_text(encoding="utf-8"))]


def read_strata(folder: Path) -> list[Row]:
    """The cells of each stratum: fields of a :class:`LeaderboardRow`, ``axis`` and ``stratum``."""
    rows: list[Row] = json.loads((folder / STRATA).read_text(encoding="utf-8"))
    return rows


def read_scores(folder: Path) -> Iterable[tuple[str, ScoreRow]]:
    """The data label and the score of every row of a score artifact."""
    for score in read_item_scores(folder):
        yield score.data, score.row


def read_item_scores(folder: Path) -> Iterable[ItemScore]:
    """Every row of a score artifact."""
    return map(_item_score, Rows(folder))


def item_values(folder: Path, metric: str) -> dict[str, float | None]:
    """The value of ``metric`` on each item of a score artifact."""
    return {row["id"]: _counts(row).value for row in Rows(folder) if row["metric"] == metric}


def all_values(folder: Path, ids: Collection[str]) -> dict[str, dict[str, float | None]]:
    """The values of every metric on some items of a score artifact, by item."""
    found: dict[str, dict[str, float | None]] = {id: {} for id in ids}
    for row in Rows(folder):
        if row["id"] in found:
            found[row["id"]][row["metric"]] = _counts(row).value
    return found


def worst(scores: Mapping[str, float | None], most: int) -> list[str]:
    """The ``most`` items with the least scores; those without one are worse than all others."""
    return sorted(scores, key=lambda id: (-1.0 if (value := scores[id]) is None else value, id))[:most]


def _row(score: ItemScore) -> Row:
    strata = json.dumps(dict(score.strata), sort_keys=True)
    labels = {
        "data": score.data,
        "standing": score.standing.value,
        "reason": score.reason,
        "strata": strata,
        "item": score.item,
    }
    return {**asdict(score.row), **labels}


def _counts(row: Row) -> ScoreRow:
    return ScoreRow(**{name: row[name] for name in ScoreRow.__dataclass_fields__})


def _item_score(row: Row) -> ItemScore:
    standing, strata = Standing(row["standing"]), _strata(row["strata"])
    return ItemScore(row["data"], _counts(row), standing, row["reason"], strata, row["item"])


@lru_cache(maxsize=4_096)
def _strata(text: str) -> Mapping[str, str]:
    """Many rows of many items have the same."""
    read: dict[str, str] = json.loads(text)
    return read
