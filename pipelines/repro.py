"""DVC in process: brings steps up to date, and says what the lock holds.

In process it is several times faster for a no-op than on the command line, and does the same.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import yaml

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.whole_files import is_of_the_disk, write_whole
from pipelines.lifetimes import interruptible
from pipelines.private_doors import dvc_errors, dvc_lock, dvc_registry, dvc_repo
from pipelines.project import Project, load_yaml
from pipelines.unfinished import EXIT_CODE
from pipelines.waits import Wait

Answer = TypeVar("Answer")
DATA = "data.dvc"
_log = logging.getLogger(__name__)


class ReproductionError(DiagramloopError):
    """DVC could not bring a step up to date; the step's own message is above it in the output."""

    reason = RejectionReason.ENGINE_FAILED


class UnfinishedError(ReproductionError):
    """A stage made all its artifacts, and some of their items failed for the machine's sake."""


def reproduce(project: Project, targets: Sequence[str] = (), *, wait_seconds: float = 3600.0) -> list[str]:
    """Brings ``targets`` (in the given order, without their inputs; by default everything) up to date.

    Waits for other DVC processes instead of failing beside them.

    Returns:
        The names of the steps that had changed.

    Raises:
        ReproductionError: a step failed, or others held the lock for ``wait_seconds``.
    """
    return _patiently(project, lambda: _reproduced(project, targets), wait_seconds)


def out_of_date(project: Project, *, wait_seconds: float = 3600.0) -> set[str]:
    """The names of the stages that DVC would run, or look at anew, as everything is now.

    Raises:
        ReproductionError: as :func:`reproduce`.
    """
    return _patiently(project, lambda: _out_of_date(project), wait_seconds)


def _patiently(project: Project, work: Callable[[], Answer], wait_seconds: float) -> Answer:
    failure, locked = dvc_errors()
    give_up = time.monotonic() + wait_seconds
    wait = Wait(lambda: "another DVC, which works on the same folders")
    while True:
        try:
            with _locked(project):  # what is half written now, a killed process left
                _mend(project)
                _keep_lock(project)
            done = interruptible(work)
            _kept_lock(project).unlink(missing_ok=True)
            return done
        except failure as error:
            causes = list(_causes(error))
            if any(map(is_of_the_disk, causes)):
                _restore_lock(project)
            if not any(isinstance(cause, locked) for cause in causes) or time.monotonic() > give_up:
                reasons = ": ".join(dict.fromkeys(str(cause) for cause in causes if str(cause)))
                kind = UnfinishedError if reasons.endswith(f"exited with {EXIT_CODE}") else ReproductionError
                raise kind(reasons) from error
            wait.pause()


def _reproduced(project: Project, targets: Sequence[str]) -> list[str]:
    with _repo(project) as repo:
        done = repo.reproduce(targets=list(targets) or None, single_item=bool(targets))
        return [stage.addressing for stage in done]


def _out_of_date(project: Project) -> set[str]:
    with _repo(project) as repo:
        return set(repo.status())


def locked_stages(project: Project) -> dict[str, dict[str, Any]]:
    """The entries of dvc.lock by stage; none where there is no such file."""
    with _locked(project):
        return dict(_load(project.lock_file).get("stages", {}))


def locked_outs(project: Project) -> dict[str, dict[str, str]]:
    """By step name, the MD5 of each folder or file it made, as dvc.lock and data.dvc have it."""
    outs = {name: entry.get("outs", ()) for name, entry in locked_stages(project).items()}
    outs[DATA] = _load(project.data_pin).get("outs", ())
    return {name: {out["path"]: out["md5"] for out in entries if "md5" in out} for name, entries in outs.items()}


def pin_is_stale(project: Project) -> bool:
    """True when data.dvc does not pin what its import would bring."""
    with _repo(project) as repo:
        return any(dep.status() for stage in repo.stage.load_file(DATA) for dep in stage.deps)


def track(project: Project, path: str) -> None:
    """Pins the file or folder ``path`` as it is now, in ``path.dvc``."""
    with _repo(project) as repo:
        repo.add(path)


def collect_garbage(project: Project) -> None:
    """Removes from DVC's cache, and from what it remembers of runs, all that the present lock does not need."""
    with _repo(project) as repo:
        repo.gc(workspace=True)


@contextmanager
def _locked(project: Project) -> Iterator[None]:
    """Nobody writes DVC's files meanwhile: none of them is written whole."""
    with dvc_lock(project.root):
        yield


@contextmanager
def _repo(project: Project) -> Iterator[Any]:
    logging.getLogger("dvc").setLevel(logging.WARNING)  # each step tells of itself
    with dvc_repo(project.root) as repo:
        yield repo


def _load(path: Path) -> dict[str, Any]:
    return (load_yaml(path) or {}) if path.is_file() else {}


def _mend(project: Project) -> None:
    """Removes what a process killed while it wrote can leave half written; DVC makes both anew, or we have a copy."""
    for path in (project.lock_file, dvc_registry(project.root)):
        if path.is_file() and not _is_mapping(path):
            _log.warning("%s was left half written; it is made anew", path)
            path.unlink()
            if path == project.lock_file:
                _restore_lock(project)


def _keep_lock(project: Project) -> None:
    """A copy of the lock as it is, beside it: DVC writes the lock in place, and half of it where the disk is full."""
    if project.lock_file.is_file():
        write_whole(_kept_lock(project), project.lock_file.read_bytes())


def _restore_lock(project: Project) -> None:
    """Puts the copy in the lock's place, which takes no space."""
    with suppress(FileNotFoundError):
        _kept_lock(project).replace(project.lock_file)


def _kept_lock(project: Project) -> Path:
    return project.root / ".dvc" / "tmp" / "dvc.lock.kept"


def _is_mapping(path: Path) -> bool:
    try:
        return isinstance(load_yaml(path), dict)
    except yaml.YAMLError:
        return False


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
