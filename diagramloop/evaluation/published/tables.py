"""Published tables of :file:`published.yaml`: cells as printed, their source, and whose program made them."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from diagramloop.errors import FormatError
from diagramloop.evaluation.published.intervals import Interval, printed

NO_VALUE = "-"
Name = Annotated[str, Field(min_length=1, max_length=160)]
Ours = tuple[str | None, str | None, str | None]
"""Columns of ours for the same quantity: as the paper words it, as its program computes it, as it should be."""


class Strict(BaseModel):
    """A part of the file in which nothing unknown may stand."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)


def _cells(line: str) -> str:
    for cell in line.split():
        if cell != NO_VALUE:
            try:
                printed(cell)
            except FormatError as error:
                raise ValueError(str(error)) from error
    return line


Line = Annotated[Name, AfterValidator(_cells)]


class Paper(Strict):
    """A paper of which all tables are here that state what this project measures."""

    name: Name
    title: Name


class Table(Strict):
    """A published table.

    Attributes:
        paper: of :attr:`Book.papers`; empty for a value that a review of the field quotes.
        source: table and section.
        task, data: as boards name them; no task where no board has such a table.
        near: other data of the same kind, on whose boards it is named and refused.
        variant: of the data, as boards name it behind the stroke; empty where there is but one.
        split: of the data, in words.
        items: questions, documents, ... that the values are of; None where that is not stated.
        harness: whose program measured.
        scale: what a whole is printed as, 1 or 100.
        systems: contestants of this project that need a model and take the part of the table's.
        ours: by column, see :data:`Ours`.
        rows: by system the cells, as printed.
    """

    paper: str = ""
    source: Name
    about: Name
    task: str = ""
    data: Name
    near: tuple[Name, ...] = ()
    variant: str = ""
    split: Name
    items: Annotated[int, Field(gt=0)] | None = None
    harness: Name
    scale: Annotated[int, Field(gt=0)] = 1
    systems: tuple[str, ...] = ()
    columns: tuple[Name, ...]
    ours: dict[str, Ours] = {}
    rows: dict[Name, Line]

    def concerns(self, task: str, data: str) -> bool:
        """True where it is named on the board of a task and of ``data``, with or without a variant."""
        return self.task == task and data.partition("/")[0] in (self.data, *self.near)

    @model_validator(mode="after")
    def _square(self) -> Table:
        for system, cells in self.cells.items():
            if len(cells) != len(self.columns):
                raise ValueError(f"{system} has {len(cells)} cells, the table {len(self.columns)} columns")
        if unknown := self.ours.keys() - set(self.columns):
            raise ValueError(f"no columns {sorted(unknown)}")
        return self

    @cached_property
    def cells(self) -> dict[str, list[str]]:
        """By system, the cells of all columns."""
        return {system: line.split() for system, line in self.rows.items()}

    def text(self, row: str, column: str) -> str:
        """The cell as printed.

        Raises:
            ValueError, KeyError: there is no such column, or no such row.
        """
        return self.cells[row][self.columns.index(column)]

    def interval(self, row: str, column: str) -> Interval:
        """The numbers that the cell may have been before it was rounded."""
        return printed(self.text(row, column))

    def value(self, row: str, column: str) -> float | None:
        """The cell as a share of 1; None where it has no value."""
        text = self.text(row, column)
        return None if text == NO_VALUE else float(text) / self.scale
