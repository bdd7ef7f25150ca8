"""The tasks by name, each with its items and how its systems are called; a module is imported when it is asked for."""

from __future__ import annotations

from pkgutil import resolve_name

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.tasks._task import Conditions, Posed, Posing, System, Task

__all__ = ["TASKS", "Conditions", "Posed", "Posing", "System", "Task", "task_named"]

TASKS = {
    "parse": "diagramloop.evaluation.tasks._parse:Parse",
    "generate": "diagramloop.evaluation.tasks._generate:Generate",
    "extract": "diagramloop.evaluation.tasks._extract:Extract",
    "attribute": "diagramloop.evaluation.tasks._attribute:Attribute",
    "answer": "diagramloop.evaluation.tasks._answer:AnswerQuestions",
    "converse": "diagramloop.evaluation.tasks._converse:Converse",
}


def task_named(name: str, conditions: Conditions) -> Task:
    """The task of that name.

    Raises:
        DiagramloopError: there is none (MISSING).
    """
    if name not in TASKS:
        raise DiagramloopError(f"no task {name!r}; there are {', '.join(TASKS)}", reason=RejectionReason.MISSING)
    made: Task = resolve_name(TASKS[name])(conditions)
    return made
