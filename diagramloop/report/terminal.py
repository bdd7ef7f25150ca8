"""The leaderboard as tables in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from diagramloop.evaluation.heard import percent
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report._rows import Board, boards
from diagramloop.report._worth import drop_lines
from diagramloop.scores.bootstrap import interval_text

PIPE_WIDTH = 200
WIDTH = 100  # of a table and its notes: so wide a terminal is that nobody has made wider
ALL_RIGHT = "text/all_right"
_REST = "all metrics and notes: diagramloop results --wide"


def print_leaderboard(rows: Iterable[LeaderboardRow], console: Console | None = None, *, wide: bool = False) -> None:
    """Print one table per task and data set: systems ranked by its metric, controls unranked.

    A table has rank, system, the metric that ranks, the share of items that are all right, the unread share of the
    answers of models, and items: the last three where there are such. Below stands one line of each kind of note.
    A cell is a value with its 95 % interval; ``-`` marks a metric that could not be computed. A value of some items
    only says of how many, and has no rank; a system that failed on every item has no row.

    Args:
        wide: the task's main metrics instead, and all notes.
    """
    console = console or terminal_console()
    ranked = boards(every := tuple(rows))
    for board in ranked:
        if board.no_system:
            console.print(Text(f"{board.task} on {board.data}: no system"))
            _print_notes(console, [[f"{system}: {reason}" for system, reason in board.broken.items()]], wide=wide)
        elif wide:
            console.print(_wide_table(board))
            _print_notes(console, [*board.notes_by_kind(board.columns), board.worth], wide=True)
        else:
            console.print(Text(_title(board), style="italic"))
            console.print(_table(board), width=_width(console))
            _print_notes(console, board.notes_by_kind(_metrics(board)), wide=False)
    drops = list(drop_lines(every, {(board.task, board.data): board.headline for board in ranked}))
    _print_notes(console, [drops], wide=True)
    if not wide:
        console.print(Text(_REST, style="dim"))


def _width(console: Console) -> int:
    return min(WIDTH, console.width)


def _print_notes(console: Console, kinds: Iterable[Sequence[str]], *, wide: bool) -> None:
    """All notes, or of each kind what a line has room for, and how many more there are."""
    for notes in kinds:
        for note in notes if wide else _in_a_line(notes, _width(console)):
            console.print(Text(note, style="dim"))


def _in_a_line(notes: Sequence[str], width: int) -> Iterator[str]:
    for note in notes[:1]:
        more = f" (and {len(notes) - 1} more)" if len(notes) > 1 else ""
        room = width - len(more)
        yield (note if len(note) <= room else f"{note[: room - 1]}…") + more


def terminal_console() -> Console:
    """The terminal as wide as it is; a file or a pipe has no width, so nothing is squeezed there."""
    console = Console()
    return console if console.is_terminal else Console(width=PIPE_WIDTH)


def _metrics(board: Board) -> tuple[str, ...]:
    """The metrics of a table that is not wide."""
    measured = ALL_RIGHT in board.metrics and board.headline != ALL_RIGHT
    return (board.headline, ALL_RIGHT) if measured else (board.headline,)


def _table(board: Board) -> Table:
    metrics = _metrics(board)
    table = _headed(metrics, board.headline, fold=True)
    asked = any(row.unread is not None for _, cells in board.systems for row in cells.values())
    if asked:
        table.add_column("unread", justify="right")
    table.add_column("items", justify="right")
    for place, (system, cells) in zip(board.places, board.systems, strict=True):
        values = [_cell(board, cells.get(metric)) for metric in metrics]
        row = cells.get(board.headline) or next(iter(cells.values()))
        unread = "-" if row.unread is None else percent(row.unread)
        table.add_row(str(place or "-"), _name(board, system), *values, *([unread] if asked else []), _counted(row))
    return table


def _counted(row: LeaderboardRow) -> str:
    """The items of a row, or why it can have no rank."""
    return row.void or (str(row.items or row.n) if row.scored == row.items else f"{row.scored} of {row.items}")


def _wide_table(board: Board) -> Table:
    table = _headed(board.columns, board.headline, fold=False, title=_title(board))
    for place, (system, cells) in zip(board.places, board.systems, strict=True):
        values = [_cell(board, cells.get(metric), of_items=True) for metric in board.columns]
        table.add_row(str(place or "-"), _name(board, system), *values)
    return table


def _headed(metrics: Sequence[str], headline: str, *, fold: bool, title: str | None = None) -> Table:
    """A table with a column of ranks, of systems and of each metric; long names are folded, or take their room."""
    table = Table(title=title, title_justify="left", expand=False)
    table.add_column("#", justify="right", style="dim")
    table.add_column("system", no_wrap=not fold, overflow="fold")
    for metric in metrics:
        header = Text(metric.replace("/", "/\n"), style="bold" if metric == headline else "")
        table.add_column(header, justify="right", overflow="fold")
    return table


def _title(board: Board) -> str:
    return f"{board.task} on {board.data} ({_items(board)} {board.items})"


def _name(board: Board, system: str) -> Text:
    return Text(system, style="dim italic" if system in board.controls else "")


def _items(board: Board) -> int:
    return max(row.n for _, cells in board.systems for row in cells.values())


def _cell(board: Board, row: LeaderboardRow | None, *, of_items: bool = False) -> Text:
    if row is None or row.value is None:
        return Text("-", style="dim")
    cell = Text(f"{row.value:.3f}", style="bold green" if board.is_best(row) else "")
    beside = [interval_text(row.value, row.low, row.high)]
    if of_items and not row.complete:
        beside.append(row.void or f"{row.scored}/{row.items}")
    for text in filter(None, beside):
        cell.append(f" {text}", style="dim")
    return cell
