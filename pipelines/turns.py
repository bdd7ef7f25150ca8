"""Whose turn it is in a checkout: params.yaml and dvc.yaml are one plan, so two refreshes at once would mix theirs.

A refresh (from a terminal, from Dagster's page, schedule or sensor) has the checkout alone, from composing to the
board that is printed; who comes second waits and says for whom. ``compose`` takes no turn where nothing changes, and
else takes it at once or fails: it would change a plan under its refresh. A stage that ``dvc repro`` runs from a shell
only reads what is composed: it shares the checkout with its like. It does not wait for a refresh, which may itself wait
for what DVC has locked, but fails.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from diagramloop.whole_files import naming
from pipelines.project import Project, ProjectError
from pipelines.waits import Wait

REFRESH = "DIAGRAMLOOP_REFRESH"
"""The environment variable by which a stage knows the process of the refresh that it is part of."""
_COMPOSITION = "DIAGRAMLOOP_COMPOSITION"  # which params.yaml that refresh goes by, as SHA-256
_entered: set[Path] = set()  # lock files of the turns that this process has, by itself or with its run


@contextmanager
def alone(project: Project, doing: str, run: str = "", *, waits: bool = True) -> Iterator[None]:
    """Nobody else composes or runs anything in ``project`` meanwhile; entered again by the same process, it goes on.

    Args:
        doing: what those who wait are told.
        run: the id of Dagster's run, of which other processes are part.
        waits: for whoever has the turn; else that is an error.

    Raises:
        ProjectError: the checkout cannot be written to, or another has the turn.
    """
    place = _place(project)
    if place in _entered:
        yield
        return
    with _opened(place) as lock:
        if not taken_at_once(lock):
            if not waits:
                raise _is_at_work(lock)
            _wait_for(lock)
        _say(lock, doing, run)
        with _entering(project, place):
            yield


@contextmanager
def turn_of_run(project: Project, run: str, job: str) -> Iterator[None]:
    """The turn of one of Dagster's runs: taken by its first process, and shared by those that it starts for its steps.

    Raises:
        ProjectError: the checkout cannot be written to.
    """
    place = _place(project)
    if run and place not in _entered and _is_held_by(project, run):
        turn = _entering(project, place)
    else:
        turn = alone(project, f"Dagster's run {run} of {job}" if run else "Dagster", run)
    with turn:
        yield


@contextmanager
def _entering(project: Project, place: Path) -> Iterator[None]:
    """The turn is this process's, and its stages are told so."""
    os.environ[REFRESH] = str(os.getpid())
    tell_composition(project)
    _entered.add(place)
    try:
        yield
    finally:
        _entered.remove(place)
        os.environ.pop(REFRESH, None)
        os.environ.pop(_COMPOSITION, None)


def _is_held_by(project: Project, run: str) -> bool:
    with _opened(_place(project)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return _said(lock).get("run") == run
        return False  # it is nobody's: what it says is of the last who had it


@contextmanager
def stage_of_a_plan(project: Project) -> Iterator[None]:
    """Keep the composition in ``project`` meanwhile: a stage runs on it, beside others of the same plan.

    Raises:
        ProjectError: a refresh is at work that this stage is no part of, or params.yaml is not what its own composed.
    """
    if (composed := os.environ.get(_COMPOSITION)) is not None:
        if composed != _digest(project):
            raise ProjectError(f"{project.params_file.name} was changed while a refresh was at work: refresh again")
        yield
        return
    with _opened(_place(project)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise _is_at_work(lock) from error
        yield


def tell_composition(project: Project) -> None:
    """Says to the stages that this process will start which params.yaml they are to find."""
    os.environ[_COMPOSITION] = _digest(project)


def _wait_for(lock: TextIO) -> None:
    print(f"waiting for {_holder(lock)}", file=sys.stderr, flush=True)
    wait = Wait(lambda: _holder(lock))
    while not taken_at_once(lock):
        wait.pause()


def _is_at_work(lock: TextIO) -> ProjectError:
    return ProjectError(f"{_holder(lock)} is at work in this checkout: run it again after that")


def _say(lock: TextIO, doing: str, run: str) -> None:
    since = datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
    said = json.dumps({"pid": os.getpid(), "doing": doing, "since": since, "run": run})
    with naming(Path(lock.name)):
        os.ftruncate(lock.fileno(), 0)
        os.write(lock.fileno(), said.encode())


def taken_at_once(lock: TextIO) -> bool:
    """True if this process has ``lock`` alone now, False if another has it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(lock: TextIO) -> str:
    """Who has the lock, as it says itself."""
    said = _said(lock)
    try:
        return f"{said['doing']!r} (pid {said['pid']}, since {said['since']})"
    except KeyError:  # it has the lock, and is about to say who it is
        return "another process"


def _said(lock: TextIO) -> dict[str, Any]:
    lock.seek(0)
    try:
        said = json.loads(lock.read())
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _place(project: Project) -> Path:
    return project.state / "turn.lock"


def _opened(place: Path) -> TextIO:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        return place.open("a+", encoding="utf-8")
    except OSError as error:
        raise ProjectError(f"this checkout cannot be written to: {place}: {error.strerror}") from error


def _digest(project: Project) -> str:
    found = project.params_file.read_bytes() if project.params_file.is_file() else b""
    return hashlib.sha256(found).hexdigest()
