"""Systems of modules beside the project: editing one makes what its system made anew, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from assets.machinery import Stage, StageReport, StageRun
from pipelines.dvc_yaml import dvc_yaml
from pipelines.own_modules import own_modules
from pipelines.plan import Plan, make_plan


def body(run: StageRun) -> StageReport:
    """Does nothing."""
    return StageReport(0, 0)


READ = Stage(
    "read", "g", body, matrix={"parser": "parsers"}, params=("parsers.{parser}.call", "parsers.{parser}.options")
)
PARSERS = {
    "shipped": {"call": "diagramloop.parse:parse", "options": {}},
    "mine": {"call": "mine:parse", "options": {"threshold": 0.5}},
    "role": {"call": "diagramloop.parse:parse", "options": {"agents": [{"make": "theirs.spotter:Spotter"}]}},
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path in ("mine.py", "theirs/spotter.py", "diagramloop/parse.py"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("one")
    return tmp_path


def planned(root: Path) -> Plan:
    return make_plan([READ], {"parsers": PARSERS}, root)


def test_a_step_stands_on_the_modules_of_its_own_systems(root: Path) -> None:
    assert [step.own for step in planned(root).steps] == [(), ("mine.py",), ("theirs",)]
    assert {"mine.py", "theirs"} <= set(yaml.safe_load(dvc_yaml(planned(root)))["stages"]["read"]["deps"])


@pytest.mark.parametrize(("edited", "step"), [("mine.py", "read@mine"), ("theirs/spotter.py", "read@role")])
def test_an_edit_is_seen_by_who_stands_on_it_alone(root: Path, edited: str, step: str) -> None:
    before = {one.name: one.code_hash(root) for one in planned(root).steps}
    (root / edited).write_text("two")
    after = {one.name: one.code_hash(root) for one in planned(root).steps}
    assert [name for name in before if before[name] != after[name]] == [step]


def test_what_names_no_module_of_the_project_adds_nothing(root: Path) -> None:
    others = ["installed:System", "http://mine:80/v1", "mine", "mine.py:not a name", 7, None]
    assert own_modules(root, {"parsers": others}, ["parsers", "absent"]) == ()
