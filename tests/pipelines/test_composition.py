"""params.yaml and dvc.yaml: composed, generated, checked."""

from __future__ import annotations

import pytest
import yaml

from pipelines.compose import ConfigError, compose, recorded_overrides
from pipelines.composition import StaleError, check_composition, write_composition
from pipelines.project import Project, ProjectError


def test_an_override_reaches_params_and_is_recorded(toy: Project) -> None:
    write_composition(toy, ["pause=0.5", "changer=[upper]"])
    assert toy.params()["pause"] == 0.5
    assert list(toy.params()["changers"]) == ["upper"]
    assert recorded_overrides(toy) == ["pause=0.5", "changer=[upper]"]


@pytest.mark.parametrize(
    ("override", "told"),
    [
        ("experiment=nope", "outside"),  # says what there is
        ("changer=[nope]", "nope"),
        ("nokey=1", "nokey"),
        ("pause==1=", "pause"),
    ],
)
def test_a_wrong_override_is_a_typed_error_that_names_it(toy: Project, override: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        compose(toy, [override])


def test_a_stage_is_one_entry_of_the_generated_pipeline(toy: Project) -> None:
    write_composition(toy, [])
    stages = yaml.safe_load(toy.dvc_file.read_text())["stages"]
    assert stages["changed"] == {
        "cmd": "python -m pipelines run changed",
        "deps": ["artifacts/words"],
        "params": ["steps.changed", "changers.upper", "pause", "changers.title", {"artifacts/code.json": ["changed"]}],
        "outs": ["artifacts/changed"],
    }
    assert stages["leaderboard"]["deps"] == ["artifacts/changed"]
    assert stages["code"]["deps"] == ["toy_stages.py"]


def test_stages_without_values_vanish_with_what_reads_only_them(toy: Project) -> None:
    plan = write_composition(toy, ["changer=[]"])
    assert [step.name for step in plan.steps] == ["words@small"]


def test_fresh_files_pass_and_any_stale_one_is_named(toy: Project) -> None:
    write_composition(toy, ["experiment=outside"])
    check_composition(toy)
    toy.dvc_file.write_text(toy.dvc_file.read_text().replace("pause", "other"))
    with pytest.raises(StaleError, match=r"dvc\.yaml is stale: run `python -m pipelines compose experiment=outside`"):
        check_composition(toy)
    write_composition(toy, [])
    (toy.conf / "changer" / "title.yaml").write_text("# @package changers.title\nhow: swapcase\n")
    with pytest.raises(StaleError, match=r"params\.yaml"):
        check_composition(toy)


def test_a_name_that_would_leave_the_artifacts_folder_is_refused(toy: Project) -> None:
    (toy.conf / "changer" / "up.yaml").write_text("# @package _global_\nchangers: {../up: {how: upper}}\n")
    with pytest.raises(ProjectError, match="cannot name an artifact"):
        write_composition(toy, ["changer=[up]"])


def test_outside_a_checkout_the_error_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(ProjectError, match="inside a checkout"):
        Project.find(tmp_path_factory.mktemp("elsewhere"))
