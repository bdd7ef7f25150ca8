"""Messages on errors: one line on standard error, that names the file and the reason."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from pydantic import ValidationError

from diagramloop.errors import DiagramloopError
from diagramloop.extras import missing_extra
from diagramloop.models._errors import first_line


@contextmanager
def one_line_errors(command: str) -> Iterator[None]:
    """Report an error of the block in one line, with exit code 1."""
    try:
        yield
    except BrokenPipeError:  # nobody reads on: typer ends it without a word
        raise
    except (DiagramloopError, ValidationError, OSError) as error:
        complain(command, describe(error))
        raise typer.Exit(1) from error


def complain(where: str, what: str) -> None:
    """One line on standard error; no name of a file and no text from outside breaks it or drives the terminal."""
    typer.echo(one_line(f"{f'diagramloop {where}'.strip()}: {what}"), err=True)


def one_line(text: str) -> str:
    """``text`` with line ends, control characters and lone surrogates written out as escapes."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def describe(error: Exception, path: Path | None = None) -> str:
    """Return the reason and the message of an error; of a file other than ``path`` its name, too."""
    error = missing_extra(error) or error
    if isinstance(error, DiagramloopError):
        return f"{error.reason}: {error}"
    if isinstance(error, OSError):
        named = f"{error.filename}: " if error.filename and str(error.filename) != str(path) else ""
        return f"{named}{error.strerror or error}"
    if isinstance(error, ValidationError):
        return " ".join(str(error).split())
    fault = f"{type(error).__name__} {first_line(error)}"
    return f"a fault of its own, which PYTHONDEVMODE=1 shows and its makers would like to know: {fault}"
