"""A paper replicated: its claims judged, and of each of its tables what is measured here on the same data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from diagramloop.evaluation.published.beside import refusal
from diagramloop.evaluation.published.book import published
from diagramloop.evaluation.published.rules import AnyClaim, Judgement
from diagramloop.evaluation.published.tables import Table
from diagramloop.evaluation.rows import LeaderboardRow

READINGS = ("as printed", "as the program", "as it should be")
"""Of the same quantity: by the paper's words, by its published program, by this project's own definition."""


@dataclass(frozen=True, slots=True)
class OurRow:
    """A system of ours in a column of a published table.

    Attributes:
        readings: by :data:`READINGS` the board's row; None where no metric reads the column so, or none was measured.
        refused: why it does not compare with the published values; empty where it does.
    """

    system: str
    data: str
    column: str
    readings: tuple[LeaderboardRow | None, ...]
    refused: str

    @property
    def row(self) -> LeaderboardRow:
        """The first of the readings that there is."""
        return next(row for row in self.readings if row is not None)


@dataclass(frozen=True, slots=True)
class TableHere:
    """A published table with ours.

    Attributes:
        needs: what must be had before it is whole.
    """

    name: str
    table: Table
    ours: tuple[OurRow, ...]
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replication:
    """A paper, its claims with their verdicts, and its tables."""

    paper: str
    claims: tuple[tuple[AnyClaim, Judgement], ...]
    tables: tuple[TableHere, ...]


def replicate(paper: str, rows: Iterable[LeaderboardRow]) -> tuple[Replication, ...]:
    """Replicate a paper, or ``all``, with the rows of boards.

    Raises:
        DiagramloopError: there is no such paper.
    """
    book, every = published(), [row for row in rows if not row.control]
    replications = []
    for name in book.named(paper):
        claims = tuple((claim, claim.judged(book.tables)) for claim in book.claims if claim.paper == name)
        tables = (_here(key, table, every) for key, table in book.tables.items() if table.paper == name)
        replications.append(Replication(name, claims, tuple(tables)))
    return tuple(replications)


def _here(name: str, table: Table, rows: list[LeaderboardRow]) -> TableHere:
    same = [row for row in rows if table.concerns(row.task, row.data)]
    cells = {(row.data, row.system, row.metric): row for row in same}
    ours = []
    for data, system in dict.fromkeys((row.data, row.system) for row in same):
        for column, metrics in table.ours.items():
            readings = tuple(cells.get((data, system, metric or "")) for metric in metrics)
            if items := [row.items for row in readings if row]:
                ours.append(OurRow(system, data, column, readings, refusal(table, data, items[0])))
    return TableHere(name, table, tuple(ours), tuple(_needs(table, same)))


def _needs(table: Table, same: list[LeaderboardRow]) -> list[str]:
    if not table.ours:
        return []
    needs = [] if same else [f"needs data: {table.data} ({table.split}) on a board"]
    measured = {row.system.partition("@")[0] for row in same}
    if missing := [system for system in table.systems if system not in measured]:
        needs.append(f"needs a model: {', '.join(missing)}")
    return needs


def as_json(replication: Replication) -> dict[str, Any]:
    """All of it as values of JSON."""
    claims = [
        {"source": claim.source, "claim": claim.says, "rule": claim.rule, **asdict(judgement)}
        for claim, judgement in replication.claims
    ]
    tables = [
        {"name": here.name, **here.table.model_dump(), "needs": here.needs, "here": list(map(asdict, here.ours))}
        for here in replication.tables
    ]
    return {"paper": replication.paper, "claims": claims, "tables": tables}
