"""Inputs of a stage's body."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets.machinery.items import ItemRunner
from assets.machinery.tables import Rows, RowsWithGold
from assets.machinery.tuned_weights import TUNED, with_folders


@dataclass(frozen=True)
class Input:
    """One upstream artifact: the matrix values it was made for and the folder it lies in."""

    key: Mapping[str, str]
    folder: Path


@dataclass(frozen=True)
class StageRun:
    """The inputs of a stage's body.

    Attributes:
        key: this run's matrix values by dimension, empty without a matrix.
        params: the configuration nodes the stage declared, by their full names.
        inputs: by input stage, its artifacts; more than one when that stage has dimensions this one lacks.
        data: the folder of input data, for stages that declare one.
        out: an empty folder to write to.
        items: runs a function over items in a process pool and keeps what is finished.
    """

    key: Mapping[str, str]
    params: Mapping[str, Any]
    inputs: Mapping[str, tuple[Input, ...]]
    data: Path | None
    out: Path
    items: ItemRunner

    @property
    def kept(self) -> Path:
        """A folder of the step's own that stays from one run to the next, killed or not: for work that takes hours."""
        return self.items.store.with_suffix("")

    def folder(self, name: str) -> Path:
        """The folder of the one artifact of input stage ``name``.

        Args:
            name: of a stage, or of several (``charts|canonical_graphs``) of which this run reads just one.
        """
        (only,) = self._of(name)
        return only.folder

    def like(self, name: str, made: Input) -> Input:
        """The one artifact of input stage ``name`` that was made for the matrix values of ``made``, of those it has.

        Args:
            name: as for :meth:`folder`.
        """
        (match,) = self.all_like(name, made)
        return match

    def all_like(self, name: str, made: Input) -> tuple[Input, ...]:
        """Return inputs like :meth:`like`, or none: ``name`` may have no part in this configuration, or several."""
        keys = [(other, other.key.items() & made.key.items()) for other in self._of(name)]
        shared = [other for other, same in keys if len(same) == len(other.key.keys() & made.key.keys())]
        return tuple(shared)

    def _of(self, name: str) -> tuple[Input, ...]:
        return tuple(made for stage in name.split("|") for made in self.inputs.get(stage, ()))

    def rows(self, name: str, columns: Iterable[str] | None = None) -> Rows:
        """The rows of the one artifact of input stage ``name`` (see :meth:`folder`), read lazily."""
        return Rows(self.folder(name), columns)

    def with_gold(self, name: str, columns: Iterable[str] | None = None) -> Rows:
        """Return rows like :meth:`rows`, with their gold: for those who score them, and for controls."""
        return RowsWithGold(self.folder(name), columns)

    def param(self, node: str) -> Any:
        """The value of a declared node, whose name may hold ``{dimension}``."""
        return self.params[node.format(**self.key)]

    def system(self, node: str) -> dict[str, Any]:
        """``make`` and ``options`` of the system at a node that was declared by :func:`made_of`, with the folders of
        the tuned checkpoints that it names.

        Raises:
            DiagramloopError: nothing is tuned under such a name (MISSING).
        """
        make, options = made_of(node)
        return {"make": self.param(make), "options": with_folders(self.param(options), self.tuned)}

    @property
    def tuned(self) -> dict[str, Path]:
        """The folders of tuned checkpoints by name, for stages that declare them as an input."""
        return {made.key["model"]: made.folder for made in self.inputs.get(TUNED, ())}


def made_of(node: str) -> tuple[str, str]:
    """The parameters of a stage whose system is configured at ``node``: not its note, which decides nothing."""
    return (f"{node}.make", f"{node}.options")
