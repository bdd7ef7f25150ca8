"""Many files in, one result each: the rules that all commands share.

One input goes to standard output unless ``-o`` names a file or a folder; several inputs need ``-o DIR``, and each
output keeps its input's stem. A folder among the inputs stands for the files in it that the command reads. A file that
fails is reported on standard error and does not stop the rest; the exit code is then 1.
"""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._complaints import complain, describe, one_line_errors
from diagramloop.doors.cli._results import real_paths, write_result, write_stdout
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph.formats import suffix_of

STDIN = Path("-")
MAX_INPUT_BYTES = 100_000_000  # of a picture; what a parser takes of it is mostly far less
MAX_TEXT_BYTES = 10_000_000  # no format takes more than 2,000,000 characters

OutputFolder = Annotated[Path | None, typer.Option("-o", "--output", help="Folder for the results.", metavar="DIR")]
OutputPlace = Annotated[
    Path | None,
    typer.Option(*("-o", "--output"), help="Folder for the results, or the file of a single one.", metavar="FILE|DIR"),
]


@dataclass(frozen=True)
class Input:
    """One file to work on; ``path`` is ``-`` for standard input."""

    path: Path

    @property
    def stem(self) -> str:
        return "stdin" if self.path == STDIN else self.path.name.removesuffix(self.path.name[-len(self.suffix) :])

    @property
    def suffix(self) -> str:
        """All of it where it has several dots (``.drawio.png``)."""
        return suffix_of(self.path)

    def read_bytes(self, most: int = MAX_INPUT_BYTES) -> bytes:
        """The content, bounded; of plain files only, as others may never end or never begin.

        Raises:
            DiagramloopError: no plain file (INVALID), or of more than ``most`` bytes (TOO_LARGE).
            OSError: it cannot be read.
        """
        if self.path == STDIN:
            content = sys.stdin.buffer.read(most + 1)
        else:
            self._check(most)
            with self.path.open("rb") as file:
                content = file.read(most + 1)
        if len(content) > most:
            raise DiagramloopError(f"more than {most} bytes", reason=RejectionReason.TOO_LARGE)
        return content

    def _check(self, most: int) -> None:
        """Before anything is read: room is made for all that is asked for."""
        status = self.path.stat()
        if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):  # to open a folder says what it is
            raise DiagramloopError("not a plain file: pipe it in, and name - instead")
        if stat.S_ISREG(status.st_mode) and status.st_size > most:
            raise DiagramloopError(f"more than {most} bytes", reason=RejectionReason.TOO_LARGE)

    def read_text(self) -> str:
        """The file as UTF-8; a byte order mark is dropped, bytes that are no UTF-8 are an error."""
        try:
            return self.read_bytes(MAX_TEXT_BYTES).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DiagramloopError(f"not UTF-8 text (byte {error.start})") from error


Outputs = dict[str, bytes]  # file suffix, such as ".png", to content


def in_folders(command: str, paths: Sequence[Path], wanted: Callable[[Path], bool]) -> list[Path]:
    """``paths``, each folder replaced by the files in it that are ``wanted``, in order of name.

    Raises:
        BadParameter: there is none in a folder.
        Exit: a folder cannot be read, as one line has told.
    """
    matching: list[Path] = []
    for path in paths:
        if not path.is_dir():
            matching.append(path)
            continue
        with one_line_errors(command):
            inside = sorted(file for file in path.iterdir() if file.is_file() and wanted(file))
        if not inside:
            raise typer.BadParameter(f"no file in {path} has a suffix of what {command} reads")
        matching += inside
    return matching


@dataclass(frozen=True)
class Batch:
    """The place of results: standard output for one input, a file or a folder else.

    Attributes:
        command: name of the command, for messages.
        place: folder for results, or None.
        gathers: True for a command that sums up its inputs itself, so that it may do without a folder.
        suffixes: of results; where ``place`` has one and is no folder, it is the file of a single result.
    """

    command: str
    place: Path | None
    gathers: bool = False
    suffixes: frozenset[str] = frozenset()

    @property
    def is_file(self) -> bool:
        """True where the one result has a file of its own."""
        return self.place is not None and not self.place.is_dir() and suffix_of(self.place) in self.suffixes

    def run(self, paths: Sequence[Path], work: Callable[[Input], Outputs], beside: Sequence[Path] = ()) -> None:
        """Work on every path; raises :class:`typer.Exit` with code 1 when any failed.

        Args:
            beside: further files that are read; no result is written over one of them, nor over one of ``paths``.
        """
        if (self.place is None or self.is_file) and len(paths) > 1 and not self.gathers:
            raise typer.BadParameter("several files need a folder for their results: add -o DIR")
        if self.place is not None:
            with one_line_errors(self.command):
                (self.place.parent if self.is_file else self.place).mkdir(parents=True, exist_ok=True)
        done = _Done(real_paths(*paths, *beside))
        failures = [path for path in paths if not self._succeeds(Input(path), work, done)]
        if failures:
            raise typer.Exit(1)

    def _succeeds(self, item: Input, work: Callable[[Input], Outputs], done: _Done) -> bool:
        try:
            if item.stem in done.stems:
                raise DiagramloopError(f"its result would overwrite that of another file named {item.stem!r}")
            self._write(item.stem, work(item), done.read)
            done.stems.add(item.stem)
        except (BrokenPipeError, typer.Exit):  # nobody reads on: typer ends it without a word
            raise
        except Exception as error:  # a fault of ours, too, is no reason to lose the rest
            if sys.flags.dev_mode:
                raise
            complain(f"{self.command}: {item.path}", describe(error, item.path))
            return False
        return True

    def _write(self, stem: str, outputs: Outputs, read: frozenset[str]) -> None:
        for suffix, content in outputs.items():
            if self.place is None:
                write_stdout(content, suffix)
            else:
                write_result(self.place if self.is_file else self.place / f"{stem}{suffix}", content, read)


@dataclass(frozen=True)
class _Done:
    """The state of a batch: the files that it reads, and the stems of those it has results of."""

    read: frozenset[str]
    stems: set[str] = field(default_factory=set)
