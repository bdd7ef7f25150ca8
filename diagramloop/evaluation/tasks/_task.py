"""A task for one call: its items as they are put to systems, and the calls of systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

from diagramloop.data.sources import Rejected
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.lineage import Lineage, lineages_of
from diagramloop.evaluation.outcome import Link, Refusal
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.evaluation.scores import GOLD, Item, ItemScore
from diagramloop.plugins import Kind

READER = "hmas_checked"
Conditions = dict[str, Any]
"""What is to be measured otherwise than a task's own defaults say, by name: the fields of the task's class."""


class ConditionError(DiagramloopError):
    """A task has no such condition, or cannot be measured under its value."""


@dataclass(frozen=True)
class Posed:
    """An item as it is put to a system.

    Attributes:
        item: with its gold: what scores the answer.
        asked: all that a system gets.
        gold: the right answer.
        things: fingerprints of the item, and of what it is a part of.
    """

    item: Item[Any]
    asked: Any
    gold: Any
    things: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Of the item."""
        return self.item.place.id


@dataclass(frozen=True)
class Posing:
    """All items of a data set, and who refused some before they were items.

    Attributes:
        label: of the board if no item came to any.
        items: in order.
        refused: on the way to them.
    """

    label: str
    items: tuple[Posed, ...]
    refused: tuple[Link, ...]


@dataclass(frozen=True)
class Withheld:
    """A step on the way to a system that gave nothing for an item, and why."""

    step: str
    refusal: Refusal


@dataclass(frozen=True)
class System:
    """A system that answers.

    Attributes:
        name: of its row.
        answer: gives the answer to a posed item; raises a DiagramloopError where there is none.
        lineages: what its weights were made of; None where that is not known.
        control: whether it is made of the gold, or of nothing.
        calls: of models that it declares to take for an item, the least and the most; None where it declares none.
        lacks: what it needs and a posed item does not have, in words; empty where it can be asked.
        withheld: the step before the system that gave nothing for a posed item, so that it is not asked; None where
            all that it needs is there.
    """

    name: str
    answer: Callable[[Posed], Any]
    lineages: tuple[Lineage, ...] | None = None
    control: bool = False
    calls: tuple[int, int] | None = None
    lacks: Callable[[Posed], str] = lambda _: ""
    withheld: Callable[[Posed], Withheld | None] = lambda _: None


Answers = Sequence[tuple[Posed, Any]]  # the items that were answered, each with its answer
Rows = Sequence[LeaderboardRow]


class Task(Protocol):
    """One task under its conditions, which are the fields of its class.

    Attributes:
        name: as it is called, such as ``parse``.
        board: as the leaderboard calls it, such as ``parsing``.
        kind: of plug-in that its systems are.
        metrics: names of all its metrics that have counts of their own.
        shown: those that a table shows first.
        confidences: names of the figures of how sure systems are, which are no sums over items.
        seed: of the bootstrap, and of generators.
    """

    @property
    def name(self) -> str: ...

    @property
    def seed(self) -> int: ...

    @property
    def confidences(self) -> tuple[str, ...]: ...

    @property
    def kind(self) -> Kind[Any]: ...

    @property
    def board(self) -> str: ...

    @property
    def metrics(self) -> tuple[str, ...]: ...

    @property
    def shown(self) -> tuple[str, ...]: ...

    def pose(self, data: DataSet) -> Posing:
        """The items of a data set."""
        ...

    def system(self, system: Any, options: Mapping[str, Any]) -> System:
        """Return the system that ``system`` (a name, ``package.module:attribute``, a callable, an object) means."""
        ...

    def prediction(self, content: Any, posed: Posed | None = None) -> Any:
        """The answer in a prediction: a value in Python, a text, a record; or the path of a file.

        Args:
            posed: the item that it answers, by which names in a text are known.
        """
        ...

    def confidence_rows(self, rows: Sequence[LeaderboardRow], scores: Sequence[ItemScore], answers: Answers) -> Rows:
        """The cells of :attr:`confidences`; ``rows`` and ``scores`` are the system's others."""
        ...

    def write(self, posed: Posed, asked: Path, gold: Path) -> None:
        """Writes what a system is asked into the folder ``asked``, and apart from it the gold."""
        ...


class Scoring(Protocol):
    """A module that scores the answers to one task.

    Attributes:
        TASK: name of the board.
        SHOWN: names of the metrics that a table shows first.
    """

    TASK: str
    SHOWN: tuple[str, ...]

    def all_metrics(self) -> tuple[str, ...]:
        """Names of all metrics of the task that have counts of their own."""
        ...


@dataclass(frozen=True)
class Scored:
    """Base of tasks: board and metrics are those of the module that scores the answers; its fields are conditions.

    Attributes:
        limit: charts, documents or dialogues; all if None.
        seed: of the bootstrap, and of generators.
    """

    limit: int | None = None
    seed: int = 0
    name: ClassVar[str]
    scoring: ClassVar[Scoring]
    kind: ClassVar[Kind[Any]]
    confidences: ClassVar[tuple[str, ...]] = ()

    @property
    def board(self) -> str:
        """See :class:`Task`."""
        return self.scoring.TASK

    @property
    def metrics(self) -> tuple[str, ...]:
        """See :class:`Task`."""
        return self.scoring.all_metrics()

    @property
    def shown(self) -> tuple[str, ...]:
        """See :class:`Task`."""
        return self.scoring.SHOWN

    def confidence_rows(self, rows: Sequence[LeaderboardRow], scores: Sequence[ItemScore], answers: Answers) -> Rows:
        """None: the systems of most tasks do not say how sure they are."""
        del rows, scores, answers
        return ()


def gold_system() -> System:
    """The control that answers every item with its gold."""
    return System(GOLD, lambda posed: posed.gold, control=True)


@dataclass(frozen=True)
class Found:
    """A system that was named or given, before it is told from others of its task.

    Attributes:
        name: of its row.
        made: the object.
        lineages: as :class:`System` has them.
    """

    name: str
    made: Any
    lineages: tuple[Lineage, ...] | None = None

    @property
    def calls(self) -> tuple[int, int] | None:
        """The calls of models that it declares, see :class:`System`."""
        least_most = getattr(self.made, "calls_per_item", None)
        return None if least_most is None else (int(least_most[0]), int(least_most[1]))


def found(kind: Kind[Any], system: Any, options: Mapping[str, Any]) -> Found:
    """The system that is meant by a name, or made of what is given, as :meth:`diagramloop.plugins.Kind.made_of` has it.

    Raises:
        DiagramloopError: there is none of that name (MISSING), or it cannot be made (INVALID).
    """
    if isinstance(system, str):
        return Found(system, kind.made(system, **options), lineages_of(kind, system, options))
    name = str(getattr(system, "name", getattr(system, "__name__", system)))
    return Found(name, kind.made_of(system, name, options))


def refusals(name: str, rejected: Iterable[Rejected]) -> Link:
    """Refusals of items by the data set itself."""
    return Link(name, {row.id: Refusal(row.reason, row.detail) for row in rejected}, answers=False)


def place_of(folder: Path, id: str, suffix: str) -> Path:
    """The file of an item in a folder that is there then; an id may hold ``/``, and never leads out.

    Raises:
        DiagramloopError: it would.
    """
    path = folder / f"{id}{suffix}"
    if not path.resolve().is_relative_to(folder.resolve()):
        raise DiagramloopError(f"the id {id!r} leads out of {folder}")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
