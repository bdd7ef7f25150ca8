"""``diagramloop hub``: data sets for the Hugging Face Hub and from it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli.run import Limit

hub = typer.Typer(
    help="Data sets for the Hugging Face Hub and from it.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)
Out = Annotated[Path, typer.Option("--out", "-o", help="A folder; it is made, or must be empty.")]
Repository = Annotated[str, typer.Argument(help="OWNER/NAME.", metavar="REPOSITORY")]


@hub.command("export")
def export(
    data: Annotated[str, typer.Argument(help="As for run --data.", metavar="DATA")],
    out: Out,
    style: Annotated[
        str, typer.Option("--style", help="In which charts without a picture are drawn; '' draws none.")
    ] = "default",
    limit: Limit = None,
) -> None:
    """Write a data set as `datasets` reads it: Parquet with pictures, a card, the licence of each item, Croissant."""
    with one_line_errors("hub"):
        from diagramloop.doors.hub import export_dataset

        done = export_dataset(data, out, style=style, limit=limit)
        for name, count in done.items.items():
            refused = sorted(done.rejected[name].items()) if name in done.rejected else []
            rejected = "".join(f", {number} rejected as {reason}" for reason, number in refused)
            typer.echo(f"{name}: {count} rows{rejected}")
        for licence, count in sorted(done.licences.items()):
            typer.echo(f"licence {licence}: {count} rows")


@hub.command("push")
def push(
    folder: Annotated[Path, typer.Argument(help="That `hub export` wrote.", metavar="FOLDER")],
    repository: Repository,
    public: Annotated[bool, typer.Option("--public", help="For all to see; else the repository is private.")] = False,
) -> None:
    """Push an exported data set, private by default; never one with items that may not be redistributed."""
    with one_line_errors("hub"):
        from diagramloop.doors.hub import push as pushed

        typer.echo(pushed(folder, repository, public=public))


@hub.command("pull")
def pull(
    repository: Repository,
    out: Out,
    revision: Annotated[str | None, typer.Option("--revision", help="A branch, a tag or a commit.")] = None,
) -> None:
    """Fetch an exported data set; `diagramloop run TASK --data hub=FOLDER` takes it then."""
    with one_line_errors("hub"):
        from diagramloop.doors.hub import pull as pulled

        typer.echo(str(pulled(repository, out, revision)))
