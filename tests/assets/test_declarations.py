"""The declared stages of the real registry: known configuration, up-to-date files."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelines.compose import compose
from pipelines.composition import check_composition, planned
from pipelines.plan import load_stages, make_plan
from pipelines.preflight import check_systems
from pipelines.project import Project, node

ROOT = Path(__file__).parents[2]
STAGES = load_stages(["assets"])
ENDS = {"build_benchmark": "built_benchmark@own"}  # where no system is measured
EXPERIMENTS = {path.stem for path in (ROOT / "conf" / "experiment").glob("*.yaml")} - {"nothing"}


def test_nothing_makes_nothing() -> None:
    assert make_plan(STAGES, compose(Project(ROOT), ["experiment=nothing"])).steps == ()


@pytest.mark.parametrize("experiment", sorted(EXPERIMENTS))
def test_every_experiment_can_start_and_the_parameters_of_its_steps_exist(experiment: str) -> None:
    params, plan = planned(Project(ROOT), [f"experiment={experiment}"])
    check_systems(Project(ROOT), params)
    assert ENDS.get(experiment, "leaderboard") in {step.name for step in plan.steps}
    for step in plan.steps:
        for name in step.params:
            node(params, name)


def test_the_committed_files_are_up_to_date() -> None:
    check_composition(Project(ROOT))
