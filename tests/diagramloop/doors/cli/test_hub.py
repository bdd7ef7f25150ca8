"""The commands of the Hub, and results in its form."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.diagramloop.doors.cli.command import run

pytest.importorskip("datasets", reason="the extra hub is not installed")


def test_a_data_set_goes_out_and_is_read(tmp_path: Path) -> None:
    done = run("hub", "export", "corpus", "--limit", "1", "--style", "", "--out", str(tmp_path / "out"))
    assert done.exit_code == 0, done.stderr
    assert "licence CC-BY-4.0" in done.stdout
    again = run("hub", "export", "corpus", "--limit", "1", "--out", str(tmp_path / "out"))
    assert again.exit_code == 1
    assert "has files in it" in again.stderr
    scored = run("run", "answer", "--system", "gold", "--data", f"hub={tmp_path / 'out'}", "-m", "answer/exact")
    assert "hub/graph" in scored.stdout
    assert "1.0000" in scored.stdout


def test_a_view_that_there_is_not_is_told() -> None:
    done = run("run", "answer", "--system", "solver", "--limit", "1", "--view", "sound")
    assert done.exit_code == 1
    assert "there are graph and pixels" in done.stderr


def test_a_row_becomes_a_model_index(tmp_path: Path) -> None:
    row = tmp_path / "row.json"
    assert run("run", "answer", "--system", "solver", "--limit", "1", "--out", str(row)).exit_code == 0
    (model,) = yaml.safe_load(run("results", str(row), "--format", "model-index").stdout)["model-index"]
    assert model["name"] == "solver"
    assert {metric["type"] for metric in model["results"][0]["metrics"]} == {
        "answer/exact",
        "answer/lenient",
        "answer/f1",
    }
