"""The guide shows the output that each tool prints."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from docs.scripts.transcripts import agrees, run, transcripts

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "use-one-tool.md"
STALE = "python -m docs.scripts.transcripts docs/guides/use-one-tool.md writes the guide anew"
# Their output changes with weights that are trained now and then, and with the shipped papers; the script follows it.
CHANGING = ("diagramloop extract ", "diagramloop papers ")
SHOWN = [one for one in transcripts(GUIDE.read_text("utf-8")) if not one.command.startswith(CHANGING)]


def test_commands_print_what_is_shown(tmp_path: Path) -> None:
    """In one test and in order: one command leaves what the next one reads."""
    assert SHOWN
    stale = [one.command for one in SHOWN if not agrees(one.output, run(one.command, tmp_path))]
    assert not stale, STALE


def test_python_of_the_guide_gives_what_is_shown(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    failed, attempted = doctest.testfile(str(GUIDE), module_relative=False, encoding="utf-8")
    assert attempted
    assert not failed


def test_left_out_lines_agree_with_any() -> None:
    assert agrees("a\n...\nd [1]", "a\nb\nc\nd [1]")
    assert not agrees("a\n...\nd", "a\nb\nc")
