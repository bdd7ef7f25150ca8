"""A refresh that a signal ends at any of its transitions: the same command finishes, and makes the same bytes."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest

from benchmarks.pipeline_kill import (
    MORE,
    MOST,
    SIGNALS,
    TRANSITIONS,
    Environment,
    Finished,
    end_at,
    finish,
    lock_of,
    make_project,
    served,
)
from pipelines.project import Project
from pipelines.verify import verify

IN_A_POOL = "in an item of a pool's stage"
PATIENCE_SECONDS = 240.0  # for processes to end, and for a refresh that hangs, on a machine with other work


class Quiet(NamedTuple):
    """A refresh that nothing ended: its project, its figures, and the address that it downloads from."""

    root: Path
    figures: Finished
    address: str


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Quiet]:
    root = tmp_path_factory.mktemp("quiet") / "project"
    with served() as address:
        figures = finish(root, make_project(root, MORE, address))
        assert figures.is_well, figures.output
        yield Quiet(root, figures, address)


def with_histories(root: Path, environment: Environment, histories: Path) -> Environment:
    """The same project, whose databases are there already: to make them takes seconds."""
    shutil.copytree(histories, root / ".diagramloop")
    return environment


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP], ids=lambda number: number.name)
def test_what_ends_in_a_stage_of_a_pool_is_finished_by_the_same_command(
    tmp_path: Path, refreshed_once: Path, empty_histories: Path, number: signal.Signals
) -> None:
    root = tmp_path / "project"
    environment = with_histories(root, make_project(root), empty_histories)
    assert end_at(root, environment, TRANSITIONS[IN_A_POOL], number, PATIENCE_SECONDS) == []
    end = finish(root, environment, PATIENCE_SECONDS)
    assert end.is_well, end
    assert lock_of(root) == lock_of(refreshed_once)


@pytest.mark.long
@pytest.mark.faults
@pytest.mark.parametrize(("transition", "name"), [*zip(TRANSITIONS, cycle(SIGNALS), strict=False)])
def test_a_refresh_that_a_signal_ends_at_a_transition_is_finished_by_the_same_command(
    tmp_path: Path, quiet: Quiet, transition: str, name: str
) -> None:
    root = tmp_path / "project"
    environment = make_project(root, MORE, quiet.address)
    assert end_at(root, environment, TRANSITIONS[transition], SIGNALS[name], PATIENCE_SECONDS) == []
    end = finish(root, environment, PATIENCE_SECONDS)
    assert end.is_well, end
    assert lock_of(root) == lock_of(quiet.root)
    assert verify(Project(root)) == []
    assert end.processor_seconds <= MOST * quiet.figures.processor_seconds
