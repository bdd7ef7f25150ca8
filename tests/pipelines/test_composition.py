"""params.yaml and dvc.yaml: composed, generated, checked."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pipelines.compose import ConfigError, compose, recorded_overrides
from pipelines.composition import StaleError, check_composition, write_composition
from pipelines.free_options import freed
from pipelines.project import Project, ProjectError

ROOT = Path(__file__).parents[2]


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


@pytest.mark.parametrize(
    ("override", "read"),
    [
        ("models.chat.extra.top_p=0.9", "++models.chat.extra.top_p=0.9"),
        ("models.chat.temperature=null", "++models.chat.temperature=null"),
        ("sources.corpus.options.folder=x", "++sources.corpus.options.folder=x"),
        ("converse.simulator.options.model=${models.chat}", "++converse.simulator.options.model=${models.chat}"),
        ("image_level.clip={weights: PATH}", "++image_level.clip={weights: PATH}"),
        ("converse.judge=${models.chat}", "converse.judge=${models.chat}"),
        ("+models.chat.extra.top_p=0.9", "+models.chat.extra.top_p=0.9"),
        ("~models.chat.base_url", "~models.chat.base_url"),
        ("model=local", "model=local"),
        ("parser=[hmas_embedded]", "parser=[hmas_embedded]"),
        ("render.scales=2", "render.scales=2"),
        ("nothing.of.it=1", "nothing.of.it=1"),
    ],
)
def test_what_the_schema_leaves_free_needs_no_plus(override: str, read: str) -> None:
    assert freed([override]) == [read]


def test_settings_of_a_model_are_composed_without_a_plus() -> None:
    told = ["extra.top_p=0.9", "temperature=null", "max_tokens.plan=4000", "seconds=600"]
    made = compose(Project(ROOT), [f"models.chat.{setting}" for setting in told])
    chat = made["models"]["chat"]
    assert chat["extra"] == {"top_p": 0.9}
    assert chat["temperature"] is None
    assert chat["max_tokens"] == {"plan": 4000}
    assert chat["seconds"] == 600
    with pytest.raises(ConfigError, match="scales"):
        compose(Project(ROOT), ["render.scales=2"])
