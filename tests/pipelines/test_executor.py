"""The executor is chosen by a word, wrong ones are told before anything runs, and no byte knows which it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assets.machinery import LocalWorkers
from assets.machinery.on_ray.settings import ClusterError
from assets.machinery.on_ray.workers import RayWorkers
from pipelines.compose import ConfigError, compose
from pipelines.composition import write_composition
from pipelines.executor import check_executor, workers_of
from pipelines.project import Project
from pipelines.repro import reproduce
from pipelines.runner import run

ROOT = Path(__file__).parents[2]


def test_a_word_chooses_who_works(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("OPENAI_API_KEY", "k-1")
    monkeypatch.setenv("OTHER_KEY", "k-2")
    project = Project(ROOT)
    local = workers_of(project, compose(project, ["executor.workers=3"]))
    assert isinstance(local, LocalWorkers)
    assert local.count == 3
    words = ["executor=ray", "executor.address=head:6379", "executor.endpoint_calls=2", "executor.in_flight_mib=1"]
    there = workers_of(project, compose(project, words))
    assert isinstance(there, RayWorkers)
    settings = there.settings
    assert (settings.address, settings.calls_at_once, settings.in_flight_bytes) == ("head:6379", 2, 2**20)
    assert settings.environment == {"OPENAI_API_KEY": "k-1"}  # what the configuration names, and no other's key
    assert "k-1" not in repr(settings)


@pytest.mark.parametrize(
    ("overrides", "told"),
    [
        (["executor.kind=rai"], "no executor 'rai'.*there are local, ray"),
        (["executor.address=head:6379"], "is for executor=ray"),
        (["executor=ray", "executor.address=ray://head:10001"], "Ray client"),
    ],
)
def test_a_mistake_is_told(overrides: list[str], told: str) -> None:
    pytest.importorskip("ray")
    with pytest.raises((ConfigError, ClusterError), match=told):
        check_executor(compose(Project(ROOT), overrides))


def test_where_ray_is_not_installed_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipelines.executor.find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r"install diagramloop\[ray\]"):
        check_executor(compose(Project(ROOT), ["executor=ray"]))


def written(project: Project, overrides: list[str]) -> dict[str, bytes]:
    """Every file of the artifacts."""
    write_composition(project, overrides)
    reproduce(project, ["data.dvc"])
    for stage in ("words", "changed", "leaderboard"):
        assert not run(project, stage, lambda *_: None)
    root = project.root / "artifacts"
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.mark.long
def test_three_nodes_make_the_bytes_of_one_machine(toy: Project) -> None:
    pytest.importorskip("ray")
    from ray_cluster import nodes_on_this_machine

    here = written(toy, ["changer=[upper,title,swapcase]"])
    for store in (toy.state / "items").glob("*"):
        store.unlink()
    with nodes_on_this_machine(3) as cluster:
        words: list[Any] = ["changer=[upper,title,swapcase]", "executor=ray", f"executor.address={cluster.address}"]
        assert written(toy, words) == here
