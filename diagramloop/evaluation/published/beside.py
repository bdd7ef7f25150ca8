"""Published values beside a board of ours: those of the same data, split and quantity, and why the others are not."""

from __future__ import annotations

from dataclasses import dataclass

from diagramloop.evaluation.published.book import published
from diagramloop.evaluation.published.tables import Table
from diagramloop.scores import METRICS


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A system of a published table.

    Attributes:
        values: by the board's metric, as shares of 1.
    """

    system: str
    source: str
    values: dict[str, float]


@dataclass(frozen=True, slots=True)
class Beside:
    """What is published of a board's task and data.

    Attributes:
        rows: that may be compared with the board's.
        refused: of each table that may not, its best values and why not.
    """

    rows: tuple[PublishedRow, ...]
    refused: tuple[str, ...]

    def best(self, metric: str) -> PublishedRow | None:
        """The row with the best comparable value of a metric; None where there is none."""
        rows = [row for row in self.rows if metric in row.values]
        ordered = sorted(rows, key=lambda row: row.values[metric], reverse=_higher_is_better(metric))
        return ordered[0] if ordered else None


def beside(task: str, data: str, items: int) -> Beside:
    """Published values for a board.

    Args:
        data: source and variant, as the board has it.
        items: questions, documents, ... on it.
    """
    rows: list[PublishedRow] = []
    refused = []
    for table in published().tables.values():
        if table.ours and (table.task, table.data) == (task, data.partition("/")[0]):
            if reason := refusal(table, data, items):
                refused.append(f"not set beside: {_best_values(table)} ({origin(table)}): {reason}")
            else:
                rows += _rows(table)
    return Beside(tuple(rows), tuple(refused))


def refusal(table: Table, data: str, items: int) -> str:
    """Return why a table's values do not compare with those of a board; empty where they do."""
    variant = data.partition("/")[2]
    if table.variant and variant and variant != table.variant:
        return f"{table.variant} there, {variant} here"
    if table.items is None:
        return f"how many items is not said there ({table.split})"
    return f"{table.items} items there ({table.split}), {items} here" if table.items != items else ""


def origin(table: Table) -> str:
    """Paper and table."""
    paper = published().papers.get(table.paper)
    return f"{paper.name}, {table.source}" if paper else table.source


def _metrics(table: Table) -> dict[str, str]:
    """By column the metric of ours that is the same quantity: as the paper words it, else as its program has it."""
    return {column: metric for column, (printed, code, _) in table.ours.items() if (metric := printed or code)}


def _rows(table: Table) -> list[PublishedRow]:
    rows = []
    for system in table.rows:
        values = {metric: table.value(system, column) for column, metric in _metrics(table).items()}
        rows.append(PublishedRow(system, origin(table), {name: at for name, at in values.items() if at is not None}))
    return rows


def _best_values(table: Table) -> str:
    cells = []
    for column, metric in _metrics(table).items():
        values = [value for system in table.rows if (value := table.value(system, column)) is not None]
        best = max(values) if _higher_is_better(metric) else min(values)
        cells.append(f"{column} {best:.3f}")
    return ", ".join(cells)


def _higher_is_better(metric: str) -> bool:
    return metric not in METRICS or METRICS[metric].higher_is_better
