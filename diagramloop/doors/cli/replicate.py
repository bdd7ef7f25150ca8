"""``diagramloop replicate``: the claims of a paper judged, and its tables with what is measured here."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._results import check_writable, write_result, write_stdout

if TYPE_CHECKING:
    from diagramloop.evaluation.published.replication import Replication
    from diagramloop.evaluation.rows import LeaderboardRow

STYLES = {"holds": "green", "contradicted": "bold red", "cannot be told": "yellow"}


def replicate(
    paper: Annotated[
        str,
        typer.Argument(help="sciflow-bench, diagrameval, follow-the-flow, floca, text2flow, or all.", metavar="PAPER"),
    ],
    board: Annotated[
        list[str] | None,
        typer.Option("--board", "-b", help="Where ours stand, as `diagramloop results` takes it; repeat for several."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print every value as JSON.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write a page of Markdown; of all, that of what was found.")
    ] = None,
) -> None:
    """Judge what a paper claims by its own printed values, and set what is measured here beside its tables.

    Every claim holds, is contradicted, or cannot be told, by arithmetic on what the printed values may have been before
    they were rounded. Ours are of the boards given, else of the last one here: with intervals, least detectable
    difference, and why they may not be compared. What is on no board says what it needs. No model is asked.
    """
    from diagramloop.evaluation.published import pages, replication

    with one_line_errors("replicate"):
        if out is not None:
            check_writable(out)
        replications = replication.replicate(paper, _rows(board))
        if out is not None:
            page = pages.findings_page(replications) if len(replications) > 1 else pages.paper_page(replications[0])
            write_result(out, page.encode("utf-8"))
        if as_json:
            text = json.dumps(
                [replication.as_json(replicated) for replicated in replications], ensure_ascii=False, indent=1
            )
            write_stdout(text.encode("utf-8"), ".json")
        elif out is None:
            _print(replications)


def _rows(boards: list[str] | None) -> list[LeaderboardRow]:
    """The rows of the boards; of none given, those of the board here, if there is one."""
    from diagramloop.evaluation.board_places import MADE, ROWS, rows_at

    if boards is None:
        boards = ["."] if (MADE / ROWS).is_file() else []
    return [row for board in boards for row in rows_at(board, Path())]


def _print(replications: Iterable[Replication]) -> None:
    from diagramloop.evaluation.published.pages import amiss
    from diagramloop.report.terminal import WIDTH, terminal_console

    console = Console(width=min(terminal_console().width, WIDTH))
    for replicated in replications:
        claims = _table(replicated.paper, "source", "claim", "verdict", "why")
        for claim, judgement in replicated.claims:
            why = "; ".join((judgement.why, *amiss(judgement, 2)))
            verdict = Text(judgement.verdict, style=STYLES[judgement.verdict])
            claims.add_row(Text(claim.source), Text(claim.says), verdict, Text(why))
        console.print(claims)
        for here in replicated.tables:
            for need in here.needs:
                console.print(Text(f"{here.table.source}, {here.table.about}: {need}", style="dim"))
        _print_ours(console, replicated)


def _print_ours(console: Console, replicated: Replication) -> None:
    """Ours below the best published value of each column, as far as a table is measured here."""
    from diagramloop.evaluation.published.pages import reading, remarks
    from diagramloop.evaluation.published.replication import READINGS

    for here in replicated.tables:
        if here.ours:
            table = _table(
                f"{here.table.source}: {here.table.about}", "system", "column", *READINGS, "least", "remarks"
            )
            for ours in here.ours:
                least = "-" if ours.row.detectable is None else f"{ours.row.detectable:.3f}"
                cells = (ours.system, ours.column, *map(reading, ours.readings), least, remarks(ours))
                table.add_row(*map(Text, cells))
            console.print(table)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
