"""Many files in, one result each: the rules that all commands share.

One input goes to standard output unless ``-o`` names a file or a folder; several inputs need ``-o DIR``, and each
output keeps its input's stem, and the name of its page where all are asked for. A folder among the inputs stands for
the files in it that the command reads. A file that fails is reported on standard error and does not stop the rest; the
exit code is then 1. What is lost of a file is told likewise; with ``--strict`` the exit code is then 3.
"""

from __future__ import annotations

import stat
import sys
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Protocol, TypeVar

import typer

from diagramloop.by_name import meant
from diagramloop.doors.cli._complaints import complain, describe, one_line_errors
from diagramloop.doors.cli._gate import DOUBTFUL, FOLDER, Gate, Outcome, Passed, with_progress
from diagramloop.doors.cli._results import real_paths, write_result, write_stdout
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph.account import ALL
from diagramloop.graph.formats import format_named, suffix_of, suffixes

STDIN = Path("-")
MAX_INPUT_BYTES = 100_000_000  # of a picture; what a parser takes of it is mostly far less
MAX_TEXT_BYTES = 10_000_000  # no format takes more than 2,000,000 characters
MOST_OF_NAME = 60  # characters of a page's name in that of a file, of 4 bytes at most; names of files have 255 bytes
LOSSY = 3  # exit code

OutputFolder = Annotated[Path | None, typer.Option("-o", "--output", help="Folder for the results.", metavar="DIR")]
OutputPlace = Annotated[
    Path | None,
    typer.Option(*("-o", "--output"), help="Folder for the results, or the file of a single one.", metavar="FILE|DIR"),
]
PageOption = Annotated[
    str | None,
    typer.Option(
        "--page",
        help="Of a file with several: its number or name, or all, each into a file of its own (STEM-NAME.SUFFIX). "
        "Else the main one; of a PDF file one is to be named.",
        metavar="N|NAME|all",
    ),
]
StrictOption = Annotated[
    bool,
    typer.Option(
        "--strict",
        help=f"Exit code {LOSSY} if anything was left out or dropped, when all files are done; 1 if one failed.",
    ),
]


@dataclass(frozen=True)
class Input:
    """One file to work on; ``path`` is ``-`` for standard input."""

    path: Path

    @property
    def name(self) -> str:
        """Of the file; standard input has none."""
        return "" if self.path == STDIN else self.path.name

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


class HasLabel(Protocol):
    """One page of a file."""

    @property
    def label(self) -> str:
        """Its name, or its number where it has none."""
        ...


Paged = TypeVar("Paged", bound=HasLabel)
Outputs = dict[str, bytes]  # file suffix, such as ".png" or "-Order.png", to content


def parts_of_names(labels: Sequence[str]) -> list[str]:
    """Parts of file names for the pages of a file, no two alike, also where case does not count.

    Args:
        labels: their names, or numbers; the only page of a file that has but a number needs no part.
    """
    if len(labels) == 1 and labels[0].isdecimal():
        return [""]
    parts: list[str] = []
    taken: set[str] = set()
    for number, label in enumerate(labels, 1):
        part = _plain(label) or str(number)
        while part.casefold() in taken:
            part = f"{part}-{number}"
        taken.add(part.casefold())
        parts.append(f"-{part}")
    return parts


def _plain(label: str) -> str:
    """The letters and figures of a name, of whatever script; a dot might begin another suffix."""
    signs = []
    for sign in unicodedata.normalize("NFC", label[:MOST_OF_NAME])[:MOST_OF_NAME]:
        is_plain = sign.isalnum() or sign == "_" or unicodedata.category(sign).startswith("M")
        signs.append(sign if is_plain else "-")
    return "-".join(filter(None, "".join(signs).split("-")))


def file_suffix(place: Path | None, written: frozenset[str]) -> str:
    """The suffix of the file that a place of results names; empty where it is a folder, that is there or to be made.

    Raises:
        BadParameter: a suffix of what is not written.
    """
    if place is None or place.is_dir() or not written:
        return ""
    suffix = suffix_of(place)
    if suffix in written:
        return suffix
    if not any(map(str.isalpha, suffix)):
        return ""
    only_read = suffix in suffixes() and format_named(suffix).write is None
    why = f"{suffix} files are only read" if only_read else f"no result is a {suffix} file{meant(suffix, written)}"
    raise typer.BadParameter(f"-o {place.name}: {why}; make it first if it is to be a folder")


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
        page: of each file that is asked for.
        strict: True where a loss has an exit code.
        gate: tells good files from doubtful and refused ones.
        lost: what was lost of each file.
        lossy: the files of which what was lost counts.
        estimates: F1 that the readings of each file are likely to have.
    """

    command: str
    place: Path | None
    gathers: bool = False
    suffixes: frozenset[str] = frozenset()
    page: str | None = None
    strict: bool = False
    gate: Gate = field(default_factory=Gate)
    lost: dict[Path, list[str]] = field(default_factory=dict)
    lossy: set[Path] = field(default_factory=set)
    estimates: dict[Path, float | None] = field(default_factory=dict)

    @property
    def is_file(self) -> bool:
        """True where the one result has a file of its own."""
        return bool(self.own_suffix)

    @property
    def own_suffix(self) -> str:
        """The suffix of the one file of results, or empty; raises as :func:`file_suffix`."""
        return file_suffix(self.place, self.suffixes)

    def parts(self, pages: Sequence[Paged]) -> list[tuple[str, Paged]]:
        """The pages of a file, each with its part of the results' names: none where one page is asked for."""
        names = parts_of_names([page.label for page in pages]) if self.page == ALL else [""]
        return list(zip(names, pages, strict=True))

    def lose(self, path: Path, what: str, counts: bool = True) -> None:
        """Tells in a line what is lost of a file; ``--strict`` passes over what does not count."""
        complain(f"{self.command}: {path}", what)
        if counts:
            self.lossy.add(path)
        self.lost.setdefault(path, []).append(what)

    def run(self, paths: Sequence[Path], work: Callable[[Input], Outputs], beside: Sequence[Path] = ()) -> None:
        """Work on every path; raises :class:`typer.Exit` with code 1 when any failed.

        Args:
            beside: further files that are read; no result is written over one of them, nor over one of ``paths``.
        """
        self._check(len(paths))
        if self.place is not None:
            with one_line_errors(self.command):
                (self.place.parent if self.is_file else self.place).mkdir(parents=True, exist_ok=True)
        done = _Done(real_paths(*paths, *beside))
        failures = [path for path in with_progress(paths) if not self._succeeds(Input(path), work, done)]
        self._close(len(paths), done)
        if failures:
            raise typer.Exit(1)
        if self.gate.any_doubtful:
            raise typer.Exit(DOUBTFUL)
        if self.strict and self.lossy:
            raise typer.Exit(LOSSY)

    def _close(self, files: int, done: _Done) -> None:
        """Tells the outcomes of all files, where there are several or somebody wants to know."""
        with one_line_errors(self.command):
            self.gate.write(done.read)
        if self.gate.asked or (files > 1 and not self.gathers):
            complain(self.command, self.gate.line)

    def _check(self, files: int) -> None:
        if (self.place is None or self.is_file) and files > 1 and not self.gathers:
            raise typer.BadParameter("several files need a folder for their results: add -o DIR")
        if self.place is None and self.page == ALL:
            raise typer.BadParameter(
                "--page all needs a place for its results: add -o DIR, or -o FILE for files beside it"
            )

    def _succeeds(self, item: Input, work: Callable[[Input], Outputs], done: _Done) -> bool:
        try:
            if item.stem in done.stems:
                raise DiagramloopError(f"its result would overwrite that of another file named {item.stem!r}")
            outputs = work(item)
            estimate = self.estimates.get(item.path)
            outcome = self.gate.outcome(estimate)
            results = self._write(item.stem, outputs, done, outcome)
            done.stems.add(item.stem)
            lost = tuple(self.lost.get(item.path, ()))
            self.gate.passed.append(Passed(str(item.path), outcome, estimate, lost=lost, results=results))
        except (BrokenPipeError, typer.Exit):  # nobody reads on: typer ends it without a word
            raise
        except Exception as error:  # a fault of ours, too, is no reason to lose the rest
            if sys.flags.dev_mode:
                raise
            complain(f"{self.command}: {item.path}", describe(error, item.path))
            self.gate.refuse(item.path, error)
            return False
        return True

    def _write(self, stem: str, outputs: Outputs, done: _Done, outcome: Outcome) -> tuple[str, ...]:
        """Writes the results; returns their paths."""
        place = self.place
        if place is not None and outcome is Outcome.DOUBTFUL and not self.is_file:
            place = place / FOLDER
            place.mkdir(exist_ok=True)
        paths = []
        for suffix, content in outputs.items():
            if place is None:
                write_stdout(content, suffix)
                continue
            path = self._path(place, stem, suffix)
            if path in done.results:
                raise DiagramloopError(f"its result would overwrite {path}, that of another file")
            write_result(path, content, done.read)
            done.results.add(path)
            paths.append(str(path))
        return tuple(paths)

    def _path(self, place: Path, stem: str, suffix: str) -> Path:
        if not self.is_file:
            return place / f"{stem}{suffix}"
        if self.page != ALL:
            return place
        return place.with_name(f"{Input(place).stem}{suffix}")


@dataclass(frozen=True)
class _Done:
    """The state of a batch: the files that it reads, the stems of those it has results of, and these."""

    read: frozenset[str]
    stems: set[str] = field(default_factory=set)
    results: set[Path] = field(default_factory=set)
