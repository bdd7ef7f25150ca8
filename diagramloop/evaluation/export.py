"""Questions to systems and, apart, the gold: written as files, for systems that are run elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.data_sets import Data, data_set
from diagramloop.evaluation.tasks import TASKS, conditions_of, task_named
from diagramloop.whole_files import whole_folder

ASKED, GOLD = "asked", "gold"


def write_data(
    data: Data, out: Path, tasks: tuple[str, ...] = (), conditions: Mapping[str, Any] | None = None
) -> dict[str, int]:
    """Writes ``OUT/asked/TASK`` and ``OUT/gold/TASK``: what each task's systems get, and what is right.

    Args:
        data: as :func:`diagramloop.evaluate` takes it.
        out: a folder, made if it is not there; nothing in it is written over.
        tasks: names; those that the data set has items for if none are named.
        conditions: of the tasks, each as far as it has them.

    Returns:
        How many items of each task were written.

    Raises:
        DiagramloopError: no such task or data set; no item of a task that is named, or of any (EMPTY); or there are
            files of a task already (INVALID).
        OSError: a file cannot be written; of that task, none is there.
    """
    opened = data_set(data)
    written: dict[str, int] = {}
    for name in tasks or TASKS:
        task = task_named(name, conditions_of(name, conditions or {}))
        try:
            items = task.pose(opened).items
        except DiagramloopError as error:
            if tasks or error.reason is not RejectionReason.UNSUPPORTED:
                raise
            continue
        if items:
            with whole_folder(_free(out / ASKED / name)) as asked, whole_folder(_free(out / GOLD / name)) as gold:
                for posed in items:
                    task.write(posed, asked, gold)
            written[name] = len(items)
    if not written or not written.keys() >= set(tasks):
        raise DiagramloopError(f"{opened.label!r} has no items for that", reason=RejectionReason.EMPTY)
    return written


def _free(folder: Path) -> Path:
    if folder.exists() and any(folder.iterdir()):
        raise DiagramloopError(f"{folder} has files in it already")
    return folder
