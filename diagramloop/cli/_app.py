"""The command line's root; each command lives in a module of its own name."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from diagramloop import __version__
from diagramloop.cli._complaints import complain, describe
from diagramloop.cli._streams import prepare_streams, release_streams
from diagramloop.cli._waits import waits_told
from diagramloop.cli.attribute import attribute
from diagramloop.cli.benchmark import benchmark
from diagramloop.cli.converse import converse
from diagramloop.cli.convert import convert
from diagramloop.cli.data import data
from diagramloop.cli.extract import extract
from diagramloop.cli.ls import ls
from diagramloop.cli.papers import papers
from diagramloop.cli.parse import parse
from diagramloop.cli.plugins import plugins
from diagramloop.cli.render import render
from diagramloop.cli.results import results
from diagramloop.cli.run import run
from diagramloop.cli.score import score
from diagramloop.cli.simulate import simulate
from diagramloop.cli.study import study
from diagramloop.cli.verify import verify

app = typer.Typer(
    name="diagramloop",
    help="Draw flowcharts, read them back from pixels or text, ask about them, talk along them, and score it all.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    render,
    parse,
    score,
    ls,
    run,
    results,
    data,
    convert,
    converse,
    verify,
    attribute,
    extract,
    simulate,
    plugins,
):
    app.command()(command)
app.command("evaluate", hidden=True)(run)  # its first name
app.add_typer(papers)
app.add_typer(benchmark)
app.add_typer(study)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"diagramloop {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print it and stop.")
    ] = False,
) -> None:
    """Draw flowcharts, read them back from pixels or text, ask about them, talk along them, and score it all."""


def main() -> None:
    """Entry point of the console script: whatever happens, a person sees a line, and no traceback."""
    written = prepare_streams()
    try:
        with waits_told():
            app()
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        complain("", describe(error))
        sys.exit(1)
    finally:
        release_streams(*written)
