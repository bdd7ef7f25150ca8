"""A run of a system over a data set, in words that go with every document of lmms-eval, and opened again from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.attribution import PIXELS
from diagramloop.evaluation.data_sets import data_set
from diagramloop.evaluation.pictures import STYLES, Drawing
from diagramloop.evaluation.tasks import Conditions, Posed, Task, task_named

SYSTEMS = {"parse": "vision_parser", "answer": "picture_model", "extract": "zero_shot"}
"""The system of each task if none is named."""
_OPENED = 8  # runs that are kept open


@dataclass(frozen=True)
class Run:
    """A run as ``diagramloop run`` has it.

    Attributes:
        task: that it is of.
        system: a name of ``diagramloop ls systems``, or ``package.module:attribute``; it asks a model once an item.
        data: a shipped data set, a folder, or ``NAME=FOLDER``.
        options: of the system, but its model.
        limit: charts, documents or dialogues; all if None.
        styles: in which charts are drawn for parsers.
        similarity: of texts.
        view: what answerers are given.
    """

    task: str
    system: str
    data: str = "corpus"
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: int | None = None
    styles: tuple[str, ...] = STYLES
    similarity: str = Conditions.similarity
    view: str = PIXELS

    def words(self) -> str:
        """The run as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @property
    def conditions(self) -> Conditions:
        """Those that it is measured under."""
        drawing = Drawing(styles=tuple(self.styles))
        return Conditions(limit=self.limit, similarity=self.similarity, drawing=drawing, view=self.view)


@dataclass(frozen=True)
class OpenRun:
    """A run with its items.

    Attributes:
        run: the run.
        task: under its conditions.
        posed: its items by id, in order.
    """

    run: Run
    task: Task
    posed: Mapping[str, Posed]


@lru_cache(maxsize=_OPENED)
def opened(words: str) -> OpenRun:
    """The run that the words describe.

    Raises:
        DiagramloopError: there is no such task or data set; or no item (EMPTY).
    """
    run = Run(**json.loads(words))
    task = task_named(run.task, run.conditions)
    posed = {one.id: one for one in task.pose(data_set(run.data)).items}
    if not posed:
        raise DiagramloopError(f"{run.data} has no item for the task {run.task}", reason=RejectionReason.EMPTY)
    return OpenRun(run, task, posed)
