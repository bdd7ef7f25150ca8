"""DVC is asked once in a run what is out of date, and again about what the run itself makes anew."""

from __future__ import annotations

import pytest

from pipelines import freshness
from pipelines.dvc_yaml import plan_of
from pipelines.freshness import Freshness
from pipelines.project import Project
from pipelines.refresh import refresh


@pytest.fixture
def asked(refreshed: Project, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The stages that DVC is given, one by one, and each question about all of them, once ``toy`` is up to date."""
    told: list[str] = []
    reproduce, out_of_date = freshness.reproduce, freshness.out_of_date
    monkeypatch.setattr(
        freshness, "reproduce", lambda project, names: (told.extend(names), reproduce(project, names))[1]
    )
    monkeypatch.setattr(freshness, "out_of_date", lambda project: (told.append("?"), out_of_date(project))[1])
    return told


def bring_all(project: Project) -> None:
    fresh = Freshness(project)
    for stage in plan_of(project).stages:
        fresh.bring(stage)


def test_where_nothing_has_changed_dvc_is_asked_once(toy: Project, asked: list[str]) -> None:
    bring_all(toy)
    assert asked == ["?"]


def test_a_comment_is_looked_at_by_the_digests_alone(toy: Project, asked: list[str]) -> None:
    stages = toy.root / "toy_stages.py"
    stages.write_text(stages.read_text() + "# a comment\n")
    bring_all(toy)
    assert asked == ["?", "code", "?"]


def test_what_a_lost_file_was_made_from_is_left_alone_and_what_reads_it_is_looked_at(
    toy: Project, asked: list[str]
) -> None:
    lost = next((toy.root / "artifacts" / "changed").rglob("report.json"))
    content = lost.read_bytes()
    lost.unlink()
    bring_all(toy)
    assert asked == ["?", "changed", "leaderboard"]
    assert lost.read_bytes() == content


@pytest.mark.long
def test_what_was_made_again_in_a_run_puts_all_that_reads_it_in_doubt(toy: Project, asked: list[str]) -> None:
    (toy.root / "words" / "new.txt").write_text("new")
    refresh(toy, [])
    assert asked == ["?", "?", "words", "changed", "leaderboard"]  # is there anything to do, and what
