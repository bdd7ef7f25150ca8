"""Runs the commands that a guide shows and writes their output below them.

Usage: python -m docs.scripts.transcripts docs/guides/use-one-tool.md

A transcript is a fenced block ``console``; lines that begin with ``$`` are commands for bash, what follows is their
output, standard error included. All commands of a guide run in one folder, in which ``diagramloop/corpus`` is the
shipped one. A guide may show less than all: a line ``...`` stands for any number of lines.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import typer

from diagramloop.evaluation.data_sets import shipped_corpus

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHELL = 'diagramloop() { "$PYTHON" -c "from diagramloop.doors.cli import main; main()" "$@"; }\n'
_WIDTH = 100  # columns


@dataclass(frozen=True)
class Shown:
    """One command of a guide, and the output it shows."""

    command: str
    output: str


def transcripts(guide: str) -> Iterator[Shown]:
    """The commands of a guide, in order."""
    for block in _BLOCK.finditer(guide):
        yield from _commands(block[1])


def _commands(block: str) -> Iterator[Shown]:
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield Shown(command, output.strip("\n"))


def run(command: str, folder: Path) -> str:
    """Return the output of a command in ``folder``, without trailing white space."""
    corpus = folder / "diagramloop" / "corpus"  # as from the root of a checkout
    if not corpus.exists():
        corpus.parent.mkdir(exist_ok=True)
        corpus.symlink_to(shipped_corpus(), target_is_directory=True)
    environment = os.environ | {"PYTHON": sys.executable, "PYTHONPATH": str(ROOT), "COLUMNS": str(_WIDTH)}
    done = subprocess.run(
        ["bash", "-c", _SHELL + command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()).strip("\n")


def agrees(shown: str, printed: str) -> bool:
    """True if an output is the one that a guide shows, in which a line ``...`` stands for any lines."""
    pattern = re.sub(r"([\[*?])", r"[\1]", shown)
    return fnmatchcase(printed, re.sub(r"^\.\.\.$", "*", pattern, flags=re.MULTILINE))


def rewritten(guide: str, folder: Path) -> str:
    """The guide with the output of each command as it is now; where ``...`` covers the difference it stays."""

    def block(found: re.Match[str]) -> str:
        lines = []
        for shown in _commands(found[1]):
            printed = run(shown.command, folder)
            lines += [f"$ {shown.command}", shown.output if agrees(shown.output, printed) else printed]
        return "\n".join(["```console", *filter(None, lines), "```"])

    return _BLOCK.sub(block, guide)


def main(guides: list[str]) -> None:
    """Print what the module says."""
    for name in guides:
        with tempfile.TemporaryDirectory() as scratch:
            Path(name).write_text(rewritten(Path(name).read_text("utf-8"), Path(scratch)), "utf-8")


if __name__ == "__main__":
    typer.run(main)
