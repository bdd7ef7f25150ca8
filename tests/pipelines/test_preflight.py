"""A mistake in the configuration is told before anything runs: which system, in which file, why, and what there is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pipelines.compose import ConfigError
from pipelines.composition import planned
from pipelines.offered_choices import choices
from pipelines.preflight import check_systems
from pipelines.project import Project

ROOT = Path(__file__).parents[2]
MINE = """
from diagramloop.errors import ModelError
def parse(picture, threshold=0.5): ...
class Extractor:
    def extract(self, text): ...
class Needy:
    def __init__(self, picture): ...
class NoKey:
    def __init__(self): raise ModelError("no key")
class Broken:
    def __init__(self): raise SystemExit(3)
"""
CHECKED = """
import sys
from pipelines.composition import planned
from pipelines.offered_choices import choices
from pipelines.preflight import check_systems
from pipelines.project import Project
check_systems(Project.find(), planned(Project.find(), sys.argv[1:])[0])
print([name for name in ("torch", "transformers", "diffusers") if name in sys.modules])
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with the configuration of this one, and a module of one's own."""
    (tmp_path / "conf").mkdir()
    for place in (ROOT / "conf").iterdir():
        (tmp_path / "conf" / place.name).symlink_to(place)
    (tmp_path / "conf" / "parser").unlink()
    for group in ("parser", "extractor"):
        (tmp_path / "conf" / group).mkdir()
        for file in (ROOT / "conf" / group).glob("*.yaml"):
            (tmp_path / "conf" / group / file.name).symlink_to(file)
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.syspath_prepend(str(tmp_path))
    return Project(tmp_path)


def parser(project: Project, text: str) -> None:
    (project.conf / "parser" / "mine.yaml").write_text(f"# @package parsers.mine\n{text}\n")


def extractor(project: Project, text: str) -> None:
    (project.conf / "extractor" / "mine.yaml").write_text(f"# @package extractors.mine\n{text}\n")


def check(project: Project, *overrides: str) -> None:
    check_systems(project, planned(project, overrides)[0])


def told(project: Project, *overrides: str) -> str:
    with pytest.raises(ConfigError) as caught:
        check(project, *overrides)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("make: mine:prase", "no parser 'mine:prase': mine has no 'prase'; did you mean 'parse'?"),
        ("make: mien:parse", "no parser 'mien:parse': 'mien' cannot be imported: No module named 'mien'"),
        (
            "make: mine:parse\noptions: {treshold: 1}",
            "the parser 'mine:parse' cannot be made: got an unexpected keyword argument 'treshold'; "
            "did you mean 'threshold'?; its options are threshold",
        ),
        (
            "make: hmas_embedded\noptions: {agents: {text_spotter: {make: mdoel}}}",
            "no text spotter 'mdoel'; did you mean 'model'?; there are embedded, learned, model, none",
        ),
    ],
)
def test_a_parser_that_is_not_there(mine: Project, text: str, why: str) -> None:
    parser(mine, text)
    assert told(mine, "parser=[hmas_checked,mine]") == f"parser 'mine' (conf/parser/mine.yaml): {why}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "make: mine:parse\noptions: {treshold: 1}",
            "the extractor 'mine:parse' cannot be made: got an unexpected keyword argument 'treshold'; "
            "did you mean 'threshold'?; its options are threshold",
        ),
        ("make: mine:Needy", "the extractor 'mine:Needy' cannot be made: missing a required argument: 'picture'"),
        ("make: mine:Broken", "SystemExit: 3"),
        ("make: builtins:dict", "'builtins:dict' makes no extractor: what it makes is no Extractor"),
        ("make: zero_short", "no extractor 'zero_short'; did you mean 'zero_shot'?; there are actor_critic, bpmn_gen"),
        ("make: zero_shot\noptions: {model: {modle: gpt}}", "no chat model from 'endpoint': got an unexpected"),
    ],
)
def test_a_system_that_cannot_be_made(mine: Project, text: str, why: str) -> None:
    extractor(mine, text)
    assert told(mine, "extractor=[mine,gold]").startswith(f"extractor 'mine' (conf/extractor/mine.yaml): {why}")


def test_what_is_not_to_be_had_here_is_no_mistake_and_weights_are_left_where_they_are(mine: Project) -> None:
    extractor(mine, "make: mine:NoKey")
    asked = ["extractor=[mine,gold]", "parser=[hmas_qwen_vl]", "generator=[sdxl,pixart_sigma_tiny]"]
    command = [sys.executable, "-c", CHECKED, *asked]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=mine.root, env=environment, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


def test_several_mistakes_are_told_at_once_those_of_the_command_line_too(mine: Project) -> None:
    parser(mine, "make: mine:prase")
    lines = told(mine, "parser=[mine]", "generators.noise.make=nosie", "judge=none", "sources.corpus.make=corpse")
    assert [line.partition(":")[0] for line in lines.splitlines()] == [
        "source 'corpus' (sources.corpus in params.yaml)",
        "parser 'mine' (conf/parser/mine.yaml)",
        "generator 'noise' (generators.noise in params.yaml)",
    ]


@pytest.mark.parametrize("extractors", ["[embedded]", "[]", "[embedded,gold]"])
def test_every_board_has_its_control_whoever_is_configured(mine: Project, extractors: str) -> None:
    params, plan = planned(mine, [f"extractor={extractors}"])
    check_systems(mine, params)
    assert "extraction_scores@corpus-gold" in {step.name for step in plan.steps}


def test_a_group_that_has_no_such_file_says_what_it_has(mine: Project) -> None:
    parser(mine, "make: mine:parse")
    why = "conf/parser/ has no mien.yaml; did you mean 'mine'?; there are flow2mermaid, hmas_checked, "
    assert told(mine, "parser=[mien]").startswith(f"no parser 'mien': {why}")


@pytest.mark.parametrize(
    ("override", "why"),
    [
        ("converse.budget_from=rot", "no budget from 'rot'; there are: root, start"),
        ("++sources.pfdial.voices.labels={lowd: 1}", "voice 'labels'"),
        ("+sources.pfdial.voices.mode={}", "no voice 'mode'; there are: labels, paraphrases, recorded, model"),
        ("sources.pfdial.options.splitt=id", "splitt"),
        ("converse.simulatr.make=model", "Did you mean: 'simulator'?"),
        ("converse.simulator.make=modle", "no simulator 'modle'; did you mean 'model'?"),
    ],
)
def test_mistakes_in_dialogues_are_told(mine: Project, override: str, why: str) -> None:
    said = told(mine, "experiment=dialogue", override)
    assert why in said
    assert "use +converse" not in said


def test_the_model_as_user_its_judge_and_as_writer_are_choices(mine: Project) -> None:
    chosen = ("source=[flodial,pfdial,pfdial_model]", "simulator=model", "dialogue_judge=model")
    check(mine, "experiment=dialogue", *chosen)
    params, _ = planned(mine, ["experiment=dialogue", *chosen])
    assert params["converse"]["judge"] == params["converse"]["simulator"]["options"]["model"]
    assert list(params["sources"]["pfdial-model"]["voices"]) == ["model"]


@pytest.mark.parametrize("group", ["parser", "generator", "extractor", "attributor", "agent"])
def test_all_that_is_shipped_passes(group: str, mine: Project) -> None:
    names = {file.stem for file in (ROOT / "conf" / group).glob("*.yaml")} | choices(mine, group).keys()
    check(mine, f"{group}=[{','.join(sorted(names))}]", "planner=model", "layout=model", "judge=model")
