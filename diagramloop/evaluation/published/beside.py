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
    """Published values of a board's task and data.

    Attributes:
        rows: that may be compared with the board's.
        unlike: those that may not.
        refused: of each table of the latter, its best values and why not.
    """

    rows: tuple[PublishedRow, ...]
    unlike: tuple[PublishedRow, ...]
    refused: tuple[str, ...]

    def best(self, metric: str) -> str:
        """The best published value of a metric in words; empty where there is none."""
        for rows, remark in ((self.rows, ""), (self.unlike, ", not of the same items")):
            if values := [row.values[metric] for row in rows if metric in row.values]:
                return f"{_best(metric, values):.3f}{remark}"
        return ""


def beside(task: str, data: str, items: int) -> Beside:
    """Published values for a board.

    Args:
        data: source and variant, as the board has it.
        items: questions, documents, ... on it.
    """
    rows: list[PublishedRow] = []
    unlike: list[PublishedRow] = []
    refused = []
    for table in published().tables.values():
        if table.concerns(task, data):
            if reason := refusal(table, data, items):
                unlike += _rows(table)
                refused.append(f"not set beside: {_best_values(table)} ({origin(table)}): {reason}")
            else:
                rows += _rows(table)
    return Beside(tuple(rows), tuple(unlike), tuple(refused))


def refusal(table: Table, data: str, items: int) -> str:
    """Return why a table's values do not compare with those of a board; empty where they do."""
    name, _, variant = data.partition("/")
    if name != table.data:
        return f"{table.data} there ({table.split}), {name} here"
    if not table.ours:
        return "no column here is that quantity"
    if table.variant and variant and variant != table.variant:
        return f"{table.variant} there, {variant} here"
    if table.items is None:
        return f"how many items is not said there ({table.split})"
    return f"{table.items} items there ({table.split}), {items} here" if table.items != items else ""


def origin(table: Table) -> str:
    """Paper and table."""
    paper = published().papers.get(table.paper)
    return f"{paper.name}, {table.source}" if paper else table.source


def _columns(table: Table) -> dict[str, str]:
    """By metric of ours the column that is the same quantity, as the paper words it or as its program computes it."""
    return {metric: column for column, readings in table.ours.items() for metric in readings[:2] if metric}


def _rows(table: Table) -> list[PublishedRow]:
    rows = []
    for system in table.rows:
        values = {metric: table.value(system, column) for metric, column in _columns(table).items()}
        rows.append(
            PublishedRow(system, origin(table), {name: value for name, value in values.items() if value is not None})
        )
    return rows


def _best_values(table: Table) -> str:
    metrics = {column: metric for metric, column in _columns(table).items()} or dict.fromkeys(table.columns, "")
    cells = []
    for column, metric in metrics.items():
        values = [value for system in table.rows if (value := table.value(system, column)) is not None]
        cells.append(f"{column} {_best(metric, values):.3f}")
    return ", ".join(cells)


def _best(metric: str, values: list[float]) -> float:
    return max(values) if metric not in METRICS or METRICS[metric].higher_is_better else min(values)
