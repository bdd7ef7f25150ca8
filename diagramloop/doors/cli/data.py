"""``diagramloop data``: what systems are asked and, apart, the gold, as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli.run import Limit
from diagramloop.evaluation.tasks import TASKS


def data(
    name: Annotated[str, typer.Argument(help="As for run --data.", metavar="NAME")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write asked/TASK and gold/TASK to.")],
    task: Annotated[
        list[str] | None,
        typer.Option("--task", "-t", help=f"Of {', '.join(TASKS)}; repeat for several; all that there are by default."),
    ] = None,
    limit: Limit = None,
) -> None:
    """Write what systems are asked (pictures, texts, questions, dialogues) and, in a folder of its own, the gold.

    Answers go back in by run --predictions, under the same ids.
    """
    from diagramloop.evaluation.export import write_data

    with one_line_errors("data"):
        for written, items in write_data(name, out, tuple(task or ()), {"limit": limit}).items():
            typer.echo(f"{written}: {items} items")
