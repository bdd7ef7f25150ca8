"""``diagramloop results``: any board, whole or in part, as tables or for another program."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._results import write_stdout
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.heard import percent
from diagramloop.evaluation.rows import LeaderboardRow, cells_of


class Form(StrEnum):
    """A form in which rows are printed."""

    TABLES = "tables"
    CSV = "csv"
    JSON = "json"
    MARKDOWN = "markdown"
    MODEL_INDEX = "model-index"


Wanted = list[str] | None


def results(
    board: Annotated[
        str,
        typer.Argument(
            help="A leaderboard.json, a checkout, a file of `run --out`, a day (2026-11-02) or a revision of git.",
            metavar="[BOARD]",
        ),
    ] = ".",
    task: Annotated[Wanted, typer.Option("--task", "-t", help="Of these alone; repeat for several.")] = None,
    data: Annotated[Wanted, typer.Option("--data", "-d", help="On these boards alone, such as corpus/multi.")] = None,
    system: Annotated[Wanted, typer.Option("--system", "-s", help="Of these alone.")] = None,
    metric: Annotated[Wanted, typer.Option("--metric", "-m", help="By these alone; all by default.")] = None,
    form: Annotated[
        Form, typer.Option("--format", "-f", help="How rows are printed; model-index is the Hub's.")
    ] = Form.TABLES,
    wide: Annotated[bool, typer.Option("--wide", help="Tables of all main metrics, with all notes.")] = False,
) -> None:
    """Print a board: every task and data set, or those that are asked for.

    A name of data means its boards, too: `corpus` those of all its styles. Exit code 1 if no row is left.
    """
    from diagramloop.evaluation.board_places import rows_at

    with one_line_errors("results"):
        rows = [row for row in rows_at(board, Path()) if _wanted(row, task, data, system, metric)]
        if not rows:
            raise DiagramloopError("no row is of that kind", reason=RejectionReason.EMPTY)
        if form is Form.TABLES:
            from diagramloop.report import print_leaderboard

            print_leaderboard(rows, wide=wide)
        else:
            write_stdout(_FORMS[form](rows).encode("utf-8", "replace"), f".{form}")


def _wanted(row: LeaderboardRow, task: Wanted, data: Wanted, system: Wanted, metric: Wanted) -> bool:
    on = not data or any(row.data == name or row.data.startswith(f"{name}/") for name in data)
    names = ((row.task, task), (row.system, system), (row.metric, metric))
    return on and all(not wanted or name in wanted for name, wanted in names)


def _csv(rows: Iterable[LeaderboardRow]) -> str:
    text = io.StringIO()
    table = csv.DictWriter(text, [field.name for field in fields(LeaderboardRow)], lineterminator="\n")
    table.writeheader()
    for row in rows:
        cells = cells_of(row)
        if row.answers:
            cells["answers"] = json.dumps(cells["answers"])
        table.writerow(cells)
    return text.getvalue()


def _json(rows: Iterable[LeaderboardRow]) -> str:
    from diagramloop.report import write_rows

    return write_rows(rows)


def _markdown(rows: Iterable[LeaderboardRow]) -> str:
    """A line a cell; what would end a column is escaped. Where a model was asked, a column has the unread share."""
    every = list(rows)
    unread_column = ["unread"] if any(row.answers for row in every) else []
    head = ["task", "data", "system", "metric", "value", "95 % interval", "items", *unread_column]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for row in every:
        value = "-" if row.value is None else f"{row.value:.4f}"
        interval = "" if row.low is None or row.high is None else f"{row.low:.4f} to {row.high:.4f}"
        unread = "" if row.unread is None else f"{percent(row.unread)}{', no rank' if row.void else ''}"
        of_items = f"{row.scored} of {row.items}"
        cells = [row.task, row.data, row.system, f"`{row.metric}`", value, interval, of_items]
        cells += [unread] if unread_column else []
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines) + "\n"


def _model_index(rows: Iterable[LeaderboardRow]) -> str:
    from diagramloop.doors.hub import model_index

    return model_index(rows)


_FORMS = {Form.CSV: _csv, Form.JSON: _json, Form.MARKDOWN: _markdown, Form.MODEL_INDEX: _model_index}
