"""Uses of other packages' unpromised parts are in one module, and those packages' versions are bounded."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest
from dagster import AssetKey, DagsterInstance
from packaging.requirements import Requirement
from sqlalchemy import inspect

from pipelines.freshness import unsettle
from pipelines.private_doors.dagster_history import KeptEngines
from pipelines.project import Project
from pipelines.refresh import refresh

ROOT = Path(__file__).parents[2]
DOORS = ROOT / "pipelines" / "private_doors"
PRIVATE = re.compile(
    r"\b(?:dagster|mlflow|hydra|omegaconf)(?:\.\w+)*\._\w+"  # a module or name with an underscore
    r"|^\s*from (?:dagster|mlflow|hydra|omegaconf)\b.* import .*\b_\w+"
    r"|^\s*(?:from|import) dvc\b(?!\.api)"  # DVC promises its command line and this module
    r"|[\"']DVC_STAGE[\"']|[\"']rwlock[\"']",
    re.MULTILINE,
)


def sources() -> list[Path]:
    return [path for folder in ("diagramloop", "assets", "pipelines") for path in (ROOT / folder).rglob("*.py")]


def test_no_other_module_goes_through_a_private_door() -> None:
    assert {path for path in sources() if PRIVATE.search(path.read_text(encoding="utf-8"))} == set(DOORS.glob("*.py"))


def test_what_a_refresh_writes_of_its_history_dagster_itself_reads(refreshed: Project) -> None:
    toy = refreshed
    with DagsterInstance.from_config(os.environ["DAGSTER_HOME"]) as instance:
        (run,) = instance.get_runs()
        assert run.is_success
        (made,) = instance.fetch_materializations(AssetKey("changed"), limit=1).records
        assert made.run_id == run.run_id
        told = instance.all_logs(run.run_id)
    unsettle(toy)
    refresh(toy, [])
    with DagsterInstance.from_config(os.environ["DAGSTER_HOME"]) as instance:
        assert len(instance.get_runs()) == 2
        assert instance.all_logs(run.run_id) == told


def test_the_history_is_opened_once_and_closed_at_the_end(tmp_path: Path) -> None:
    history = KeptEngines(str(tmp_path))
    opened = set()
    for _ in range(3):
        with history.index_connection() as connection:
            opened.add(connection.connection.dbapi_connection)
    assert len(opened) == 1
    assert list(tmp_path.glob("index.db-wal"))
    history.dispose()
    assert not list(tmp_path.glob("*-wal"))


def test_a_file_of_the_history_that_could_not_be_made_is_made_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = KeptEngines(str(tmp_path))

    def full(*_: object) -> None:
        raise OSError("no space")

    with monkeypatch.context() as disk:
        disk.setattr(KeptEngines, "_initdb", full)
        with pytest.raises(OSError, match="no space"), history.run_connection("run"):
            pass
    with history.run_connection("run") as connection:
        assert inspect(connection).has_table("event_logs")
    history.dispose()


@pytest.mark.parametrize("name", ["dagster", "dagster-webserver", "dvc", "hydra-core", "mlflow", "omegaconf"])
def test_the_versions_are_bounded_and_the_pinned_one_is_among_them(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = [r for r in map(Requirement, project["optional-dependencies"]["pipeline"]) if r.name == name]
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line)
    assert any(bound.operator == "<" for bound in wanted.specifier)
    assert wanted.specifier.contains(pins[name], prereleases=True)
