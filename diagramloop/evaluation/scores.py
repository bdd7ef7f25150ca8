"""The scores of one item of a row, whatever its task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from diagramloop.errors import Cause, DiagramloopError
from diagramloop.evaluation.comparability import item_hash
from diagramloop.evaluation.outcome import Outcome, Standing
from diagramloop.scores import METRICS, ScoreRow

GOLD = "gold"
"""The control that answers every item with its gold."""


@dataclass(frozen=True)
class ItemScore:
    """One metric of one item of a row.

    Attributes:
        data: the board that it counts on, such as ``corpus/mono``.
        row: the counts; ``missing`` where there are none.
        standing: of the item.
        reason: why it is not scored, in few words; empty if it is.
        strata: where the item belongs, by axis.
        item: :func:`~diagramloop.evaluation.comparability.item_hash` of it.
    """

    data: str
    row: ScoreRow
    standing: Standing = Standing.ANSWERED
    reason: str = ""
    strata: Mapping[str, str] = field(default_factory=dict)
    item: str = ""


@dataclass(frozen=True)
class Place:
    """The place at which an item counts.

    Attributes:
        id: unique in its row.
        data: the board.
        chart: the cluster that it is resampled with.
        strata: where it belongs, by axis.
    """

    id: str
    data: str
    chart: str
    strata: Mapping[str, str] = field(default_factory=dict)


_Answer = TypeVar("_Answer")
_Answered = TypeVar("_Answered", contravariant=True)


class Item(Protocol[_Answered]):
    """An item of a task with its gold."""

    @property
    def place(self) -> Place:
        """The place at which it counts."""
        ...

    def score(self, answer: _Answered | None, metrics: Sequence[str]) -> list[ScoreRow]:
        """The scores of an answer; of None as of an empty one.

        Raises:
            DiagramloopError: the answer is beyond what can be compared (TOO_LARGE).
        """
        ...


def item_scores(item: Item[_Answer], outcome: Outcome[_Answer], metrics: Sequence[str]) -> list[ItemScore]:
    """The scores of one item if it counts, else one row for each metric that says why it does not.

    An answer that cannot be compared, being beyond all measure, is a wrong one.

    Args:
        metrics: names, in order.

    Raises:
        DiagramloopError: as :meth:`Item.score`, where that is not for the answer's sake.
    """
    place, hashed = item.place, item_hash(item)
    try:
        rows = item.score(outcome.answer, metrics) if outcome.standing.scored else _unscored(place, outcome, metrics)
    except DiagramloopError as error:
        if outcome.answer is None or error.reason.cause is not Cause.ITEM:
            raise
        return item_scores(item, Outcome(Standing.WRONG), metrics)
    reason = "" if outcome.standing.scored else outcome.reason
    return [
        ItemScore(place.data, replace(row, id=place.id), outcome.standing, reason, dict(place.strata), hashed)
        for row in rows
    ]


def _unscored(place: Place, outcome: Outcome[_Answer], metrics: Sequence[str]) -> list[ScoreRow]:
    counted = (name for name in metrics if METRICS[name].count is not None)
    return [ScoreRow(place.chart, name, 0, 0, 0, 0, outcome.detail or outcome.reason) for name in counted]
