"""The result of one call of :func:`diagramloop.evaluate`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from diagramloop.evaluation.heard import in_words
from diagramloop.evaluation.rows import LeaderboardRow, cells_of
from diagramloop.evaluation.scores import ItemScore
from diagramloop.models.answers import UnreadAnswer
from diagramloop.rich_display import html_table
from diagramloop.scores.bootstrap import interval_text

_SHOWN = 80  # characters of an answer that was not understood
HEADINGS = ("data", "metric", "value", "95 % interval", "items")


@dataclass(frozen=True)
class Table:
    """The row of one system: a cell for each board and metric.

    Attributes:
        rows: the cells, as the leaderboard has them.
        scores: one for each item and metric that has counts of its own.
        shown: the metrics that ``str()`` prints, in order, that which ranks leading; all are in ``rows``.
        unread: by item, the first answers of models that were not understood, as they came.
    """

    rows: tuple[LeaderboardRow, ...]
    scores: tuple[ItemScore, ...]
    shown: tuple[str, ...]
    unread: Mapping[str, tuple[UnreadAnswer, ...]] = field(default_factory=dict)

    def __getitem__(self, metric: str) -> LeaderboardRow:
        """The cell of a metric where there is one board.

        Raises:
            KeyError: there is no such cell, or there are several.
        """
        found = [row for row in self.rows if row.metric == metric]
        if len(found) != 1:
            raise KeyError(f"{len(found)} cells of {metric!r}; boards: {sorted({row.data for row in self.rows})}")
        return found[0]

    def items(self) -> Iterator[dict[str, Any]]:
        """Every score of every item: where it counts, its value, how the item stands, and why it is not scored."""
        for score in self.scores:
            row = score.row
            same = {"id": row.id, "data": score.data, "chart": row.chart, "metric": row.metric}
            yield {**same, "value": row.value, "standing": score.standing.value, "reason": row.missing}

    def to_pandas(self) -> Any:
        """The cells as a data frame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        import pandas

        return pandas.DataFrame([cells_of(row) for row in self.rows])

    def to_json(self) -> str:
        """The cells as a list of objects, one a line."""
        lines = ",\n".join(json.dumps(cells_of(row), ensure_ascii=False) for row in self.rows)
        return f"[\n{lines}\n]\n"

    def _shown_cells(self) -> list[LeaderboardRow]:
        """The shown cells board by board: first those of all items that anything could be said of, as the ranking one.

        A value of few items at the top would be read as that of the system.
        """
        most: dict[str, int] = {}
        for row in self.rows:
            most[row.data] = max(row.scored, most.get(row.data, 0))
        boards = list(most)

        def place(row: LeaderboardRow) -> tuple[int, bool, int]:
            return boards.index(row.data), row.scored < most[row.data], self.shown.index(row.metric)

        return sorted((row for row in self.rows if row.metric in self.shown), key=place)

    def _repr_html_(self) -> str:
        """The shown cells as a notebook shows them."""
        cells = self._shown_cells()
        title = f"{cells[0].task}: {cells[0].system}" if cells else ""
        return html_table(HEADINGS, map(_line, cells), title)

    def __str__(self) -> str:
        """The shown cells as a table, without boards of which nothing was asked; and under it why some are not of all
        items, each reason once.

        Of answers that were not understood, one of each role.
        """
        cells = self._shown_cells()
        asked = [row for row in cells if row.not_asked < row.items] or cells
        lines = [HEADINGS, *(_line(row) for row in asked)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
        table = ["  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) for line in lines]
        why = dict.fromkeys(told for row in cells for told in _why(row))
        title = [f"{row.task}: {row.system}" for row in self.rows[:1]]
        return "\n".join([*title, *(line.rstrip() for line in table), *why, *self._examples()])

    def _examples(self) -> Iterator[str]:
        """Of the answers that were not understood, one of each role."""
        of_role = {answer.role: answer for answers in self.unread.values() for answer in answers}
        for role, answer in of_role.items():
            yield f"{role} said {answer.text[:_SHOWN]!r}: {answer.why}"


def _why(row: LeaderboardRow) -> Iterator[str]:
    """Notes on a cell; on items that no metric was taken of, and on answers, once for all metrics."""
    metric = "" if row.failed or row.not_asked or not row.items else f" {row.metric}"
    yield from (f"{row.data}{metric}: {told}" for told in [row.reason] if told)
    yield from (f"{row.data}: {told}" for told in (row.note, in_words(row.answers)) if told)


def _line(row: LeaderboardRow) -> tuple[str, ...]:
    value = "-" if row.value is None else f"{row.value:.4f}"
    interval = interval_text(row.value, row.low, row.high)
    return row.data, row.metric, value, interval, f"{row.scored} of {row.items}"
