"""Tasks of inspect_ai (the UK AI Security Institute's framework): ``inspect eval diagramloop/parse --model X``.

Inspect finds them by the entry point ``inspect_ai`` of the package. Each puts the items of a data set to one of
diagramloop's systems whose model is the evaluation's, and scores as ``diagramloop run`` does, to the last digit.
Arguments are Inspect's: ``-T data=corpus -T system=zero_shot -T charts=5``.
"""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task

from diagramloop.doors.inspect_tasks._tasks import inspect_task
from diagramloop.evaluation.pictures import Drawing


@task
def parse(
    data: str = "corpus",
    system: str = "vision_parser",
    options: dict[str, Any] | None = None,
    charts: int | None = None,
    styles: str | None = None,
    similarity: str | None = None,
) -> Task:
    """A picture in, the graph that it shows out.

    Args:
        data: as ``diagramloop run --data`` takes it.
        system: a name of ``diagramloop ls systems``, or ``package.module:attribute``.
        options: of the system.
        charts: of the data set, the same ones everywhere; all if None.
        styles: in which charts are drawn, with plus signs between: ``mono+multi``; all if None.
        similarity: of texts; as each metric declares if None.
    """
    drawing = Drawing(styles=tuple(styles.split("+"))) if styles else Drawing()
    conditions = {"limit": charts, "drawing": drawing, "similarity": similarity}
    return inspect_task("parse", data, system, options, conditions)


@task
def extract(
    data: str = "corpus",
    system: str = "zero_shot",
    options: dict[str, Any] | None = None,
    documents: int | None = None,
) -> Task:
    """A document in, the procedural graph that it describes out; arguments as :func:`parse`."""
    return inspect_task("extract", data, system, options, {"limit": documents})


@task
def attribute(
    data: str = "corpus",
    system: str = "flow_path_agent",
    options: dict[str, Any] | None = None,
    charts: int | None = None,
    view: str = "graph",
) -> Task:
    """A question with its answer and chart in, the nodes behind the answer out; arguments as :func:`answer`."""
    return inspect_task("attribute", data, system, options, {"limit": charts, "view": view})


@task
def answer(
    data: str = "corpus",
    system: str = "picture_model",
    options: dict[str, Any] | None = None,
    charts: int | None = None,
    view: str = "pixels",
) -> Task:
    """A question on a chart in, an answer out; arguments as :func:`parse`.

    Args:
        view: ``graph``, or ``pixels``: a picture, with what the embedded parser read of it for who asks for that.
    """
    return inspect_task("answer", data, system, options, {"limit": charts, "view": view})


@task
def converse(
    data: str = "corpus",
    system: str = "graph_serialisation",
    options: dict[str, Any] | None = None,
    dialogues: int | None = None,
) -> Task:
    """A chart and what a user says in, a conversation out; the user answers with the words of the reference dialogue.

    Arguments as :func:`parse`.
    """
    return inspect_task("converse", data, system, options, {"limit": dialogues})
