"""The leaderboard as tables in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report._rows import Board, boards
from diagramloop.report._worth import drop_lines

PIPE_WIDTH = 200


def print_leaderboard(rows: Iterable[LeaderboardRow], console: Console | None = None) -> None:
    """Print one table per task and data set: the task's main metrics, systems ranked by the first, controls unranked.

    Each cell is the value and, where there is room, the half width of its 95 % interval; ``-`` marks a
    metric that could not be computed (the report says why). A value of some items only says of how many, and has no
    rank; a system that failed on every item has no row. Under the table stands what became of the others, and what is
    to be known of a board's rows.
    """
    console = console or terminal_console()
    ranked = boards(every := tuple(rows))
    for board in ranked:
        if board.no_system:
            console.print(Text(f"{board.task} on {board.data}: no system"))
        else:
            console.print(_table(board))
        for line in _reasons(board.broken) if board.no_system else _lines(board):
            console.print(Text(line, style="dim"))
    for line in drop_lines(every, {(board.task, board.data): board.headline for board in ranked}):
        console.print(Text(line, style="dim"))


def _lines(board: Board) -> Iterator[str]:
    if board.ranking_note:
        yield board.ranking_note
    yield from _reasons(board.incomplete)
    yield from _reasons(board.unlike)
    yield from _reasons(board.answers)
    for by, metrics in board.measured_by.items():
        yield f"measured by {by}: {', '.join(metrics)}"
    for note, systems in board.notes.items():
        yield f"{', '.join(systems)}: {note}"
    yield from board.worth


def _reasons(systems: Mapping[str, str]) -> Iterator[str]:
    return (f"{system}: {reason}" for system, reason in systems.items())


def terminal_console() -> Console:
    """The terminal as wide as it is; a file or a pipe has no width, so nothing is squeezed there."""
    console = Console()
    return console if console.is_terminal else Console(width=PIPE_WIDTH)


def _table(board: Board) -> Table:
    table = Table(
        title=f"{board.task} on {board.data} ({_items(board)} {board.items})",
        title_justify="left",
        expand=False,
    )
    table.add_column("#", justify="right", style="dim")
    table.add_column("system", no_wrap=True)
    for metric in board.columns:
        header = Text(metric.replace("/", "/\n"), style="bold" if metric == board.headline else "")
        table.add_column(header, justify="right", overflow="fold")
    for place, (system, cells) in zip(board.places, board.systems, strict=True):
        name = Text(system, style="dim italic" if system in board.controls else "")
        table.add_row(str(place or "-"), name, *(_cell(board, cells.get(metric)) for metric in board.columns))
    return table


def _items(board: Board) -> int:
    return max(row.n for _, cells in board.systems for row in cells.values())


def _cell(board: Board, row: LeaderboardRow | None) -> Text:
    if row is None or row.value is None:
        return Text("-", style="dim")
    cell = Text(f"{row.value:.3f}", style="bold green" if board.is_best(row) else "")
    if row.low is not None and row.high is not None:
        cell.append(f" ±{(row.high - row.low) / 2:.3f}", style="dim")
    if not row.complete:
        cell.append(f" {row.void or f'{row.scored}/{row.items}'}", style="dim")
    return cell
