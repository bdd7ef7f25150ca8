"""``diagramloop compare``: two leaderboards, item by item."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from diagramloop.doors.cli._complaints import complain, one_line_errors
from diagramloop.doors.cli._results import write_stdout
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.report.terminal import terminal_console

if TYPE_CHECKING:
    from diagramloop.evaluation.compared import Compared

_PLACE = "leaderboard.json, a folder with one, a checkout, a day (2026-11-02) or a revision of this checkout."

First = Annotated[str, typer.Argument(help=f"A board: {_PLACE}", metavar="A")]
Second = Annotated[str, typer.Argument(help="Another, likewise.", metavar="B")]
Systems = Annotated[
    tuple[str, str] | None,
    typer.Option("--systems", help="A system of A and one of B; each beside itself by default.", show_default=False),
]
Metrics = Annotated[
    list[str] | None, typer.Option("--metric", "-m", help="Repeat for several; all by default.", show_default=False)
]


def compare(
    first: First,
    second: Second,
    systems: Systems = None,
    metric: Metrics = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the intervals and tests.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print every cell as JSON.")] = False,
) -> None:
    """Print the paired differences of two leaderboards, B less A, with 95 % intervals.

    Rows that stand on other items, another way of counting, other instruments or other settings are refused, and what
    differs is named. Exit code 1 if a row was refused, or nothing could be compared.
    """
    from diagramloop.evaluation.board_places import board_at
    from diagramloop.evaluation.compared import compared

    with one_line_errors("compare"):
        boards = [board_at(place, Path()) for place in (first, second)]
        cells = list(compared(*boards, seed=seed, systems=systems, metrics=metric or ()))
        if not cells:
            raise DiagramloopError("the two boards share no row that is asked for", reason=RejectionReason.MISSING)
        if as_json:
            text = json.dumps([asdict(cell) for cell in cells], indent=1, ensure_ascii=False) + "\n"
            write_stdout(text.encode("utf-8", "replace"), ".json")
        else:
            _print(cells)
    for line in dict.fromkeys(f"{_row(c)}: {why}" for c in cells for why in c.refused):
        complain("compare", f"refused: {line}")
    if any(cell.refused for cell in cells):
        raise typer.Exit(1)


def _print(cells: Sequence[Compared]) -> None:
    """The differences, if there are any, and which rows are not of all items."""
    if not any(cell.difference for cell in cells):
        return
    terminal_console().print(_table(cells))
    for line in dict.fromkeys(f"{_row(c)}: not of all items: {c.lacking}" for c in cells if c.lacking):
        terminal_console().print(line, markup=False, highlight=False)


def _row(cell: Compared) -> str:
    systems = cell.first if cell.first == cell.second else f"{cell.first} and {cell.second}"
    return f"{cell.task} on {cell.data}, {systems}, {cell.metric}"


def _table(cells: Sequence[Compared]) -> Table:
    table = Table()
    for heading in ("task", "data", "A", "B", "metric", "B - A", "95 % interval", "p", "n", "found from"):
        table.add_column(heading, justify="right" if heading in ("B - A", "p", "n", "found from") else "left")
    for cell in cells:
        if (apart := cell.difference) is not None:
            least = "-" if apart.detectable is None else f"{apart.detectable:.3f}"
            needs = f", needs {apart.needs:,}" if apart.needs else ""
            figures = (f"{apart.value:+.4f}", f"{apart.low:+.3f} .. {apart.high:+.3f}", f"{apart.p_value:.3f}")
            names = (cell.task, cell.data, cell.first, cell.second, cell.metric)
            table.add_row(*names, *figures, f"{apart.n}{needs}", least)
    return table
