"""The commands that Dagster's users know work in a checkout, and its daemon refreshes by the schedule."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from dagster_page import Page, webserver

from pipelines.composition import write_composition
from pipelines.project import Project
from tests.patience import wait_until

ROOT = Path(__file__).parents[2]
TICKS = """{ runsOrError { ... on Runs { results { status tags { key value } assetMaterializations {
  assetKey { path } metadataEntries { label ... on TextMetadataEntry { text } } } } } } }"""


def run(folder: Path, program: str, *arguments: str) -> tuple[str, str]:
    """The output and the errors of a program of this environment."""
    command = [str(Path(sys.executable).with_name(program)), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_definitions_are_valid(toy: Project) -> None:
    shutil.copyfile(ROOT / "pyproject.toml", toy.root / "pyproject.toml")
    said = "".join(run(toy.root, "dagster", "definitions", "validate"))
    assert "Validation successful for code location diagramloop" in said
    assert "BetaWarning" not in said


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("dagster_dg_cli") is None, reason="pip install dagster-dg-cli")
def test_dg_lists_them() -> None:
    listed = json.loads(run(ROOT, "dg", "list", "defs", "--json")[0])
    kinds = {asset["asset_key"]: asset["kinds"] for asset in listed["assets"]}
    assert set(kinds) >= {"charts", "parsed_figures", "leaderboard"}
    assert sorted(kinds["charts"]) == ["dvc", "python"]


def scheduled(page: Page) -> list[dict[str, str]]:
    """Of each asset what each finished run of the schedule made anew, the first run first."""
    runs = page.ask(TICKS)["runsOrError"]["results"]
    done = [run for run in runs if run["status"] == "SUCCESS" and "dagster/schedule_name" in str(run["tags"])]
    return [
        {
            made["assetKey"]["path"][0]: entry["text"]
            for made in run["assetMaterializations"]
            for entry in made["metadataEntries"]
            if entry["label"] == "ran"
        }
        for run in reversed(done)
    ]


@pytest.mark.long
def test_the_daemon_refreshes_by_the_minute_and_the_second_time_nothing_is_made(toy: Project) -> None:
    write_composition(toy, ["schedule.running=true", 'schedule.cron="* * * * *"'])
    with webserver(toy) as page:
        wait_until(lambda: len(scheduled(page)) >= 2, seconds=300)
        first, second, *_ = scheduled(page)
    assert "changed@" in first["changed"]
    assert set(second.values()) == {"nothing: up to date"}
