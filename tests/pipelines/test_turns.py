"""Two at once in one checkout: each runs on what it composed itself, and prints its own board."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import dagster as dg
import pytest
from patience import wait_until
from usual_signals import heed_signals

from pipelines.code_location import run_config, whole_definitions
from pipelines.composition import write_composition
from pipelines.project import Project, ProjectError
from pipelines.repro import ReproductionError, reproduce
from pipelines.turns import alone, stage_of_a_plan
from pipelines.verify import verify

pytestmark = pytest.mark.faults
HOLDING = """
from pipelines.project import Project
from pipelines.turns import alone
with alone(Project.find(), "this"):
    input()
"""
AT_ONCE = """
import os, sys
import dagster, dvc.repo, mlflow, pipelines.code_location, pipelines.refresh  # once: each copy has them
from pipelines.__main__ import main


def refresh(number, changer):
    for stream, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{number}.{name}", os.O_WRONLY | os.O_CREAT), stream)
    sys.argv = ["pipelines", "refresh", f"changer=[{changer}]"]
    try:
        main()
    except SystemExit as ended:
        sys.stdout.flush()
        os._exit(ended.code or 0)


copies = []
for number, changer in enumerate(sys.argv[1:]):
    if not (copy := os.fork()):
        refresh(number, changer)
    copies.append(copy)
print(*(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]) for copy in copies))
"""
Command = Callable[..., subprocess.CompletedProcess[str]]


def begin(project: Project, *line: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(line, cwd=project.root, stdout=pipe, stderr=pipe, text=True, preexec_fn=heed_signals)


def python(project: Project, *arguments: str) -> subprocess.Popen[str]:
    return begin(project, sys.executable, *arguments)


def holder(project: Project) -> dict[str, object]:
    return json.loads((project.state / "turn.lock").read_text() or "{}")


@pytest.mark.parametrize("threes", [1, pytest.param(12, marks=pytest.mark.long)])
def test_refreshes_at_once_print_their_own_boards(toy: Project, threes: int) -> None:
    chosen = ["title", "upper", "title"] * threes
    out, err = python(toy, "-c", AT_ONCE, *chosen).communicate()
    assert out.split() == ["0"] * len(chosen), err
    for number, one in enumerate(chosen):
        said = (toy.root / f"{number}.out").read_text().splitlines()
        assert [line.split()[3] for line in said if line.startswith("│ 1")] == [one]
    waited = [(toy.root / f"{number}.err").read_text() for number in range(len(chosen))]  # warnings may come first
    assert sum("waiting for 'refresh changer=[" in text for text in waited) == len(chosen) - 1, waited
    assert verify(toy) == []


def test_who_waits_has_not_loaded_what_it_will_need(toy: Project) -> None:
    with alone(toy, "this"):
        second = python(toy, "-m", "pipelines", "refresh")
        assert second.stderr
        assert second.stderr.readline().startswith("waiting for 'this'")
        loaded = Path(f"/proc/{second.pid}/maps")
        if loaded.exists():
            assert "pyarrow" not in loaded.read_text()
        second.kill()
    second.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
def test_who_waits_ends_at_once_by_a_signal(toy: Project, number: signal.Signals) -> None:
    with alone(toy, "this"):
        second = python(toy, "-m", "pipelines", "refresh")
        assert second.stderr
        assert second.stderr.readline().startswith("waiting for 'this'")
        second.send_signal(number)
        err = second.communicate(timeout=60)[1]
    assert second.returncode == 128 + number
    assert err.splitlines() == ["stopped; what is finished is kept, and the next refresh goes on from there"]


def test_who_comes_second_is_told_for_whom_it_waits(toy: Project) -> None:
    write_composition(toy, [])
    with alone(toy, "refresh parser=[mine]"), alone(toy, "again"):
        assert holder(toy)["doing"] == "refresh parser=[mine]"
        second = python(toy, "-m", "pipelines", "gc")
        told = second.stderr.readline() if second.stderr else ""
        assert told.startswith(f"waiting for 'refresh parser=[mine]' (pid {os.getpid()}, since ")
    assert second.wait() == 0
    assert holder(toy)["pid"] == second.pid


def test_compose_waits_for_nobody(toy: Project, command: Command) -> None:
    write_composition(toy, [])
    before = toy.params_file.read_bytes()
    with alone(toy, "refresh"):
        assert command("compose").stderr == ""  # nothing changes
        refused = command("compose", "changer=[title]", check=False)
        assert toy.params_file.read_bytes() == before
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"error: 'refresh' (pid {os.getpid()}, since ")
    command("compose", "changer=[title]")
    assert list(toy.params()["changers"]) == ["title"]


@pytest.mark.long
def test_a_run_that_dagster_starts_has_its_turn_too(toy: Project) -> None:
    job = whole_definitions(toy).resolve_job_def("refresh")
    stages = toy.root / "toy_stages.py"
    asked = "import json; (run.out / 'holder').write_text(open('.diagramloop/turn.lock').read())"
    stages.write_text(stages.read_text().replace("    rows = []\n", f"    rows = []\n    {asked}\n"))
    with dg.DagsterInstance.ephemeral() as instance:
        result = job.execute_in_process(run_config([]), instance)
    said = json.loads((toy.root / "artifacts/leaderboard/holder").read_text())
    assert said["doing"] == f"Dagster's run {result.run_id} of refresh"


def test_a_stage_runs_on_no_other_plan_than_its_refreshs(toy: Project, capfd: pytest.CaptureFixture[str]) -> None:
    toy.params_file.write_text("stages: []")
    with alone(toy, "refresh"):
        with stage_of_a_plan(toy):
            pass
        toy.params_file.write_text("stages: [toy_stages]")
        with (
            pytest.raises(ProjectError, match=r"params\.yaml was changed while a refresh was at work"),
            stage_of_a_plan(toy),
        ):
            pass


def test_dvc_repro_from_a_shell_fails_beside_a_refresh_and_shares_with_its_like(toy: Project, command: Command) -> None:
    command("compose")
    reproduce(toy, ["data.dvc"])
    with stage_of_a_plan(toy):  # as another stage that a shell runs
        reproduce(toy, ["code", "words"])
    other = subprocess.Popen([sys.executable, "-c", HOLDING], cwd=toy.root, stdin=subprocess.PIPE)
    wait_until(lambda: holder(toy).get("doing") == "this")
    with pytest.raises(ReproductionError):
        reproduce(toy, ["changed"])
    failed = command("run", "changed", check=False)
    assert failed.returncode == 1
    assert f"error: 'this' (pid {other.pid}, since " in failed.stderr
    other.communicate(b"\n")
    reproduce(toy, ["changed"])


def test_a_checkout_that_cannot_be_written_to_is_told_in_a_sentence(toy: Project) -> None:
    (toy.state).rename(toy.root / "away")
    toy.state.write_text("in the way, as a file system that is only read would be")
    with pytest.raises(ProjectError, match=r"this checkout cannot be written to: .*turn\.lock"), alone(toy, "refresh"):
        pass
