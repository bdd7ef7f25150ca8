"""A run whose process died is ended in Dagster's history by whoever comes next, and what it held is free."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import dagster as dg
import psutil
import pytest

from pipelines.code_location import whole_definitions
from pipelines.dead_runs import cancel_own_runs, end_dead_runs
from pipelines.project import ON_TERMINAL, Project
from pipelines.refresh import refresh
from pipelines.repro import locked_outs

POOL = "endpoint"  # that the stage `changed` takes from
AT_WORK = [dg.DagsterRunStatus.STARTED, dg.DagsterRunStatus.CANCELING]


@pytest.fixture
def history(toy: Project) -> Iterator[dg.DagsterInstance]:
    """Dagster's history of the toy project, as a refresh in a terminal writes it."""
    with dg.DagsterInstance.from_config(os.environ["DAGSTER_HOME"], ON_TERMINAL) as instance:
        yield instance


def began(history: dg.DagsterInstance, pid: int, timestamp: float) -> str:
    """The id of a run that a process has begun, and no process has ended; it holds the one slot of the pool."""
    run = history.create_run_for_job(whole_definitions(Project.find()).resolve_job_def("refresh"))
    event = dg.DagsterEvent(dg.DagsterEventType.RUN_START.value, run.job_name, pid=pid)
    entry = dg.EventLogEntry(None, 20, "", run.run_id, timestamp, job_name=run.job_name, dagster_event=event)
    history.handle_new_event(entry)
    history.event_log_storage.initialize_concurrency_limit_to_default(POOL)
    claim = history.event_log_storage.claim_concurrency_slot(POOL, run.run_id, "changed")
    assert claim.is_claimed
    return run.run_id


def slots(history: dg.DagsterInstance) -> set[str]:
    """The runs that hold a slot of the pool, or wait for one."""
    info = history.event_log_storage.get_concurrency_info(POOL)
    return {*info.active_run_ids, *info.pending_run_ids}


def dead_pid() -> int:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def test_a_held_slot_of_a_dead_run_keeps_no_refresh_waiting(toy: Project, history: dg.DagsterInstance) -> None:
    left = began(history, dead_pid(), time.time())
    refresh(toy, [])
    assert "leaderboard" in locked_outs(toy)
    run = history.get_run_by_id(left)
    assert run is not None
    assert run.status == dg.DagsterRunStatus.FAILURE
    said = [entry.message for entry in history.all_logs(left, of_type=dg.DagsterEventType.RUN_FAILURE)]
    assert len(said) == 1
    assert "has ended without a word" in said[0]
    assert slots(history) == set()
    assert history.get_runs(dg.RunsFilter(statuses=AT_WORK)) == []


def test_a_run_at_work_stays_and_one_of_a_former_process_of_its_number_does_not(history: dg.DagsterInstance) -> None:
    lives = began(history, os.getpid(), time.time())
    end_dead_runs(history)
    assert slots(history) == {lives}
    cancel_own_runs()
    assert slots(history) == set()
    statuses = {run.run_id: run.status for run in history.get_runs()}
    assert statuses == {lives: dg.DagsterRunStatus.CANCELED}
    former = began(history, os.getpid(), psutil.Process().create_time() - 60)
    end_dead_runs(history)
    ended = history.get_run_by_id(former)
    assert ended is not None
    assert ended.status == dg.DagsterRunStatus.FAILURE
    assert slots(history) == set()
