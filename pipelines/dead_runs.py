"""Runs of Dagster whose process has died: Dagster's history has them at work, and holding slots of pools, for ever.

Every run has the checkout's turn while it works. So whoever has the turn ends them, and what they held is free.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import dagster as dg
import psutil

_AT_WORK = (dg.DagsterRunStatus.STARTED, dg.DagsterRunStatus.CANCELING)
_DIED = "The process of this run (pid {}) has ended without a word: killed, out of memory, or the machine went off."
_STOPPED = "Stopped by a signal, such as the interrupt key, in the terminal that it ran in."


def end_dead_runs(instance: dg.DagsterInstance) -> None:
    """Marks as failed each run that is at work in the history of ``instance`` and on this machine is not."""
    for run, start in _runs_at_work(instance):
        if not _lives(start):
            instance.report_run_failed(run, _DIED.format(_pid(start)))
            _free_slots(instance, run)


def cancel_own_runs() -> None:
    """Marks as cancelled the runs of this process, which is about to end."""
    with dg.DagsterInstance.get() as instance:
        for run, start in _runs_at_work(instance):
            if _pid(start) == os.getpid():
                instance.report_run_canceled(run, _STOPPED)
                _free_slots(instance, run)


def _runs_at_work(instance: dg.DagsterInstance) -> Iterator[tuple[dg.DagsterRun, dg.EventLogEntry]]:
    """Each such run, and the event that its own process wrote when it began."""
    for run in instance.get_runs(dg.RunsFilter(statuses=list(_AT_WORK))):
        starts = instance.all_logs(run.run_id, of_type=dg.DagsterEventType.RUN_START)
        if starts:
            yield run, starts[-1]


def _pid(event: dg.EventLogEntry) -> int | None:
    return event.dagster_event.pid if event.dagster_event else None


def _lives(start: dg.EventLogEntry) -> bool:
    """True if the process that wrote the event lives; a younger one of its number is another."""
    pid = _pid(start)
    if pid is None:
        return False
    try:
        return psutil.Process(pid).create_time() <= start.timestamp
    except psutil.NoSuchProcess:
        return False


def _free_slots(instance: dg.DagsterInstance, run: dg.DagsterRun) -> None:
    if instance.event_log_storage.supports_global_concurrency_limits:
        instance.event_log_storage.free_concurrency_slots_for_run(run.run_id)
