"""Who knows DVC finds the board, its history and experiments by DVC's own commands."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipelines.project import Project, load_yaml
from pipelines.refresh import refresh
from tests.committed import commit

TITLE = "artifacts/leaderboard/scores/title.json"


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


@pytest.mark.long
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


def said(project: Project, *line: str) -> str:
    """The output of a command of DVC that ends well."""
    ended = dvc(project, *line)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.long
def test_a_stage_is_made_alone_and_status_and_dag_tell_of_all(made: Project) -> None:
    assert "up to date" in said(made, "status")
    (made.root / "words" / "new.txt").write_text("new")
    assert set(answer(made, "status")) == {"data.dvc"}
    said(made, "repro", "words")
    assert set(answer(made, "status")) == {"changed"}
    said(made, "repro", "changed")
    assert len(list((made.root / "artifacts/changed").rglob("report.json"))) == 2
    nodes = set(re.findall(r'\["(.+?)"\]', said(made, "dag", "--md")))
    assert nodes == {"code", "data.dvc", "words", "changed", "leaderboard"}
    drawn_stages = said(made, "dag", "changed")
    assert "| changed |" in drawn_stages
    assert "leaderboard" not in drawn_stages


@pytest.mark.long
def test_parameters_and_plots_tell_a_committed_board_from_another_experiment(made: Project) -> None:
    refresh(made, ["changer=[title,swapcase]"])
    changed = answer(made, "params", "diff")["params.yaml"]
    assert changed["changers.swapcase.how"] == {"old": None, "new": "swapcase"}
    assert changed["changers.upper.how"] == {"old": "upper", "new": None}
    points = {point["system"] for point in drawn(answer(made, "plots", "show"))}
    assert points == {"title", "swapcase"}
    assert "up to date" in said(made, "status")
    said(made, "exp", "save", "--name", "other")
    said(made, "exp", "show", "--json")
    assert "other" in said(made, "exp", "list", "--name-only")
    refresh(made, [])
    assert "up to date" in said(made, "status")
    scores = answer(made, "metrics", "diff", "other")
    assert scores["artifacts/leaderboard/scores/upper.json"]["done"] == {"old": None, "new": 8.0}


def test_a_choice_of_systems_is_no_value_of_an_experiment_of_dvc(made: Project) -> None:
    lock = made.lock_file.read_text()
    ended = dvc(made, "exp", "run", "--set-param", "changer=[upper]")
    assert ended.returncode != 0
    assert "Could not override 'changer'" in ended.stderr
    assert made.lock_file.read_text() == lock


def clone_of(project: Project, folder: Path) -> Project:
    subprocess.run(["git", "clone", "--quiet", str(project.root), str(folder)], check=True)
    return Project(folder)


@pytest.mark.long
def test_what_is_made_goes_to_a_remote_and_comes_from_it(made: Project, tmp_path: Path) -> None:
    said(made, "remote", "add", "--default", "shared", str(tmp_path / "remote"))
    refresh(made, ["changer=[title,swapcase]"])
    commit(made)
    assert "pushed" in said(made, "push")
    clone = clone_of(made, tmp_path / "clone")
    said(clone, "pull")
    board = "artifacts/leaderboard/leaderboard.json"
    assert (clone.root / board).read_bytes() == (made.root / board).read_bytes()
    assert "up to date" in said(clone, "status")


@pytest.mark.long
def test_two_checkouts_share_a_cache(made: Project, tmp_path: Path) -> None:
    clone = clone_of(made, tmp_path / "clone")
    said(clone, "cache", "dir", str(made.root / ".dvc" / "cache"))
    said(clone, "checkout")
    assert "up to date" in said(clone, "status")
    before = sum(path.is_file() for path in (made.root / ".dvc" / "cache").rglob("*"))
    (clone.root / "conf/changer/title.yaml").write_text("# @package changers.title\nhow: lower\n")
    ended = subprocess.run(
        [sys.executable, "-m", "pipelines", "refresh"], cwd=clone.root, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert not (clone.root / ".dvc" / "cache").exists()
    assert sum(path.is_file() for path in (made.root / ".dvc" / "cache").rglob("*")) > before
    assert "up to date" in said(made, "status")


@pytest.mark.long
def test_a_server_of_objects_is_a_remote(made: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dvc_s3", reason="pip install 'diagramloop[s3]'")
    server = pytest.importorskip("moto.server", reason="pip install 'moto[server,s3]'").ThreadedMotoServer(port=0)
    server.start()
    try:
        host, port = server.get_host_and_port()
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            monkeypatch.setenv(name, "test")
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
            monkeypatch.delenv(name, raising=False)
        address = f"http://{host}:{port}"
        import boto3

        boto3.client("s3", endpoint_url=address, region_name="us-east-1").create_bucket(Bucket="boards")
        said(made, "remote", "add", "--default", "objects", "s3://boards/diagramloop")
        said(made, "remote", "modify", "objects", "endpointurl", address)
        commit(made)
        assert "pushed" in said(made, "push")
        clone = clone_of(made, tmp_path / "clone")
        said(clone, "pull", "leaderboard")
        assert (clone.root / "artifacts/leaderboard/leaderboard.json").is_file()
    finally:
        server.stop()
