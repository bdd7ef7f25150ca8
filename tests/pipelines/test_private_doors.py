"""Uses of other packages' unpromised parts are in one module, and those packages' versions are bounded."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest
from dagster import AssetKey, DagsterInstance
from packaging.requirements import Requirement

from pipelines.project import Project
from pipelines.refresh import refresh

ROOT = Path(__file__).parents[2]
DOORS = ROOT / "pipelines" / "private_doors"
PRIVATE = re.compile(
    r"\b(?:dagster|mlflow|hydra|omegaconf)(?:\.\w+)*\._\w+"  # a module or name with an underscore
    r"|^\s*from (?:dagster|mlflow|hydra|omegaconf)\b.* import .*\b_\w+"
    r"|^\s*(?:from|import) dvc\b(?!\.api)"  # DVC promises its command line and this module
    r"|\b_wait_for_lock\b|[\"']DVC_STAGE[\"']|[\"']rwlock[\"']",
    re.MULTILINE,
)


def sources() -> list[Path]:
    return [path for folder in ("diagramloop", "assets", "pipelines") for path in (ROOT / folder).rglob("*.py")]


def test_no_other_module_goes_through_a_private_door() -> None:
    assert {path for path in sources() if PRIVATE.search(path.read_text(encoding="utf-8"))} == set(DOORS.glob("*.py"))


def test_what_a_refresh_writes_of_its_history_dagster_itself_reads(toy: Project) -> None:
    refresh(toy, [])
    with DagsterInstance.from_config(os.environ["DAGSTER_HOME"]) as instance:
        (run,) = instance.get_runs()
        assert run.is_success
        (made,) = instance.fetch_materializations(AssetKey("changed"), limit=1).records
        assert made.run_id == run.run_id
        told = instance.all_logs(run.run_id)
    refresh(toy, [])
    with DagsterInstance.from_config(os.environ["DAGSTER_HOME"]) as instance:
        assert len(instance.get_runs()) == 2
        assert instance.all_logs(run.run_id) == told


@pytest.mark.parametrize("name", ["dagster", "dagster-webserver", "dvc", "hydra-core", "mlflow", "omegaconf"])
def test_the_versions_are_bounded_and_the_pinned_one_is_among_them(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = [r for r in map(Requirement, project["optional-dependencies"]["pipeline"]) if r.name == name]
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line)
    assert any(bound.operator == "<" for bound in wanted.specifier)
    assert wanted.specifier.contains(pins[name], prereleases=True)
