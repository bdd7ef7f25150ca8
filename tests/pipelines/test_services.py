"""Dagster's page ends with everything that it started, as a person or a shell's script ends it."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from dagster_page import Page, free_port
from patience import wait_until

from benchmarks.pipeline_kill import kill, processes_of
from pipelines.composition import write_composition
from pipelines.project import Project

pytestmark = [pytest.mark.faults, pytest.mark.long]
SLOW = ["pause=600", "executor.limits.seconds=900"]  # for longer than the test waits
SERVICES = ("dagster_webserver", "dagster._daemon", "pipelines run changed")


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Mark that the environment of each process has that a test starts, whoever its parent is."""
    mark = secrets.token_hex(8)
    monkeypatch.setenv("PLACE_REACHED", mark)
    yield mark
    monkeypatch.undo()
    kill(processes_of(mark))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_a_page_in_the_background_ends_with_all_that_it_started(
    toy: Project, mark: str, number: signal.Signals
) -> None:
    write_composition(toy, SLOW)
    port = free_port()
    line = f"{sys.executable} -m pipelines dagster --port {port} > dagster.log 2>&1 & echo $!"
    shell = subprocess.run(["sh", "-c", line], cwd=toy.root, check=True, capture_output=True, text=True)
    page = Page(port)
    wait_until(lambda: page.ask("{ version }"), seconds=300)
    page.launch()

    def lines() -> str:
        return "\n".join(" ".join(process.cmdline()) for process in processes_of(mark))

    wait_until(lambda: all(service in lines() for service in SERVICES), seconds=300)
    os.kill(int(shell.stdout), number)
    wait_until(lambda: not processes_of(mark))
