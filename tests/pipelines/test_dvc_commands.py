"""Who knows DVC finds the board, its history and experiments by DVC's own commands."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipelines.project import Project, load_yaml
from pipelines.refresh import refresh

TITLE = "artifacts/leaderboard/scores/title.json"


def commit(project: Project) -> None:
    (project.root / ".gitignore").write_text("/artifacts\n/data\n/.diagramloop\n__pycache__\n")
    name = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for line in (["add", "--all"], [*name, "commit", "--quiet", "--message", "as it is"]):
        subprocess.run(["git", *line], cwd=project.root, check=True)


@pytest.fixture
def made(refreshed: Project) -> Project:
    """The toy project with its board made and committed."""
    commit(refreshed)
    return refreshed


def dvc(project: Project, *line: str) -> subprocess.CompletedProcess[str]:
    program = str(Path(sys.executable).with_name("dvc"))
    return subprocess.run([program, *line], cwd=project.root, capture_output=True, text=True)


def answer(project: Project, *line: str) -> Any:
    return json.loads(dvc(project, *line, "--json").stdout)


def drawn(node: Any) -> Iterator[dict[str, Any]]:
    """The points anywhere in DVC's answer, each with the version it is of."""
    if isinstance(node, dict) and {"rev", "system"} <= node.keys():
        yield node
    elif isinstance(node, dict | list):
        for one in node.values() if isinstance(node, dict) else node:
            yield from drawn(one)


def test_metrics_and_plots_show_the_board_and_how_it_differs_from_the_last_commit(made: Project) -> None:
    before = answer(made, "metrics", "show")[""]["data"][TITLE]["data"]["done"]
    (made.root / "words" / "new.txt").write_text("new")
    refresh(made, [])
    change = answer(made, "metrics", "diff")[TITLE]["done"]
    assert change == {"old": before, "new": before + 1, "diff": 1.0}
    points = drawn(answer(made, "plots", "diff", "HEAD"))
    values = {(point["rev"], point["system"]): float(point["value"]) for point in points}
    assert values["HEAD", "title"] == before
    assert values["workspace", "title"] == before + 1


def test_an_experiment_of_dvc_sets_a_value(made: Project) -> None:
    assert dvc(made, "exp", "run", "--set-param", "changers.title.how=lower").returncode == 0
    assert load_yaml(made.lock_file)["stages"]["changed"]["params"]["params.yaml"]["changers.title"] == {"how": "lower"}


def test_an_experiment_of_dvc_that_chooses_other_steps_is_told_what_to_use(
    made: Project,
) -> None:
    lock = made.lock_file.read_text()
    ended = dvc(made, "exp", "run", "--set-param", "+changers.lower.how=lower")
    assert ended.returncode != 0
    assert "chosen by `python -m pipelines refresh --in DIR NAME=VALUE ...`" in ended.stderr
    assert made.lock_file.read_text() == lock
