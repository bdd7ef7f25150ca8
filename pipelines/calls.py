"""The store of model calls under DVC: pinned after calls were made; ``dvc pull`` brings it to another machine.

It is no input of a stage, for stages add to it; what a stage made of it is pinned as that stage's artifact.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from pipelines.project import Project, ProjectError
from pipelines.repro import track

CALLS = "calls"  # the folder; conf/model says which store in it a model uses


def pin_calls(project: Project) -> int:
    """Writes ``calls.dvc`` for what the stores hold now. Returns the number of calls in them.

    Raises:
        ProjectError: a process has a store open.
    """
    stores = sorted((project.root / CALLS).glob("*.sqlite"))
    count = sum(_settled(store) for store in stores)
    if stores:
        track(project, CALLS)
    return count


def _settled(store: Path) -> int:
    """The number of calls in ``store``, whose journal is merged into the one file that is pinned."""
    with closing(sqlite3.connect(store)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            raise ProjectError(f"{store.name} is in use ({error}): pin it when no stage runs") from error
        (count,) = connection.execute("SELECT COUNT(*) FROM calls").fetchone()
        return int(count)
