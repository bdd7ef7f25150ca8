"""``diagramloop ls``: what there is to run: tasks, data sets, systems, metrics, formats, a line each."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from diagramloop.doors.cli._complaints import one_line, one_line_errors

Line = tuple[str, ...]
PIPE_WIDTH = 200  # columns; a file has no width of its own


class Section(StrEnum):
    """A part of what there is."""

    TASKS = "tasks"
    DATA = "data"
    SYSTEMS = "systems"
    METRICS = "metrics"
    FORMATS = "formats"


def ls(
    section: Annotated[Section | None, typer.Argument(help="One part; all by default.", show_default=False)] = None,
    task: Annotated[str | None, typer.Option("--task", "-t", help="Systems or metrics of this task alone.")] = None,
) -> None:
    """List what there is to run, a line each: tasks, data, systems, metrics, formats, and whose package each is from.

    `diagramloop run TASK --system S --data D` takes these names. `diagramloop plugins` lists the parts that systems are
    made of as well.
    """
    from diagramloop.doors.cli import _inventory

    console = Console()
    console = console if console.is_terminal else Console(width=PIPE_WIDTH)
    with one_line_errors("ls"):
        for listed in [section] if section else Section:
            headings, lines = _inventory.LISTED[listed](task)
            console.print(_table(listed, headings, lines))


def _table(section: Section, headings: Line, lines: Iterable[Line]) -> Table:
    table = Table(title=section.value, title_justify="left", box=None, pad_edge=False)
    for column, heading in enumerate(headings):
        table.add_column(heading, no_wrap=column == 0, overflow="ellipsis" if column == 0 else "fold")
    for line in lines:
        table.add_row(*(Text(one_line(cell)) for cell in line))
    return table
