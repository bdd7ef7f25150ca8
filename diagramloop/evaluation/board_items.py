"""Scores of a board's items in one file beside it, so that two boards can be compared item by item."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.comparability import Basis, items_hash
from diagramloop.evaluation.scores import ItemScore
from diagramloop.scores import ScoreRow

FILE = "items.json"
RowKey = tuple[str, str, str]  # task, data, system


@dataclass
class RowItems:
    """The items of one system on one board.

    Attributes:
        charts: by id of an item its cluster.
        hashes: by id its :func:`~diagramloop.evaluation.comparability.item_hash`.
        counts: by metric, and by id of an item that has it, the four counts.
        fingerprints: by metric, means among them, its :func:`~diagramloop.scores.planted_faults.fingerprint`.
        settings: by name, those of :class:`~diagramloop.evaluation.comparability.Basis`.
    """

    charts: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    counts: dict[str, dict[str, Sequence[float]]] = field(default_factory=dict)
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

    def basis(self, metric: str, measured_by: str) -> Basis | None:
        """The things that a cell of the row stands on; None where the metric's fingerprint is not known."""
        if metric not in self.fingerprints:
            return None
        return Basis(self._items_hash, self.fingerprints[metric], measured_by, self.settings)

    @cached_property
    def _items_hash(self) -> str:
        return items_hash(self.hashes.items())

    def add(self, score: ItemScore) -> None:
        """Take up one score."""
        row = score.row
        self.charts[row.id], self.hashes[row.id] = row.chart, score.item
        of_metric = self.counts.setdefault(row.metric, {})
        if not row.missing:
            of_metric[row.id] = (row.correct, row.predicted, row.found, row.gold)

    def rows(self) -> Iterator[ScoreRow]:
        """The scores, without what measured them."""
        for metric, of_items in self.counts.items():
            for id, (correct, predicted, found, gold) in of_items.items():
                yield ScoreRow(self.charts[id], metric, correct, predicted, found, gold, id=id)


def row_items(scores: Iterable[tuple[RowKey, ItemScore]]) -> dict[RowKey, RowItems]:
    """The items of each row, in order of first appearance."""
    made: dict[RowKey, RowItems] = {}
    for key, score in scores:
        made.setdefault(key, RowItems()).add(score)
    return made


def write_items(items: Mapping[RowKey, RowItems]) -> str:
    """items.json: one line for each row."""
    lines = (json.dumps(_line(key, of_row), ensure_ascii=False, separators=(",", ":")) for key, of_row in items.items())
    return "[\n" + ",\n".join(lines) + "\n]\n"


def read_items(text: str) -> dict[RowKey, RowItems]:
    """The inverse of :func:`write_items`.

    Raises:
        DiagramloopError: it is not in that form (INVALID).
    """
    try:
        return {(row["task"], row["data"], row["system"]): _read(row) for row in json.loads(text)}
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise DiagramloopError(f"no scores of a board's items: {error}", reason=RejectionReason.INVALID) from error


def _line(key: RowKey, items: RowItems) -> dict[str, Any]:
    counts = {metric: [_short(of_items.get(id)) for id in items.charts] for metric, of_items in items.counts.items()}
    listed = [[id, chart, items.hashes[id]] for id, chart in items.charts.items()]
    told = {"settings": items.settings, "metrics": items.fingerprints, "items": listed, "counts": counts}
    return {**dict(zip(("task", "data", "system"), key, strict=True)), **told}


def _short(counts: Sequence[float] | None) -> list[float] | None:
    """Whole numbers as such: most are."""
    return None if counts is None else [int(number) if number == int(number) else number for number in counts]


def _read(row: Mapping[str, Any]) -> RowItems:
    ids = [id for id, _, _ in row["items"]]
    counts: dict[str, dict[str, Sequence[float]]] = {
        metric: {id: tuple(map(float, found)) for id, found in zip(ids, listed, strict=True) if found is not None}
        for metric, listed in row["counts"].items()
    }
    charts, hashes = ({of[0]: of[column] for of in row["items"]} for column in (1, 2))
    return RowItems(charts, hashes, counts, row["metrics"], row["settings"])
