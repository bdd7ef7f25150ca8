"""The command line's root; each command lives in a module of its own name."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from diagramloop import __version__
from diagramloop.doors.cli._complaints import complain, describe
from diagramloop.doors.cli._streams import prepare_streams, release_streams
from diagramloop.doors.cli._waits import waits_told
from diagramloop.errors import DiagramloopError
from diagramloop.extras import missing_extra

COMMANDS = (
    "render",
    "parse",
    "read",
    "score",
    "ls",
    "run",
    "results",
    "compare",
    "replicate",
    "data",
    "hub",
    "convert",
    "describe",
    "diff",
    "converse",
    "verify",
    "attribute",
    "extract",
    "simulate",
    "serve",
    "mcp",
    "plugins",
    "papers",
    "benchmark",
)
"""In the order of the help; each is a function or an application of its own in the module of its name."""


FIRST_NAMES = {"evaluate": "run"}
"""Commands by names that they had before; the help does not show them."""


class Commands(TyperGroup):
    """Commands whose modules are imported when they are asked for: a start is then as short as its own work."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is Typer's
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - the same
        """Return a command; None if there is none of this name."""
        name = FIRST_NAMES.get(cmd_name, cmd_name)
        return command_named(name) if name in COMMANDS else None


def command_named(name: str) -> Any:
    """Return the command of the module with this name; of one whose packages are missing, one that says so."""
    try:
        face = getattr(import_module(f"diagramloop.doors.cli.{name}"), name)
    except ModuleNotFoundError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        face = _refusing(name, missing)
    if not isinstance(face, typer.Typer):
        alone = typer.Typer(add_completion=False, **_STYLE)
        alone.command(name)(face)
        face = alone
    command = typer.main.get_command(face)
    command.name = name
    return command


def _refusing(name: str, missing: DiagramloopError) -> typer.Typer:
    """A command of which the help, and every call, says what is missing."""
    alone = typer.Typer(add_completion=False, **_STYLE)
    whatever: dict[str, Any] = {"allow_extra_args": True, "ignore_unknown_options": True}

    @alone.command(name, help=f"Not installed: {missing}.", context_settings=whatever)
    def refuse() -> None:
        raise missing

    return alone


_STYLE: dict[str, Any] = {"rich_markup_mode": "markdown", "pretty_exceptions_enable": False}
app = typer.Typer(
    name="diagramloop",
    cls=Commands,
    help="Draw flowcharts, read them back from pixels or text, ask about them, talk along them, and score it all.",
    no_args_is_help=True,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    **_STYLE,
)


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
