"""Refreshes that find nothing to do, and those that must not think so."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from dagster import DagsterInstance

from pipelines.project import Project
from pipelines.refresh import refresh

UP_TO_DATE = "every step is up to date"


def runs() -> int:
    with DagsterInstance.from_config(os.environ["DAGSTER_HOME"]) as instance:
        return len(instance.get_runs())


@pytest.mark.long
def test_a_refresh_that_finds_nothing_to_do_says_so_and_does_not_start_dagster(
    toy: Project, capfd: pytest.CaptureFixture[str]
) -> None:
    refresh(toy, [])
    lock, database = toy.lock_file.read_bytes(), toy.mlflow_file.stat().st_mtime_ns
    capfd.readouterr()
    refresh(toy, [])
    assert capfd.readouterr().out.splitlines() == [UP_TO_DATE]
    assert (toy.lock_file.read_bytes(), toy.mlflow_file.stat().st_mtime_ns) == (lock, database)
    assert runs() == 1


def spoil_a_result(toy: Project) -> None:
    made = next((toy.root / "artifacts" / "words").rglob("*.parquet"))
    made.unlink()
    made.write_text("{}")


def forget_a_lock(toy: Project) -> None:
    toy.lock_file.unlink()


def change_code(toy: Project) -> None:
    stages = toy.root / "toy_stages.py"
    stages.write_text(stages.read_text() + "\nNEW = 1\n")


def lose_figures(toy: Project) -> None:
    toy.mlflow_file.write_bytes(b"no database")


def edit_the_plan(toy: Project) -> None:
    toy.dvc_file.write_text(toy.dvc_file.read_text() + "\n# mine\n")


@pytest.mark.long
@pytest.mark.parametrize("change", [spoil_a_result, forget_a_lock, change_code, lose_figures, edit_the_plan])
def test_any_change_is_looked_at(
    refreshed: Project, capfd: pytest.CaptureFixture[str], change: Callable[[Project], None]
) -> None:
    change(refreshed)
    capfd.readouterr()
    refresh(refreshed, [])
    assert UP_TO_DATE not in capfd.readouterr().out
    assert runs() == 2


@pytest.mark.long
def test_a_refresh_that_complained_complains_again(toy: Project, capfd: pytest.CaptureFixture[str]) -> None:
    toy.mlflow_file.write_bytes(b"no database")
    for _ in range(2):
        refresh(toy, [])
        assert "mlflow_runs: recorded does not hold" in capfd.readouterr().err
