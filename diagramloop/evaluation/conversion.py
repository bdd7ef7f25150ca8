"""Conversion: what was read of a file beside what the format's own program draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from diagramloop.evaluation.contestants.converters import Conversion
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.evaluation.scores import Place
from diagramloop.graph import FlowGraph
from diagramloop.scores import Comparison, ScoreRow
from diagramloop.scores.families import score_by_family

TASK = "conversion"
SHOWN: tuple[str, ...] = ("text/flow_f1", "text/all_right", "text/node_f1", "text/edge_f1", "text/edge_label")
READ_SHARE = "conversion/read_share"
"""A figure of a board as a whole: of the elements that the files hold, as the system counts, those that it read."""


@dataclass(frozen=True)
class ConversionItem:
    """A file.

    Attributes:
        id: of the file.
        data: the board.
        gold: what is right.
    """

    id: str
    data: str
    gold: Conversion

    @property
    def place(self) -> Place:
        """Each file is a cluster of its own."""
        return Place(self.id, self.data, self.id)

    def score(self, answer: Conversion | None, metrics: Sequence[str] | None = None) -> list[ScoreRow]:
        """Those of all charts of the file as one graph; no answer is the empty graph."""
        pred = FlowGraph() if answer is None else answer.graph
        compared = partial(Comparison, pred, self.gold.graph)
        return score_by_family(compared, None, {}, chart=self.id, metrics=metrics or all_metrics())


def all_metrics() -> tuple[str, ...]:
    """Return the names of its metrics: elements by their texts, for the places of two formats are not alike."""
    return (*SHOWN, "node_text", "group_f1")


def board_of(label: str, format: str) -> str:
    """The board of a format: a converter that does not read it has no row there."""
    return f"{label}/{format}"


def account_rows(cells: Iterable[LeaderboardRow], answers: Iterable[tuple[str, Conversion]]) -> list[LeaderboardRow]:
    """Cells of :data:`READ_SHARE`, for the boards on which the system has an account of each file that it read.

    Args:
        cells: the system's others: these say how its items stand.
        answers: of its items, each with its board.
    """
    conversions: dict[str, list[Conversion]] = {}
    for data, conversion in answers:
        conversions.setdefault(data, []).append(conversion)
    rows = []
    for data, cell in {cell.data: cell for cell in cells}.items():
        counts = [(of.elements, of.left_out) for of in conversions.get(data, ())]
        known = [(read, lost) for read, lost in counts if read is not None and lost is not None]
        held = sum(read + lost for read, lost in known)
        if held and len(known) == len(counts):
            share = sum(read for read, _ in known) / held
            rows.append(replace(cell, metric=READ_SHARE, value=share, low=None, high=None, measured_by=""))
    return rows
