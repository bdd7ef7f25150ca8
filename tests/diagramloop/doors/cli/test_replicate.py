"""``diagramloop replicate`` judges the papers' claims and sets ours beside their tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.evaluation.heard import Party, RoleAnswers
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.models.answers import AnswerCounts
from diagramloop.report import write_rows
from tests.diagramloop.doors.cli.command import run

ANSWERS = (RoleAnswers("agent", Party.SYSTEM, AnswerCounts(100, 75, 0, 25, 0, 100)),)
PAPERS = ("sciflow-bench", "diagrameval", "follow-the-flow", "floca", "text2flow")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    seen = LeaderboardRow(
        "attribution", "flowexplainbench/pixels", "mine", "attribution/f1", 0.5, 0.45, 0.56, 9, items=619, scored=619,
        seen=619, asked=619, unread=0.25, answers=ANSWERS, detectable=0.0625,
    )  # fmt: skip
    path = tmp_path / "board.json"
    path.write_text(write_rows([seen]))
    return path


@pytest.mark.parametrize("paper", PAPERS)
def test_a_paper_fits_a_terminal(paper: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    made = run("replicate", paper)
    assert made.exit_code == 0
    assert max(map(len, made.stdout.splitlines())) <= 100
    assert "holds" in made.stdout
    assert "needs data" in made.stdout


def test_ours_stand_beside_with_interval_detectable_difference_and_why_not(board: Path) -> None:
    printed = " ".join(run("replicate", "follow-the-flow", "--board", board).stdout.split())
    assert "needs a model: flow_path_agent" in printed
    assert "needs data: flowexplainbench" not in printed
    (paper,) = json.loads(run("replicate", "follow-the-flow", "--board", board, "--json").stdout)
    here = {table["name"]: table["here"] for table in paper["tables"]}["ftf-2"]
    assert [(ours["system"], ours["column"]) for ours in here] == [("mine", "F1")]
    assert here[0]["readings"][0]["detectable"] == 0.0625
    assert "1238 items there" in here[0]["refused"]


def test_pages_are_of_a_paper_or_of_what_was_found_in_all(board: Path, tmp_path: Path) -> None:
    page, findings = tmp_path / "page.md", tmp_path / "findings.md"
    assert run("replicate", "follow-the-flow", "-b", board, "-o", page).stdout == ""
    assert "| mine | flowexplainbench/pixels | F1 | 0.500 ±0.055 | - | 0.500 ±0.055 | 0.062 |" in (page.read_text())
    assert "619 of 619 items in its training; 25 % of answers unread" in page.read_text()
    assert "| FlowPathAgent | 77.19 | 77.21 | 77.20 |" in page.read_text()
    run("replicate", "all", "-o", findings)
    text = findings.read_text()
    assert text.index("## Contradicted") < text.index("## Cannot be told") < text.index("## Holds")
    for name in ("SciFlow-Bench", "DiagramEval", "Follow the Flow", "FloCA", "text2flow"):
        assert f"| {name} |" in text


def test_what_is_not_there_is_said_in_a_line(tmp_path: Path) -> None:
    unknown = run("replicate", "gpt")
    assert (unknown.exit_code, unknown.stdout) == (1, "")
    assert "no paper 'gpt'; there are sciflow-bench" in unknown.stderr
    missing = run("replicate", "floca", "--board", tmp_path / "none.json")
    assert missing.exit_code == 1
    assert len(missing.stderr.splitlines()) == 1
