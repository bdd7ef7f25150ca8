"""The executor, the pools and further attempts of Dagster's runs, by configuration."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import dagster as dg
import pytest

from pipelines.code_location import make_definitions, whole_definitions
from pipelines.compose import ConfigError
from pipelines.composition import write_composition
from pipelines.dagster_executor import KNOWN, executor_of
from pipelines.project import Project
from pipelines.refresh import refresh
from pipelines.turns import alone, turn_of_run


class Given(NamedTuple):
    """The part of Dagster's context that an executor of processes is made of."""

    executor_config: dict[str, object]


def test_a_wrong_name_and_a_wrong_option_are_told_with_what_is_possible(toy: Project) -> None:
    for name, options, told in (
        ("multiproces", {}, "did you mean 'multiprocess'"),
        ("nowhere_to_be_found:executor", {}, "pip install nowhere-to-be-found"),
        ("dagster:asset", {}, "is no executor of Dagster"),
        ("dagster:asse", {}, "dagster has no 'asse'"),
        ("multiprocess", {"max_concurent": 2}, "max_concurent"),
    ):
        with pytest.raises(ConfigError, match=told):
            executor_of(toy, {"name": name, "options": options})


@pytest.mark.parametrize("name", ["docker", "k8s", "ray"])
def test_an_executor_of_another_package_is_made_or_the_package_is_named(toy: Project, name: str) -> None:
    package = KNOWN[name].partition(":")[0]
    if importlib.util.find_spec(package):
        assert executor_of(toy, {"name": name, "options": {}}).name
    else:
        with pytest.raises(ConfigError, match=f"pip install {package.replace('_', '-')}"):
            executor_of(toy, {"name": name, "options": {}})


@pytest.mark.parametrize(
    ("options", "given", "most"),
    [({"max_concurrent": 2}, {}, 2), ({}, {"retries": {"enabled": {}}, "max_concurrent": 3}, 3)],
)
def test_the_executor_that_holds_the_turn_is_made_with_its_options(
    toy: Project, options: dict[str, int], given: dict[str, object], most: int
) -> None:
    holding = executor_of(toy, {"name": "multiprocess", "options": options})
    assert holding.executor_creation_fn
    mapped = holding.apply_config_mapping({"config": given} if given else {}).value or {}  # as Dagster does first
    made = holding.executor_creation_fn(Given(mapped.get("config", {})))  # type: ignore[arg-type]
    assert made._inner._max_concurrent == most  # type: ignore[attr-defined]
    assert made.retries == made._inner.retries  # type: ignore[attr-defined]


def test_processes_of_one_run_share_its_turn_and_others_do_not(toy: Project) -> None:
    entered = "from pipelines.project import Project; from pipelines.turns import alone, turn_of_run\nimport sys\n"
    entered += (
        "with turn_of_run(Project.find(), sys.argv[1], 'refresh'), alone(Project.find(), 'compose'): print('entered')"
    )
    with alone(toy, "the run of a test", "this run"), turn_of_run(toy, "this run", "refresh"):
        part = subprocess.run(
            [sys.executable, "-c", entered, "this run"], capture_output=True, text=True, timeout=60, check=True
        )
        assert part.stdout == "entered\n"
        with pytest.raises(subprocess.TimeoutExpired) as waiting:
            subprocess.run([sys.executable, "-c", entered, "another"], capture_output=True, timeout=5, check=False)
    assert b"waiting for 'the run of a test'" in (waiting.value.stderr or b"")


def pools(definitions: dg.Definitions) -> dict[str, str | None]:
    return {asset.key.to_user_string(): asset.op.pool for asset in definitions.assets or ()}


def test_stages_of_a_pool_take_from_it_but_in_a_terminal_where_a_killed_one_would_keep_it(toy: Project) -> None:
    on_the_page = make_definitions(toy)
    assert pools(on_the_page)["changed"] == "endpoint"
    assert pools(on_the_page)["words"] is None
    whole = on_the_page.resolve_job_def("refresh")
    assert whole.graph.node_named("changed").definition.pool == "endpoint"
    assert set(pools(whole_definitions(toy)).values()) == {None}


@pytest.mark.long
def test_a_run_that_nobody_waits_for_tries_failed_items_again_and_a_terminal_does_not(toy: Project, log: Path) -> None:
    write_composition(toy, ["changer=[upper]", "dagster_retries.times=2"])
    (toy.root / "DOWN").write_text("03")
    refresh(toy, ["changer=[upper]", "dagster_retries.times=2"])
    assert log.read_text().split("\n").count("upper 03") == 1
    job = make_definitions(toy).resolve_job_def("refresh")
    with dg.DagsterInstance.ephemeral() as instance:
        run = job.execute_in_process(instance=instance, raise_on_error=False)
    assert log.read_text().split("\n").count("upper 03") == 4
    assert {check.check_name for check in run.get_asset_check_evaluations() if not check.passed} == {"nothing_failed"}


@pytest.mark.long
def test_a_run_whose_steps_are_processes_ends_in_the_lock_of_a_refresh(toy: Project) -> None:
    chosen = ["dagster_executor.name=multiprocess", "dagster_executor.options={max_concurrent: 2}"]
    write_composition(toy, chosen)
    program = str(Path(sys.executable).with_name("dagster"))
    command = [program, "job", "execute", "-m", "pipelines.definitions", "-j", "refresh"]
    ended = subprocess.run(command, cwd=toy.root, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    for step in ("configuration", "words", "changed", "leaderboard"):
        assert f'Executing step "{step}" in subprocess' in ended.stderr
    by_processes = toy.lock_file.read_text()
    refresh(toy, chosen)
    assert toy.lock_file.read_text() == by_processes
