"""The world ends a refresh: whatever it had started ends with it, and the next one goes on from there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from dagster import DagsterInstance, DagsterRunStatus
from patience import wait_until
from usual_signals import heed_signals

from pipelines.lifetimes import interruptible
from pipelines.project import ON_TERMINAL, Project
from pipelines.refresh import refresh
from pipelines.repro import locked_outs

pytestmark = pytest.mark.faults
REFRESH = (sys.executable, "-m", "pipelines", "refresh")
SLOW = ("pause=600", "executor.workers=2", "executor.limits.seconds=900")  # for longer than any test waits
LATER = """
import sys


class Lingering:
    def __del__(self, wait=time.sleep):
        wait(600)


if "TOY_LINGERS" in os.environ and "refresh" in sys.argv:
    taken_apart_at_the_end = Lingering()  # as all that DVC and Dagster import, if only for seconds


@stage(group="change", inputs=("words",), matrix={"source": "sources"})
def zero_words(run: StageRun) -> StageReport:
    return StageReport.of(run.items.for_each(change, run.rows("words"), {"how": "strip", "pause": 0.0}, WORDS, run.out))
"""


class Refresh:
    """A refresh of the toy project, or `dvc repro`, in a process group of its own, in the midst of its items."""

    def __init__(self, project: Project, log: Path, *line: str) -> None:
        self.process = subprocess.Popen(
            line,
            cwd=project.root,
            env=os.environ | {"TOY_LINGERS": "yes"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=heed_signals,
        )
        wait_until(lambda: self.process.poll() is not None or len(log.read_text().splitlines()) == 2)
        assert self.process.poll() is None, self.process.communicate()  # both workers have an item
        self._started = psutil.Process(self.process.pid).children(recursive=True)
        assert len(self._started) >= 3  # the stage and its workers

    def alive(self) -> list[psutil.Process]:
        return [one for one in self._started if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]

    def end(self) -> None:
        for one in self.alive():
            one.kill()
        self.process.kill()
        self.process.communicate()


def statuses(project: Project) -> list[DagsterRunStatus]:
    """The states of all runs in Dagster's history."""
    with DagsterInstance.from_config(str(project.state / "dagster"), ON_TERMINAL) as instance:
        return [run.status for run in instance.get_runs()]


@pytest.fixture
def started(toy: Project, log: Path) -> Iterator[Callable[..., Refresh]]:
    refreshes: list[Refresh] = []
    with (toy.root / "toy_stages.py").open("a") as stages:  # before anything is composed of them
        stages.write(LATER)

    def start(*line: str) -> Refresh:
        refreshes.append(Refresh(toy, log, *line))
        return refreshes[-1]

    yield start
    for one in refreshes:
        one.end()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize(
    "send", [pytest.param(os.kill, id="the refresh alone"), pytest.param(os.killpg, id="its process group")]
)
def test_a_signal_ends_everything_and_is_told_in_one_line(
    started: Callable[..., Refresh], toy: Project, send: Callable[[int, int], None], number: signal.Signals
) -> None:
    run = started(*REFRESH, *SLOW)
    send(run.process.pid, number)
    out, err = run.process.communicate(timeout=120)
    assert (run.process.returncode, run.alive()) == (128 + number, [])
    assert err.splitlines() == ["stopped; what is finished is kept, and the next refresh goes on from there"]
    if number != signal.SIGTERM:  # which may end a stage before its refresh
        assert out.splitlines()[-1] == "[1/5] changed"
    assert statuses(toy) == [DagsterRunStatus.CANCELED]
    refresh(toy, [])
    assert "leaderboard" in locked_outs(toy)


@pytest.mark.long
def test_a_signal_that_is_ignored_from_the_start_goes_on_to_be(started: Callable[..., Refresh]) -> None:
    run = started("nohup", *REFRESH, *SLOW)
    os.killpg(run.process.pid, signal.SIGHUP)
    os.kill(run.process.pid, signal.SIGTERM)
    assert run.process.wait(120) == 128 + signal.SIGTERM  # the first would have ended it with another code


@pytest.mark.long
def test_nothing_that_a_killed_refresh_started_lives_on(started: Callable[..., Refresh]) -> None:
    run = started(*REFRESH, *SLOW)
    run.process.kill()
    wait_until(lambda: not run.alive())


@pytest.mark.long
@pytest.mark.parametrize("shell", ["/bin/sh", "/bin/bash"])  # the first stays between DVC and the stage
def test_a_stage_ends_with_the_dvc_that_ran_it(
    started: Callable[..., Refresh], command: Callable[..., object], shell: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", shell)
    command("compose", *SLOW)
    run = started(str(Path(sys.executable).with_name("dvc")), "repro", "-q")
    run.process.kill()
    wait_until(lambda: not run.alive())


def test_what_is_raised_in_the_thread_is_raised_here() -> None:
    assert interruptible(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)
