"""The guides show the output that each command prints."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from docs.scripts.transcripts import agrees, run, transcripts

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
LONG = ("build-a-benchmark.md", "into-your-editor.md", "diagrams-out-of-documents.md")
# Their output changes with weights that are trained now and then, and with the shipped papers; the script follows it.
CHANGING = ("diagramloop extract ", "diagramloop papers ")


@pytest.mark.parametrize("guide", ["use-one-tool.md", *(pytest.param(guide, marks=pytest.mark.long) for guide in LONG)])
def test_commands_print_what_is_shown(guide: str, tmp_path: Path) -> None:
    """In one test and in order: one command leaves what the next one reads."""
    every = transcripts((GUIDES / guide).read_text("utf-8"))
    shown = [one for one in every if not one.command.startswith(CHANGING)]
    assert shown
    stale = [one.command for one in shown if not agrees(one.output, run(one.command, tmp_path))]
    assert not stale, f"python -m docs.scripts.transcripts docs/guides/{guide} writes the guide anew"


def test_python_of_the_guide_gives_what_is_shown(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    failed, attempted = doctest.testfile(str(GUIDES / "use-one-tool.md"), module_relative=False, encoding="utf-8")
    assert attempted
    assert not failed


def test_left_out_lines_agree_with_any() -> None:
    assert agrees("a\n...\nd [1]", "a\nb\nc\nd [1]")
    assert not agrees("a\n...\nd", "a\nb\nc")
