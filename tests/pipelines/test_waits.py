"""No wait for another process is silent, and none keeps the processor busy."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import wait_until

from diagramloop.models.deadline import begun
from pipelines import waits
from pipelines.private_doors import dvc_lock
from pipelines.project import Project
from pipelines.repro import locked_stages, reproduce
from pipelines.runner import _alone
from pipelines.turns import alone
from pipelines.waits import PAUSE_SECONDS, Wait

STAGE_LOCK = "running/words.lock"  # in the state of a project
HOLDING = """
from pipelines.private_doors import dvc_lock
from pipelines.project import Project
from pipelines.runner import _alone
from pipelines.turns import alone
project = Project.find()
with {}:
    print("held", flush=True)
    input()
"""


def take_turn(project: Project) -> None:
    with alone(project, "second"):
        pass


def take_stage(project: Project) -> None:
    with _alone(project.state / STAGE_LOCK):
        pass


def take_dvc(project: Project) -> None:
    with dvc_lock(project.root):
        pass


@contextmanager
def holding(project: Project, lock: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has ``lock`` until it is written to."""
    line = [sys.executable, "-c", HOLDING.format(lock)]
    with subprocess.Popen(line, cwd=project.root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        yield holder


@pytest.mark.parametrize(
    ("lock", "take", "subject"),
    [
        ("alone(project, 'first')", take_turn, "'first' (pid "),
        (f"_alone(project.state / {STAGE_LOCK!r})", take_stage, "another process, which makes words"),
        ("dvc_lock(project.root)", take_dvc, "another DVC, which has "),
        ("dvc_lock(project.root)", locked_stages, "another DVC, which has "),
        ("dvc_lock(project.root)", lambda project: reproduce(project, ["data.dvc"]), "another DVC, which has "),
    ],
)
def test_each_wait_says_for_whom(
    toy: Project,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    lock: str,
    take: Callable[[Project], object],
    subject: str,
) -> None:
    monkeypatch.setattr(waits, "TELL_SECONDS", 0.0)
    lines: list[str] = []

    def told() -> bool:
        lines.append(capfd.readouterr().err)
        return f"still waiting for {subject}" in "".join(lines)

    with holding(toy, lock) as holder:
        taken = begun(lambda: take(toy))
        wait_until(told)
        assert not taken.done()
        holder.communicate("\n")
        taken.result(120)


class Clock:
    """Time that passes while somebody sleeps."""

    def __init__(self) -> None:
        self.now, self.sleeps = 0.0, 0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.sleeps += 1


@given(st.floats(0, 300))
def test_a_wait_is_told_after_ten_seconds_and_every_minute_then_and_sleeps_between_two_looks(seconds: float) -> None:
    clock, told = Clock(), list[float]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(waits, "time", clock)
        patch.setattr("builtins.print", lambda *_, **__: told.append(clock.now))
        wait = Wait(lambda: "it")
        while clock.now < seconds:
            wait.pause()
    due = [float(moment) for moment in range(10, 300, 60) if moment < seconds]
    assert told[: len(due)] == pytest.approx(due, abs=1.0)
    assert len(told) - len(due) in (0, 1)  # the last look may be the one that is due
    assert clock.sleeps <= seconds / PAUSE_SECONDS + 2
