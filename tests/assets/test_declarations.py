"""The declared stages of the real registry: complete code paths, known configuration, up-to-date files."""

from __future__ import annotations

from pathlib import Path

import grimp
import pytest

from assets.machinery import Stage
from pipelines.compose import compose
from pipelines.composition import check_composition
from pipelines.plan import load_stages, make_plan
from pipelines.project import Project, node

ROOT = Path(__file__).parents[2]
STAGES = load_stages(["assets"])
GATES = {"diagramloop/__init__.py", "assets/__init__.py"}  # re-export or hold nothing: what they name counts by itself


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("diagramloop", "assets", cache_dir=None)


def path_of(module: str) -> str:
    path = module.replace(".", "/")
    return f"{path}/__init__.py" if (ROOT / path).is_dir() else f"{path}.py"


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_the_code_of_a_stage_covers_all_it_imports(stage: Stage, imports: grimp.ImportGraph) -> None:
    module = stage.body.__module__
    needed = {path_of(name) for name in imports.find_upstream_modules(module, as_package=False)} - GATES
    covered = [stage.module_path, *stage.code]
    missing = {path for path in needed if not any(path == c or path.startswith(f"{c}/") for c in covered)}
    assert not missing
    assert all((ROOT / path).exists() for path in covered)


@pytest.mark.parametrize("experiment", sorted(path.stem for path in (ROOT / "conf" / "experiment").glob("*.yaml")))
def test_every_experiment_composes_to_steps_whose_parameters_exist(experiment: str) -> None:
    params = compose(Project(ROOT), [f"experiment={experiment}"])
    plan = make_plan(STAGES, params)
    assert "leaderboard" in {step.name for step in plan.steps}
    for step in plan.steps:
        for name in step.params:
            node(params, name)


def test_the_committed_files_are_up_to_date() -> None:
    check_composition(Project(ROOT))
