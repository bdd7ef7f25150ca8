"""Two boards held beside each other, row by row: paired differences with intervals, or why there can be none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from diagramloop.evaluation.board_items import RowItems, RowKey
from diagramloop.evaluation.comparability import unlike, unlike_items
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.scores.scoring import PairedDifference, paired_difference

CellKey = tuple[str, str, str, str]  # task, data, system, metric
NOT_KNOWN = "one of the boards does not say what its rows stand on: make it anew"


@dataclass(frozen=True)
class Board:
    """A board with the scores of its items.

    Attributes:
        rows: its cells.
        items: by row, those behind it.
    """

    rows: Sequence[LeaderboardRow]
    items: Mapping[RowKey, RowItems]

    def cells(self) -> dict[CellKey, LeaderboardRow]:
        """The cells that have values and items behind them."""
        return {
            (row.task, row.data, row.system, row.metric): row
            for row in self.rows
            if row.value is not None and (row.task, row.data, row.system) in self.items
        }


@dataclass(frozen=True)
class Compared:
    """One cell of two boards.

    Attributes:
        task, data, metric: of both.
        first, second: names of the systems.
        refused: everything in which the two are unlike; empty if they compare.
        difference: the second less the first; None if refused.
        lacking: which of the two is not of all its items, and of how many, or why it says nothing; empty where
            neither.
    """

    task: str
    data: str
    metric: str
    first: str
    second: str
    refused: tuple[str, ...] = ()
    difference: PairedDifference | None = None
    lacking: str = ""


def compared(
    first: Board, second: Board, *, seed: int, systems: tuple[str, str] | None = None, metrics: Sequence[str] = ()
) -> Iterator[Compared]:
    """Every cell that both boards have.

    Args:
        seed: of the bootstrap and of the exchanges.
        systems: one of each board, to be held beside each other; each beside itself if None.
        metrics: that are asked for; all if none.
    """
    theirs = second.cells()
    for (task, data, system, metric), row in first.cells().items():
        if (systems and system != systems[0]) or (metrics and metric not in metrics):
            continue
        other = theirs.get((task, data, systems[1] if systems else system, metric))
        if other is not None:
            yield _compared(row, other, first.items, second.items, seed)


def _compared(
    row: LeaderboardRow,
    other: LeaderboardRow,
    items: Mapping[RowKey, RowItems],
    others: Mapping[RowKey, RowItems],
    seed: int,
) -> Compared:
    ours, theirs = items[row.task, row.data, row.system], others[other.task, other.data, other.system]
    names = row.task, row.data, row.metric, row.system, other.system
    refused = tuple(_unlike(row, other, ours, theirs))
    if refused:
        return Compared(*names, refused)
    found = paired_difference(row.metric, list(ours.rows()), list(theirs.rows()), seed=seed)
    cells = {f"A, {row.system}": row.of_items, f"B, {other.system}": other.of_items}
    lacking = "; ".join(f"{name}: {of_items}" for name, of_items in cells.items() if of_items)
    return Compared(*names, difference=found, lacking=lacking)


def _unlike(row: LeaderboardRow, other: LeaderboardRow, ours: RowItems, theirs: RowItems) -> Iterator[str]:
    bases = [of.basis(cell.metric, cell.measured_by) for of, cell in ((ours, row), (theirs, other))]
    if bases[0] is None or bases[1] is None:
        yield NOT_KNOWN
        return
    yield from unlike_items(ours.hashes, theirs.hashes)
    yield from unlike(bases[0], bases[1])
