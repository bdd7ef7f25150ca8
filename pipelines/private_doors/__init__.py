"""Uses of other packages that they do not promise: named here alone, each with the reason.

pyproject.toml bounds the versions of these packages; with a new one, this is what to look at. (Two layouts of DVC are
read besides, both documented: its cache, by :mod:`pipelines.listings`, and dvc.lock, by :mod:`pipelines.repro`.)
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pipelines.waits import Wait

DVC_STAGE = "DVC_STAGE"
"""The variable that DVC sets for what it runs: no other sign tells a stage that DVC is among its ancestors."""

NO_CAPTURE = {"module": "dagster._core.storage.noop_compute_log_manager", "class": "NoOpComputeLogManager"}
"""Of Dagster, for runs in a terminal: by default it takes what steps print, and nothing public leaves that be."""

KEPT_ENGINES = {"module": "pipelines.private_doors.dagster_history", "class": "KeptEngines"}
"""The storage of Dagster's events that a run in a terminal uses: see there."""


def dvc_repo(root: Path) -> Any:
    """DVC on the project in ``root``. ``dvc.api`` has no ``repro``, and the command line costs seconds a call."""
    from dvc.repo import Repo

    repo = Repo(str(root))
    repo.lock = _waited_for(repo.lock)
    return repo


def dvc_lock(root: Path) -> Any:
    """DVC's own lock on the project in ``root``: it writes dvc.lock in place, so readers must keep it from writing."""
    from dvc.lock import make_lock

    folder = root / ".dvc" / "tmp"
    folder.mkdir(parents=True, exist_ok=True)
    return _waited_for(make_lock(str(folder / "lock"), tmp_dir=str(folder)))


def _waited_for(lock: Any) -> Any:
    """The same lock of DVC's, which gives up after seconds: waited for now, as long as it takes, and told."""
    _, locked = dvc_errors()
    take = lock.lock

    def take_in_turn() -> None:
        wait = Wait(lambda: f"another DVC, which has {lock.lockfile}")
        while True:
            try:
                take()
            except locked:
                wait.pause()
            else:
                return

    lock.lock = take_in_turn
    return lock


def dvc_cache(root: Path) -> Path:
    """The folder of DVC's cache: as ``dvc cache dir`` set it at any level, else the project's own."""
    from dvc.config import Config

    folder = root / ".dvc"
    configured = Config(str(folder)).get("cache", {}).get("dir")
    return Path(configured) if configured else folder / "cache"


def dvc_registry(root: Path) -> Path:
    """Who reads and writes which folder, as DVC notes it: left half written by a kill, it stops every later run."""
    return root / ".dvc" / "tmp" / "rwlock"


def dvc_errors() -> tuple[type[Exception], type[Exception]]:
    """Errors that DVC raises, and those where another process has a lock: that one is waited for."""
    from dvc.exceptions import DvcException
    from dvc.lock import LockError

    return DvcException, LockError


@contextmanager
def unannounced_features() -> Iterator[None]:
    """Features of Dagster that may still change, used without its word on that at each use: references to code, checks
    of a single partition."""
    from dagster import BetaWarning, PreviewWarning

    with warnings.catch_warnings():
        for kind in (BetaWarning, PreviewWarning):
            warnings.simplefilter("ignore", kind)
        yield
