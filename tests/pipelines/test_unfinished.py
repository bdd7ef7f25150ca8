"""Items that failed for the machine's sake stay out of date; those made for another experiment stay made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from assets.machinery import StageReport
from pipelines.project import Project
from pipelines.refresh import refresh
from pipelines.repro import ReproductionError, locked_outs, reproduce
from pipelines.unfinished import EXIT_CODE

Command = Callable[..., CompletedProcess[str]]
pytestmark = pytest.mark.faults


@pytest.fixture
def computed(toy: Project, log: Path) -> Counter[str]:
    """Number of times that each item was computed since it was last cleared."""

    class Computed(Counter[str]):
        def read(self) -> Counter[str]:
            """Those since the last look."""
            lines = log.read_text().splitlines() if log.exists() else []
            log.unlink(missing_ok=True)
            return Counter(lines)

    return Computed()


def outage(project: Project, *ids: str) -> None:
    (project.root / "DOWN").write_text(" ".join(ids))


def over(project: Project) -> None:
    (project.root / "DOWN").unlink()


def report(project: Project, changer: str) -> StageReport:
    return StageReport.read(project.root / "artifacts/changed/small" / changer)


@pytest.mark.long
def test_a_passing_outage_leaves_no_trace(
    toy: Project, computed: Counter[str], capfd: pytest.CaptureFixture[str]
) -> None:
    outage(toy, "03")
    refresh(toy, [])
    assert report(toy, "upper").rejected["engine_failed"] == 1
    assert "changed" not in locked_outs(toy)
    assert "changed: nothing_failed does not hold" in capfd.readouterr().err
    over(toy)
    computed.read()
    refresh(toy, [])
    assert computed.read() == {"upper 03": 1, "title 03": 1}
    assert report(toy, "upper").failed == {}
    after = locked_outs(toy)
    refresh(toy, [])
    assert computed.read() == {}
    assert locked_outs(toy) == after


@pytest.mark.long
def test_an_outage_between_two_good_runs_does_not_bring_back_what_dvc_remembers_of_another(
    refreshed: Project, computed: Counter[str]
) -> None:
    toy = refreshed
    good = locked_outs(toy)
    refresh(toy, ["pause=0.001"])
    outage(toy, "03")
    refresh(toy, ["pause=0.002"])
    over(toy)
    computed.read()
    refresh(toy, ["pause=0.002"])
    assert computed.read() == {"upper 03": 1, "title 03": 1}
    refresh(toy, [])
    assert locked_outs(toy) == good
    assert computed.read() == {}


@pytest.mark.long
def test_dvc_alone_calls_it_a_failure_and_tries_again(toy: Project, command: Command) -> None:
    refresh(toy, ["pause=0.001"])
    command("compose")
    outage(toy, "03")
    with pytest.raises(ReproductionError, match=f"exited with {EXIT_CODE}"):
        reproduce(toy)
    over(toy)
    assert "changed" in reproduce(toy)


@pytest.mark.long
def test_the_way_back_from_another_experiment_computes_nothing(refreshed: Project, computed: Counter[str]) -> None:
    toy, before = refreshed, locked_outs(refreshed)
    refresh(toy, ["pause=0.001", "changer=[upper]"])
    computed.read()
    refresh(toy, [])
    assert computed.read() == {}
    assert locked_outs(toy) == before
    assert Path(toy.root / "artifacts/changed/small/title").is_dir()


def test_the_board_is_printed_also_where_a_system_fails_on_every_item(toy: Project, command: Command) -> None:
    outage(toy, *(f"{n:02d}" for n in range(1, 40)))
    ended = command("refresh", check=False)
    assert ended.returncode == 1
    assert "change on small" in ended.stdout
    assert "changed: something_made does not hold: " in ended.stderr
    assert "changed@small-upper" in ended.stderr
