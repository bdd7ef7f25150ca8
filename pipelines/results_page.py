"""The pages of results as Markdown, from recorded boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from diagramloop.evaluation.published.beside import PublishedRow, beside
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report import Board, boards
from diagramloop.scores.bootstrap import value_text
from pipelines.project import ProjectError
from pipelines.records import SHOWN, Record

BEGIN, END = "<!-- results: made by `python -m pipelines record` -->", "<!-- end of results -->"
HEAD = """# Results

Boards as they were recorded, by the command above each, with 95 % intervals: `±` and half of it, or its two ends where
it is not symmetric. Systems in *italics* are controls, which have no rank. What else was measured, on which halves of
the data something was chosen, and what was tried and left, stands in [what was measured](../design/measured.md) and in
the other [design notes](../design/README.md). This page is made by `python -m pipelines record`, from `docs/results/`.
"""


def page(shown: Mapping[str, Mapping[str, str]], records: Mapping[str, Record]) -> str:
    """All boards of all records, in the order in which they are shown."""
    return "\n".join([HEAD, *(line for name, about in shown.items() for line in _section(about, records.get(name)))])


def _section(about: Mapping[str, str], made: Record | None) -> Iterator[str]:
    if made is None:
        return
    yield f"## {about['title']}\n"
    yield f"`{about['command']}`, recorded on {made.date}. {about['about'].strip()}\n"
    for board in boards(made.rows):
        if not board.no_system:
            yield from _board(board)


def _board(board: Board) -> Iterator[str]:
    most = max(row.items for _, cells in board.systems for row in cells.values())
    same = beside(board.task, board.data, most)
    yield f"### {board.task} on {board.data} ({most} items)\n"
    yield _line(["#", "system", *board.columns])
    yield _line(["---"] * (2 + len(board.columns)))
    for place, (system, cells) in zip(board.places, board.systems, strict=True):
        name = f"*{system}*" if system in board.controls else system
        yield _line([str(place or ""), name, *(_cell(cells.get(metric)) for metric in board.columns)])
    yield from (_published(row, board.columns) for row in same.rows)
    notes = [note for kind in board.notes_by_kind(()) for note in kind]
    notes += same.refused
    yield from ["", *(f"- {note.rstrip('.')}." for note in notes)]
    if notes:
        yield ""


def _published(row: PublishedRow, metrics: Sequence[str]) -> str:
    values = (f"{row.values[metric]:.3f}" if metric in row.values else "" for metric in metrics)
    return _line(["", f"published: {row.system} ({row.source})", *values])


def _notes(board: Board) -> list[str]:
    return [note for kind in board.notes_by_kind(()) for note in kind]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(row: LeaderboardRow | None) -> str:
    if row is None or row.value is None:
        return ""
    return value_text(row.value, row.low, row.high) + (f" ({row.of_items})" if row.of_items else "")


def with_table(readme: str, wanted: Sequence[Mapping[str, Any]], records: Mapping[str, Record]) -> str:
    """README with its one table of results made anew between the marks.

    Raises:
        ProjectError: README has no such marks, or a row names a cell that its record does not have.
    """
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    if readme.count(BEGIN) != 1 or readme.count(END) != 1 or END not in rest:
        raise ProjectError(f"README.md does not hold {BEGIN} and {END} once each")
    lines = [_line(["what", "data", "system", "metric", "value", "items", "best published"]), _line(["---"] * 7)]
    lines += [_line(_shown(cell, records)) for cell in wanted if cell["record"] in records]
    table = "\n".join([BEGIN, *lines, END])
    return before + table + after


def _shown(cell: Mapping[str, Any], records: Mapping[str, Record]) -> list[str]:
    """The ranking metric of the row that a line of README is about."""
    made = boards(records[cell["record"]].rows)
    found = [
        cells[board.headline]
        for board in made
        for system, cells in board.systems
        if (board.task, board.data, system) == (cell["task"], cell["data"], cell["system"])
    ]
    if not found:
        raise ProjectError(f"{SHOWN}: no {cell['system']} in {cell['task']} on {cell['data']} of {cell['record']}")
    row = found[0]
    seen = f", {row.seen} of them in its training data" if row.seen else ""
    best = beside(row.task, row.data, row.items).best(row.metric) or "none"
    return [cell["what"], cell["data"], cell["system"], f"`{row.metric}`", _cell(row), f"{row.items}{seen}", best]
