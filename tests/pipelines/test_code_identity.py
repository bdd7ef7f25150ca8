"""Code that a step depends on: its stage's and its systems', and nothing for a comment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assets.machinery import CodeIdentity, Stage, StageReport, StageRun, named_files
from assets.machinery.tuned_weights import identity_with
from pipelines.code_identity import CODE_FILE, _digest, files_of, identity_of, modules_of
from pipelines.plan import Plan, load_stages, make_plan
from pipelines.project import Project, ProjectError
from pipelines.repro import reproduce
from pipelines.runner import run
from pipelines.turns import alone

ROOT = Path(__file__).parents[2]


def body(run: StageRun) -> StageReport:
    """Does nothing."""
    return StageReport(0, 0)


READ = Stage(
    "read", "g", body, matrix={"parser": "parsers"}, params=("parsers.{parser}.make", "parsers.{parser}.options")
)
PARSERS = {
    "shipped": {"make": "library.parse:parse", "options": {}},
    "mine": {"make": "mine:parse", "options": {"threshold": 0.5}},
    "role": {"make": "library.parse:parse", "options": {"agents": [{"make": "theirs.spotter:Spotter"}]}},
}
PARAMS = {"parsers": PARSERS}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path in ("mine.py", "theirs/spotter.py", "library/__init__.py", "library/parse.py"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("number = 1\n")
    return tmp_path


def identities(root: Path) -> dict[str, str]:
    return {step.name: identity_of(step, PARAMS, CodeIdentity(root)) for step in planned().steps}


def planned() -> Plan:
    return make_plan([READ], PARAMS)


def test_a_step_stands_on_its_stage_and_on_the_systems_that_it_names() -> None:
    named = [modules_of(step, PARAMS)[1:] for step in planned().steps]
    assert named == [["library.parse:parse"], ["mine:parse"], ["library.parse:parse", "theirs.spotter:Spotter"]]


@pytest.mark.parametrize(
    ("edited", "steps"),
    [
        ("mine.py", ["read@mine"]),
        ("theirs/spotter.py", ["read@role"]),
        ("library/parse.py", ["read@shipped", "read@role"]),
    ],
)
def test_an_edit_is_seen_by_who_stands_on_it_alone(root: Path, edited: str, steps: list[str]) -> None:
    before = identities(root)
    (root / edited).write_text("number = 1  # of parsers\n")
    assert identities(root) == before
    (root / edited).write_text("number = 2\n")
    after = identities(root)
    assert [name for name in before if before[name] != after[name]] == steps
    assert edited.partition("/")[0] in files_of(planned(), PARAMS, CodeIdentity(root))


def test_what_names_no_module_of_the_project_adds_nothing(root: Path) -> None:
    others = {"parsers": {"p": {"make": "installed:System", "options": ["http://mine:80/v1", "mine", 7, None]}}}
    (step,) = make_plan([READ], others).steps
    assert CodeIdentity(root).closure(modules_of(step, others)) == []


def test_a_comment_runs_no_stage_and_a_change_runs_what_stands_on_it(refreshed: Project) -> None:
    toy = refreshed
    stages = toy.root / "toy_stages.py"
    digests = (toy.root / CODE_FILE).read_text()
    stages.write_text(stages.read_text().replace("time.sleep(pause)", "time.sleep(pause)  # a while"))
    assert reproduce(toy) == ["code"]
    assert (toy.root / CODE_FILE).read_text() == digests
    stages.write_text(stages.read_text().replace("time.sleep(pause)", "time.sleep(2 * pause)"))
    assert reproduce(toy) == ["code", "words", "changed", "leaderboard"]
    assert set(json.loads(digests)) == {"words", "changed", "leaderboard"}


def test_a_stage_whose_code_was_changed_under_a_refresh_is_not_recorded(refreshed: Project) -> None:
    toy = refreshed
    stages, digests, lock = toy.root / "toy_stages.py", (toy.root / CODE_FILE).read_text(), toy.lock_file.read_text()
    stages.write_text(stages.read_text().replace("time.sleep(pause)", "time.sleep(2 * pause)"))
    with alone(toy, "refresh"), pytest.raises(ProjectError, match=r"'changed' was changed while a refresh"):
        run(toy, "changed", lambda *_: None)
    assert (toy.root / CODE_FILE).read_text() == digests
    assert toy.lock_file.read_text() == lock
    told: list[str] = []
    run(toy, "changed", lambda step, _: told.append(step))  # by hand, of no refresh and of no lock
    assert told


WHO_STANDS_ON = {  # of the module, among these stages
    "diagramloop/errors.py": {"charts", "styled_figures", "parsed_figures", "parsing_scores", "leaderboard"},
    "diagramloop/render/palettes.py": {"charts", "styled_figures", "leaderboard"},  # charts may be read from pictures
    "diagramloop/engines/parse/lines/dashes.py": set[str](),
    "diagramloop/data/sources/papers/latex.py": {
        "charts",
        "leaderboard",
    },  # a board says since when its data are public
    "diagramloop/models/images.py": {"leaderboard"},
}


@pytest.fixture(scope="module")
def closures() -> dict[str, list[str]]:
    """The modules that each of these stages of the project stands on."""
    identity = CodeIdentity(ROOT)
    stages = {stage.name: stage for stage in load_stages(["assets"])}
    looked_at = ("charts", "styled_figures", "parsed_figures", "parsing_scores", "leaderboard")
    return {name: identity.closure([stages[name].module]) for name in looked_at}


@pytest.mark.parametrize("module", WHO_STANDS_ON)
def test_a_stage_of_the_project_stands_on_what_it_uses(closures: dict[str, list[str]], module: str) -> None:
    assert {name for name, closure in closures.items() if module in closure} == WHO_STANDS_ON[module]


def test_a_parser_stands_on_its_agents() -> None:
    assert "diagramloop/engines/parse/lines/dashes.py" in CodeIdentity(ROOT).closure(
        ["diagramloop.engines.parse:parse"]
    )


def test_prompts_of_ones_own_decide_like_code(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    options = {"agents": [{"make": "model", "options": {"prompts": "mine/prompts/", "chat": {"model": "m"}}}]}
    params = {"parsers": {"mine": {"make": "mine:parse", "options": options}}}
    plan = make_plan([READ], params)
    assert "mine/prompts" in files_of(plan, params, CodeIdentity(root))
    assert "mine/prompts" not in files_of(planned(), PARAMS, CodeIdentity(root))
    digests = []
    (root / "mine/prompts").mkdir(parents=True)
    for text in ("$document", "$document!"):
        (root / "mine/prompts/build.txt").write_text(text)
        items = identity_with("code", params, {})
        digests.append((_digest(plan.steps, params, CodeIdentity(root)), items))
    assert len({stage for stage, _ in digests}) == len({items for _, items in digests}) == 2


HELPERS = {  # of mine.py, by how it comes to them
    "beside it": ("helper.py", "from helper import number"),
    "within a function": ("late.py", "def parse(picture):\n    import late"),
    "by its name": ("plain.py", "from importlib import import_module\nimport_module('plain')"),
    "in a package": ("tools/deep.py", "import tools.deep"),
}


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("way", HELPERS)
def test_a_helper_of_a_system_decides_like_the_system(
    root: Path, way: str, elsewhere: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    name, text = HELPERS[way]
    place = tmp_path_factory.mktemp("path") if elsewhere else root
    (root / "mine.py").unlink()
    (place / "mine.py").write_text(f"{text}\n")
    (place / name).parent.mkdir(exist_ok=True)
    (place / name).write_text("number = 1\n")

    def identity() -> CodeIdentity:
        return CodeIdentity(root, beside=[place])

    digests = [{step.name: identity_of(step, PARAMS, identity()) for step in planned().steps}]
    (place / name).write_text("number = 2\n")
    digests.append({step.name: identity_of(step, PARAMS, identity()) for step in planned().steps})
    assert [name for name in digests[0] if digests[0][name] != digests[1][name]] == ["read@mine"]
    depended = files_of(planned(), PARAMS, identity())
    assert (str(place / name) if elsewhere else name.partition("/")[0]) in depended


@pytest.mark.parametrize("absolute", [False, True])
@pytest.mark.parametrize("named", ["answers", "answers/one.mmd"])
def test_answers_that_an_option_names_decide_like_code(
    root: Path, monkeypatch: pytest.MonkeyPatch, named: str, absolute: bool
) -> None:
    monkeypatch.chdir(root)
    (root / "answers").mkdir()
    option = str(root / named) if absolute else named
    params = {"parsers": {"kept": {"make": "mine:parse", "options": {"agents": [{"options": {"where": [option]}}]}}}}
    plan = make_plan([READ], params)
    digests = []
    for text in ("flowchart TD", "flowchart LR"):
        (root / "answers/one.mmd").write_text(text)
        digests.append((_digest(plan.steps, params, CodeIdentity(root)), identity_with("code", params, {})))
    assert option in files_of(plan, params, CodeIdentity(root))
    assert len({stage for stage, _ in digests}) == len({items for _, items in digests}) == 2


@pytest.mark.parametrize(
    "options",
    [
        {"store": "calls"},  # what is written to with every call
        {"checkpoint": "artifacts/trained/ink"},  # of a step, that the stage itself depends on
        {"folder": "."},
        {"folder": "data"},
        {"style": "nothing of that name"},
        {"note": "two\nlines"},
    ],
)
def test_what_steps_write_and_what_is_no_file_is_no_answer(
    root: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, str]
) -> None:
    monkeypatch.chdir(root)
    for folder in ("calls", "artifacts/trained/ink", "data"):
        (root / folder).mkdir(parents=True)
    assert named_files({"parsers.mine.options": options}) == []
    assert named_files({"render": {"folder": "theirs"}}) == []  # no option of a system
