"""Faults are named with their steps; what belongs to no stage of the present plan is none."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable

import pytest

from pipelines.project import Project
from pipelines.verify import of_other_plans, verify

pytestmark = pytest.mark.faults


@pytest.fixture
def made(refreshed: Project) -> Project:
    assert verify(refreshed) == []
    return refreshed


def test_a_lock_that_is_not_whole_is_named(
    made: Project, command: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    whole = made.lock_file.read_text()
    before, _, _ = whole.partition("  leaderboard:")  # the entries are in the order in which they were made
    cuts = {
        "": "it has no stages",
        "schema: '2.0'\n": "it has no stages",
        whole[: len(whole) // 2].rpartition("\n")[0] + "\n  {": "it has no stages",
        before: "the entry of 'leaderboard': it is not there",
        f"{before}  leaderboard: {{cmd: x}}\n": "the entry of 'leaderboard': it is not whole",
    }
    for cut, told in cuts.items():
        made.lock_file.write_text(cut)
        (fault,) = verify(made)
        assert str(fault).startswith(f"dvc.lock: {told}")
    assert command("verify", check=False).returncode == 1


def test_entries_of_another_plan_are_no_faults_and_are_mentioned(
    made: Project, command: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    text = made.lock_file.read_text()
    stage = text[text.index("  words:") :].partition("\n  leaderboard:")[0].partition("\n  changed:")[0]
    made.lock_file.write_text(text.rstrip("\n") + "\n" + stage.replace("words", "other").rstrip("\n") + "\n")
    assert of_other_plans(made) == ["other"]
    done = command("verify")
    assert done.stdout.splitlines() == [
        "not of this plan, and not looked at: other",
        "every file is what the locks say",
    ]
    shutil.rmtree(made.root / "artifacts" / "words")
    assert {fault.steps for fault in verify(made)} == {("words",)}
