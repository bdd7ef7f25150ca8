"""The stages in which the systems of a task answer, made of what the task's own module says of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import pyarrow as pa

from assets._canaries import put_canary
from assets.machinery import ANSWERS_REJECTED, Items, Row, Stage, StageReport, StageRun, made_of
from diagramloop.asking import Need, answering, askable
from diagramloop.models.chat import Usage
from diagramloop.plugins import Kind

_Task = TypeVar("_Task")
_Answer = TypeVar("_Answer")

COSTS = ("prompt_tokens", "completion_tokens", "calls")
COST_COLUMNS = [*((name, pa.int64()) for name in COSTS), ("seconds", pa.float64())]
"""Of models; the seconds are those of when they were first called."""


@dataclass(frozen=True)
class Canary:
    """The item more, of which the stored gold is false (:mod:`assets._canaries`), as it is put to a system.

    Attributes:
        stage: an input stage, whose artifact has it.
        item: makes the item of its row, of the others and of the system's ``make``; None where nothing can be put.
        told: whether an answer, the first argument, has the false gold of its row.
    """

    stage: str
    item: Callable[[Row, Items, str], Row | None]
    told: Callable[[Row, Row], bool]


@dataclass(frozen=True)
class Answering:
    """The way in which the systems of a task answer.

    Attributes:
        systems: the configuration node of a step's system, such as ``extractors.{extractor}``.
        items: the rows that are put to a system, of which it gets no more than its task.
        answer: makes the artifact's rows of one of these, by the system's ``make`` and ``options`` and by ``settings``.
        columns: of the artifact.
        settings: further arguments of ``answer``.
        canary: put to every system; None where there is none.
    """

    systems: str
    items: Callable[[StageRun], Items]
    answer: Callable[..., list[Row]]
    columns: pa.Schema
    settings: Callable[[StageRun], Mapping[str, Any]] = lambda _: {}
    canary: Canary | None = None

    def stage(self, name: str, description: str, params: tuple[str, ...] = (), **declaration: Any) -> Stage:
        """The stage that puts every item to one system: declared where ``answer`` is.

        Args:
            params: beside those of the system.
            declaration: as :class:`~assets.machinery.Stage` has it.
        """

        def body(run: StageRun) -> StageReport:
            return self._answered(run)

        body.__doc__, body.__module__ = description, self.answer.__module__
        declared = {"may_reject": ANSWERS_REJECTED, **declaration}
        return Stage(name=name, body=body, params=(*made_of(self.systems), *params), **declared)

    def _answered(self, run: StageRun) -> StageReport:
        system, items = run.system(self.systems), self.items(run)
        options = {**system, **self.settings(run)}
        batch = run.items.for_each(self.answer, items, options, self.columns, run.out)
        canary = self.canary
        if canary is not None:
            put_canary(
                *(run, batch, canary.stage, self.answer, options, self.columns),
                item=lambda row: canary.item(row, items, system["make"]),
                told=canary.told,
            )
        return StageReport.of(batch)


def answer_by(
    kind: Kind[Any],
    make: str,
    options: Mapping[str, Any],
    call: Callable[[Any, _Task, str], _Answer],
    task: _Task,
    offered: Collection[Need] = (),
) -> _Answer:
    """The answer of the system ``make`` to one task, if the task can be put to it.

    Args:
        call: calls a system of this kind, which is made once in each process: its weights are loaded once.
        offered: what the task has that systems may need.

    Raises:
        DiagramloopError: why there is none, under the reason that counts (:mod:`diagramloop.asking`).
    """
    system = askable(lambda: made_once(kind, make, json.dumps(options)), task, offered)
    with answering():
        return call(system, task, make)


@lru_cache(maxsize=2)  # an agent and its user
def made_once(kind: Kind[Any], make: str, options: str) -> Any:
    """The system of these options, as JSON; made once in each process: its weights are loaded once."""
    return kind.made(make, **json.loads(options))


def costs(usage: Usage) -> Row:
    """The cells of :data:`COST_COLUMNS`."""
    return {name: getattr(usage, name) for name in (*COSTS, "seconds")}
