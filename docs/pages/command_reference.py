"""The body of reference/cli.md: what the commands say of themselves, as Typer writes it down."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = "reference/cli.md"
PROGRAMS = {"diagramloop": "diagramloop.doors.cli._app", "python -m pipelines": "pipelines.__main__"}
"""Module of each program by the words that start it."""

_ROOT = Path(__file__).parents[2]
_HEADING = re.compile(r"^#+(?= `)", re.MULTILINE)


def completed(markdown: str) -> str:
    """Adds the commands to the page's own text."""
    return "\n\n".join([markdown, *map(_documented, PROGRAMS)])


def _documented(program: str) -> str:
    """A program's commands; its headings one level down, for the page has one of its own."""
    command = [sys.executable, "-m", "typer", PROGRAMS[program], "utils", "docs", "--name", program]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, encoding="utf-8", check=True)  # noqa: S603 - fixed words
    return _HEADING.sub(lambda found: f"#{found[0]}", done.stdout)
