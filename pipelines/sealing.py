"""The seal of the pipeline's rooms: the gold that systems are scored by is hidden, the code that scores is fixed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from assets.machinery import Stage, folders_with_gold
from diagramloop.base.room import Seal
from pipelines.project import Project
from pipelines.workspace import checkout_of

_CODE = ("diagramloop", "assets", "pipelines", "conf", "dvc.yaml", "dvc.lock", "params.yaml", ".dvc")
_CALLS = "calls"  # where answers of models are kept, which whoever asks them writes
_LEARNING = ("training", "benchmark")  # groups of stages in whose rooms data sets are read


def seal_of(project: Project, stage: Stage | None = None) -> Seal:
    """The seal of every room that is opened for ``stage``, or before any: items come in over its line, not from files.

    A stage that brings data in, or learns from them, reads them in its rooms too; systems are not asked there.
    """
    if stage is not None and (stage.data or stage.group in _LEARNING):
        return Seal(network=True)
    (project.root / _CALLS).mkdir(exist_ok=True)  # within a room nothing is made beside what is there
    hidden = tuple(path for root in _roots(project) for path in folders_with_gold(root))
    code = tuple(path for root in _roots(project) for name in _CODE if (path := root / name).exists())
    return Seal(network=True, hidden=hidden, fixed=(*code, Path(sys.prefix)), writable=(project.root / _CALLS,))


def _roots(project: Project) -> Iterator[Path]:
    """The project's own, and that of the checkout that it is a workspace of."""
    yield project.root
    if (checkout := checkout_of(project)) is not None:
        yield checkout
