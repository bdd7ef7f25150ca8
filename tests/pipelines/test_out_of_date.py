"""Of a stage only the steps that something concerns run again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pytest

from pipelines.composition import write_composition
from pipelines.dvc_yaml import plan_of
from pipelines.listings import cache_of
from pipelines.out_of_date import out_of_date
from pipelines.project import Project
from pipelines.repro import locked_outs, reproduce
from pipelines.runner import run

UPPER, TITLE = "changed@small-upper", "changed@small-title"
Change = Callable[[Project], None]


@pytest.fixture
def made(toy: Project) -> Project:
    write_composition(toy, [])
    reproduce(toy)
    return toy


def found(project: Project, stage: str = "changed") -> list[str]:
    params = project.params()
    steps = plan_of(project, params).steps_of(stage)
    return [step.name for step in out_of_date(project, steps, params)]


def upper_is_damaged(project: Project) -> None:
    (project.root / "artifacts/changed/small/upper/report.json").write_text("{}")


def upper_is_gone(project: Project) -> None:
    shutil.rmtree(project.root / "artifacts/changed/small/upper")


def upper_has_a_file_more(project: Project) -> None:
    (project.root / "artifacts/changed/small/upper/note").touch()


def upper_is_configured_anew(project: Project) -> None:
    text = project.params_file.read_text()
    project.params_file.write_text(text.replace("how: upper", "how: lower"))


def after(change: Change, made: Project) -> list[str]:
    """What is out of date in a copy of ``made`` that was changed."""
    copy = Project(made.root.with_name(change.__name__))
    shutil.copytree(made.root, copy.root)
    change(copy)
    return found(copy)


def all_wait_longer(project: Project) -> None:
    project.params_file.write_text(project.params_file.read_text().replace("pause: 0", "pause: 0.001"))


def words_are_others(project: Project) -> None:
    (project.root / "artifacts/words/small/rejected.parquet").unlink()


def code_is_another(project: Project) -> None:
    with (project.root / "toy_stages.py").open("a") as code:
        code.write("# a word\n")


def nothing_is_locked(project: Project) -> None:
    project.lock_file.unlink()


def the_cache_is_lost(project: Project) -> None:
    shutil.rmtree(project.root / ".dvc/cache")


def the_listing_is_lost_and_a_step_was_killed_when_it_began(project: Project) -> None:
    (md5,) = locked_outs(project)["changed"].values()
    (cache_of(project) / md5[:2] / md5[2:]).unlink()
    upper_is_gone(project)
    (project.root / "artifacts/changed/small/upper").mkdir()


def dvc_is_told_to(project: Project) -> None:
    """Nothing is another, and yet it runs the stage."""


UPPERS = [upper_is_damaged, upper_is_gone, upper_has_a_file_more, upper_is_configured_anew]
EVERYTHING = [
    *(all_wait_longer, words_are_others, code_is_another, nothing_is_locked, dvc_is_told_to),
    *(the_cache_is_lost, the_listing_is_lost_and_a_step_was_killed_when_it_began),
]


def test_what_concerns_one_step_is_its_own_affair_and_what_is_not_known_concerns_all(made: Project) -> None:
    assert {change: after(change, made) for change in UPPERS} == {change: [UPPER] for change in UPPERS}
    assert {change: after(change, made) for change in EVERYTHING} == {change: [UPPER, TITLE] for change in EVERYTHING}


def test_a_row_more_runs_its_own_step_and_is_gone_when_it_is_taken_out(made: Project) -> None:
    shutil.rmtree(made.state)  # as where the artifacts were pulled: no item is remembered
    before = (made.root / "artifacts/changed/small/upper/part-00000.parquet").stat().st_mtime_ns
    write_composition(made, ["+changers.lower={how: lower}"])
    assert found(made) == ["changed@small-lower"]
    reproduce(made)
    assert (made.root / "artifacts/changed/small/upper/part-00000.parquet").stat().st_mtime_ns == before
    assert len(list((made.root / "artifacts/changed/small").iterdir())) == 3
    write_composition(made, [])
    assert found(made) == []
    reproduce(made)
    assert sorted(path.name for path in (made.root / "artifacts/changed/small").iterdir()) == ["title", "upper"]
    board = json.loads((made.root / "artifacts/leaderboard/leaderboard.json").read_text())
    assert [row["system"] for row in board] == ["upper", "title"]


def test_one_step_that_is_named_runs_whatever_the_lock_says(made: Project) -> None:
    assert [name for name, _ in run(made, UPPER)] == [UPPER]
