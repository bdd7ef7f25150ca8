"""``diagramloop diff``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.diagramloop.doors.cli.command import CHART, run


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    path = tmp_path / "chart.mmd"
    path.write_text(CHART)
    return path


def test_two_formats_of_one_chart_do_not_differ(chart: Path, tmp_path: Path) -> None:
    assert run("convert", chart, "-o", tmp_path / "chart.drawio").exit_code == 0
    result = run("diff", chart, tmp_path / "chart.drawio")
    assert (result.exit_code, result.stdout) == (0, "no difference\n")


def test_changes_are_told_drawn_and_an_exit_code(chart: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.mmd"
    other.write_text(CHART.replace("Go", "Wait a minute"))
    drawing = tmp_path / "both.svg"
    result = run("diff", chart, other, "--draw", drawing)
    assert result.exit_code == 3
    assert result.stdout == 'renamed node "Go" is now "Wait a minute"\n1 renamed\n'
    assert "#bf8700" in drawing.read_text()
    told = json.loads(run("diff", chart, other, "--json").stdout)
    assert told == [{"way": "renamed", "element": "node", "before": '"Go"', "after": '"Wait a minute"'}]


def test_what_cannot_be_read_or_written_is_told_in_a_line(chart: Path, tmp_path: Path) -> None:
    missing = run("diff", chart, tmp_path / "nowhere.mmd")
    assert missing.exit_code == 1
    assert missing.stderr.count("\n") == 1
    assert run("diff", chart, chart, "--draw", tmp_path / "both.xyz").exit_code == 2
