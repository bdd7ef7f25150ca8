"""What a stage is: plain data recorded by a decorator. No orchestrator is imported here.

A stage is declared once::

    @stage(group="parse", inputs=("styled_figures",), matrix={"source": "sources", "parser": "parsers"},
           params=("parsers.{parser}",), code=("flowbench/parse", "flowbench/graph"))
    def parsed_figures(run: StageRun) -> StageReport:
        ...

and everything else (dvc.yaml, the Dagster assets, the order of execution) is derived from that by the
package ``pipelines``.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assets._items import Batch, ItemRunner
from assets._tables import Rows
from flowbench.errors import RejectionReason

MACHINERY = tuple(f"assets/_{name}.py" for name in ("items", "stage", "store", "streams", "tables", "work"))
ANSWERS_REJECTED = (
    *(RejectionReason.REFUSED, RejectionReason.EMPTY, RejectionReason.TOO_LARGE, RejectionReason.UNREADABLE),
    RejectionReason.MISSING,
)
"""How a model's answer can fail without anyone being alarmed, or the model not be there: its row says so."""

REPORT = "report.json"
THUMBNAIL = "thumbnail.png"


@dataclass(frozen=True)
class StageReport:
    """What one run of a stage says about itself; nothing in it depends on the machine or the clock.

    Attributes:
        items: input items.
        done: items that were processed.
        rejected: items that were not, by reason; ``items == done + sum(rejected.values())``.
        figures: figures of merit by name.
        thumbnail: a small PNG to show, or None.
    """

    items: int
    done: int
    rejected: Mapping[str, int] = field(default_factory=dict)
    figures: Mapping[str, float | None] = field(default_factory=dict)
    thumbnail: bytes | None = None

    @property
    def adds_up(self) -> bool:
        """True when every item ended either done or rejected."""
        return self.items == self.done + sum(self.rejected.values())

    @classmethod
    def of(
        cls, batch: Batch, figures: Mapping[str, float | None] | None = None, thumbnail: bytes | None = None
    ) -> StageReport:
        """The report of a batch whose rows were written."""
        return cls(batch.items, batch.done, batch.rejected, figures or {}, thumbnail)

    def write(self, folder: Path) -> None:
        """Writes ``report.json`` and, if there is one, ``thumbnail.png`` to ``folder``."""
        body = {"items": self.items, "done": self.done, "rejected": self.rejected, "figures": self.figures}
        (folder / REPORT).write_text(json.dumps(body, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        if self.thumbnail is not None:
            (folder / THUMBNAIL).write_bytes(self.thumbnail)

    @classmethod
    def read(cls, folder: Path) -> StageReport:
        """What :meth:`write` wrote."""
        body = json.loads((folder / REPORT).read_text(encoding="utf-8"))
        picture = folder / THUMBNAIL
        return cls(**body, thumbnail=picture.read_bytes() if picture.exists() else None)


@dataclass(frozen=True)
class Input:
    """One upstream artifact: the matrix values it was made for and the folder it lies in."""

    key: Mapping[str, str]
    folder: Path


@dataclass(frozen=True)
class StageRun:
    """What a stage's body is given.

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
        """As :meth:`like`, perhaps none: ``name`` may have no part in this configuration, or several."""
        keys = [(other, other.key.items() & made.key.items()) for other in self._of(name)]
        shared = [other for other, same in keys if len(same) == len(other.key.keys() & made.key.keys())]
        return tuple(shared)

    def _of(self, name: str) -> tuple[Input, ...]:
        return tuple(made for stage in name.split("|") for made in self.inputs.get(stage, ()))

    def rows(self, name: str, columns: Iterable[str] | None = None) -> Rows:
        """The rows of the one artifact of input stage ``name`` (see :meth:`folder`), read lazily."""
        return Rows(self.folder(name), columns)

    def param(self, node: str) -> Any:
        """The value of a declared node, whose name may hold ``{dimension}``."""
        return self.params[node.format(**self.key)]

    def system(self, node: str) -> dict[str, Any]:
        """``make`` and ``options`` of the system at a node that was declared by :func:`made_of`."""
        make, options = made_of(node)
        return {"make": self.param(make), "options": self.param(options)}


def made_of(node: str) -> tuple[str, str]:
    """The parameters of a stage whose system is configured at ``node``: not its note, which decides nothing."""
    return (f"{node}.make", f"{node}.options")


@dataclass(frozen=True)
class Stage:
    """The declaration of one stage.

    Attributes:
        name: of the artifact it makes.
        group: the branch it belongs to (ingest, render, generate, parse, score, leaderboard, ...).
        body: makes the artifact.
        inputs: names of the stages whose artifacts it reads.
        data: folder of input data it reads, may hold ``{dimension}``: the value, or what its configuration node
            says under ``folder``; empty for none.
        params: configuration nodes it depends on, may hold ``{dimension}``.
        code: files and folders whose content decides what it makes.
        matrix: by dimension, the configuration node whose keys (or items) are its values; with uses in
            brackets (``sources[questions|dialogues]``) only those keys that are put to one of them.
        may_reject: reasons for which an item can be rejected without anyone being alarmed.
        expected: figures of merit that must have exactly these values, such as a control row's.
    """

    name: str
    group: str
    body: Callable[[StageRun], StageReport]
    inputs: tuple[str, ...] = ()
    data: str = ""
    params: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    matrix: Mapping[str, str] = field(default_factory=dict)
    may_reject: tuple[RejectionReason, ...] = ()
    expected: Mapping[str, float] = field(default_factory=dict)

    @property
    def description(self) -> str:
        """The body's docstring."""
        return inspect.getdoc(self.body) or ""

    @property
    def module_path(self) -> str:
        """The path of the declaring module, relative to the folder that holds its package."""
        return self.body.__module__.replace(".", "/") + ".py"

    def code_hash(self, root: Path) -> str:
        """SHA-256 (hex) of the code that decides what this stage makes, under ``root``."""
        return _hash_files(root, (self.module_path, *self.code))


def stage(**declaration: Any) -> Callable[[Callable[[StageRun], StageReport]], Stage]:
    """Declares the decorated function as a :class:`Stage` of its own name; see there for the arguments."""

    def declare(body: Callable[[StageRun], StageReport]) -> Stage:
        return Stage(name=body.__name__, body=body, **declaration)

    return declare


def _hash_files(root: Path, paths: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for path in sorted(_files(root, paths)):
        content = hashlib.sha256((root / path).read_bytes()).hexdigest()
        digest.update(f"{path}\0{content}\n".encode())
    return digest.hexdigest()


def _files(root: Path, paths: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        place = root / path
        members = place.rglob("*") if place.is_dir() else (place,)
        found.update(m.relative_to(root).as_posix() for m in members if m.is_file() and "__pycache__" not in m.parts)
    return found
