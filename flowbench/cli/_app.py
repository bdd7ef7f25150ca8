"""The command line's root; each command lives in a module of its own name."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from flowbench import __version__
from flowbench.cli._complaints import complain, describe
from flowbench.cli._streams import prepare_streams, release_streams
from flowbench.cli.annotate import annotate
from flowbench.cli.attribute import attribute
from flowbench.cli.converse import converse
from flowbench.cli.convert import convert
from flowbench.cli.extract import extract
from flowbench.cli.papers import papers
from flowbench.cli.parse import parse
from flowbench.cli.render import render
from flowbench.cli.score import score
from flowbench.cli.simulate import simulate
from flowbench.cli.verify import verify

app = typer.Typer(
    name="flowbench",
    help="Draw flowcharts, read them back from pixels or text, ask about them, talk along them, and score it all.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (render, parse, score, convert, converse, annotate, verify, attribute, extract, simulate):
    app.command()(command)
app.add_typer(papers)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"flowbench {__version__}")
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
    prepare_streams()
    try:
        app()
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        complain("", describe(error))
        sys.exit(1)
    finally:
        release_streams()
