"""The tasks by name, each with its items and how its systems are called; a module is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pkgutil import resolve_name
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.tasks._task import ConditionError, Conditions, Posed, Posing, System, Task, Withheld

__all__ = [
    "TASKS",
    "ConditionError",
    "Conditions",
    "Posed",
    "Posing",
    "System",
    "Task",
    "Withheld",
    "conditions_of",
    "task_named",
]

TASKS = {
    "parse": "diagramloop.evaluation.tasks._parse:Parse",
    "generate": "diagramloop.evaluation.tasks._generate:Generate",
    "extract": "diagramloop.evaluation.tasks._extract:Extract",
    "attribute": "diagramloop.evaluation.tasks._attribute:Attribute",
    "answer": "diagramloop.evaluation.tasks._answer:AnswerQuestions",
    "converse": "diagramloop.evaluation.tasks._converse:Converse",
    "convert": "diagramloop.evaluation.tasks._convert:Convert",
}


def task_named(name: str, conditions: Mapping[str, Any] | None = None) -> Task:
    """The task of that name, under its own defaults where ``conditions`` say nothing else.

    Raises:
        DiagramloopError: there is no such task (MISSING).
        ConditionError: the task has no such condition, or cannot be measured under its value.
    """
    given, own = conditions or {}, conditions_of(name)
    if unknown := [condition for condition in given if condition not in own]:
        known = ", ".join(own)
        raise ConditionError(f"the task {name} has no condition {', '.join(map(repr, unknown))}; it has {known}")
    task: Task = _class_of(name)(**given)
    return task


def conditions_of(name: str, among: Mapping[str, Any] | None = None) -> Conditions:
    """The conditions of a task with their defaults; or those of ``among`` that it has, with their values there.

    Raises:
        DiagramloopError: there is no such task (MISSING).
    """
    task = _class_of(name)()
    defaults = {field.name: getattr(task, field.name) for field in fields(task)}
    return defaults if among is None else {own: among[own] for own in defaults if own in among}


def _class_of(name: str) -> type[Any]:
    if name not in TASKS:
        raise DiagramloopError(f"no task {name!r}; there are {', '.join(TASKS)}", reason=RejectionReason.MISSING)
    task_class: type[Any] = resolve_name(TASKS[name])
    return task_class
