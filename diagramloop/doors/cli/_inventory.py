"""The lines of ``diagramloop ls``, each from what the thing says of itself: its docstring, its declaration."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from diagramloop.data.sources import SOURCES
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.data_sets import SHIPPED
from diagramloop.evaluation.tasks import TASKS, Task, task_named
from diagramloop.graph.formats import FORMATS
from diagramloop.plugins import Kind, Offer, offers
from diagramloop.report import COLUMNS
from diagramloop.scores import METRICS
from diagramloop.scores.registry import FAMILIES, metrics_of

Line = tuple[str, ...]
Listed = tuple[Line, Iterable[Line]]
GIVEN = {True: "shipped", False: "NAME=FOLDER"}
_MARKUP = re.compile(r"(?::\w++:)?(?<!`)`++~?(?>[\w.]+\.(?=[^`]))?([^`]++)`++")


def tasks(task: str | None) -> Listed:
    """A line for each task: what goes in and comes out, and the metric that its board shows first."""
    known = (task_named(name) for name in _tasks(task))
    return ("task", "first metric", "what"), [(m.name, COLUMNS[m.board][0], _module_line(m)) for m in known]


def data(task: str | None) -> Listed:
    """A line for each data set that has a name, with its licence."""
    del task
    return ("data", "given as", "licence", "package", "what"), map(_data_set, offers(SOURCES.group))


def systems(task: str | None) -> Listed:
    """A line for each system, those of other packages among them; under its task, for names are the task's own."""
    kinds = ((name, task_named(name).kind) for name in _tasks(task))
    lines = [(name, offer.name, _package(offer), _said(kind, offer)) for name, kind in kinds for offer in _of(kind)]
    return ("task", "system", "package", "what"), lines


def metrics(task: str | None) -> Listed:
    """A line for each metric."""
    of_task = {name for task_name in _tasks(task) for name in task_named(task_name).metrics}
    families = ((metric, offer) for offer in offers(FAMILIES.group) for metric, _ in metrics_of(offer))
    whose = {metric.name: _package(offer) for metric, offer in families}
    wanted = (metric for metric in METRICS.values() if task is None or of_task & {metric.name, *metric.mean_of})
    return ("metric", "package", "what"), [(m.name, whose.get(m.name, ""), m.description) for m in wanted]


def formats(task: str | None) -> Listed:
    """A line for each format of graphs."""
    del task
    return ("format", "files", "package", "what"), map(_format, offers(FORMATS.group))


LISTED: Mapping[str, Callable[[str | None], Listed]] = {
    "tasks": tasks,
    "data": data,
    "systems": systems,
    "metrics": metrics,
    "formats": formats,
}
"""By section, its headings and lines."""


def _tasks(task: str | None) -> tuple[str, ...]:
    """All tasks, or the one.

    Raises:
        DiagramloopError: there is no such task (MISSING).
    """
    return tuple(TASKS) if task is None else (task_named(task).name,)


def _data_set(offer: Offer) -> Line:
    given = GIVEN[offer.own and offer.name in SHIPPED]
    licence = str(getattr(_found(SOURCES, offer), "licence", ""))
    return offer.name, given, licence, _package(offer), _said(SOURCES, offer)


def _format(offer: Offer) -> Line:
    format = _found(FORMATS, offer)
    if isinstance(format, Exception):
        return offer.name, "", _package(offer), _fault(format)
    ways = "read and written" if format.write else "read"
    needs = f", needs the extra {format.needs}" if format.needs else ""
    return offer.name, " ".join(format.suffixes), _package(offer), f"{format.title or format.name}: {ways}{needs}"


def _of(kind: Kind[Any]) -> Iterator[Offer]:
    return iter(offers(kind.group))


def _package(offer: Offer) -> str:
    return f"{offer.package} {offer.version}"


def _said(kind: Kind[Any], offer: Offer) -> str:
    """Its own words, or why it cannot be had: a module's first line where the module is about it alone."""
    plugin = _found(kind, offer)
    if isinstance(plugin, Exception):
        return _fault(plugin)
    module = inspect.getmodule(plugin)
    of_module = _first_line(module) if _is_alone(plugin, module) else ""
    return of_module or _first_line(plugin)


def _is_alone(plugin: Any, module: Any) -> bool:
    """True of the one public class of its module, or of the packages that it is imported from."""
    inside = vars(module).values() if module else ()
    classes = (member for member in inside if inspect.isclass(member) and member.__module__ == plugin.__module__)
    return inspect.isclass(plugin) and [member for member in classes if not member.__name__.startswith("_")] == [plugin]


def _found(kind: Kind[Any], offer: Offer) -> Any:
    """The thing at its place, or the error; another package's module may raise anything."""
    try:
        return kind.found(offer.place)
    except Exception as error:
        return error


def _fault(error: Exception) -> str:
    complaint = str(error) if isinstance(error, DiagramloopError) else f"{type(error).__name__}: {error}"
    return f"cannot be had: {complaint}"


def _module_line(task: Task) -> str:
    """The first line of the module of a task, which says what is given and what comes out."""
    return _first_line(inspect.getmodule(type(task))).partition(": ")[2]


def _first_line(of: object) -> str:
    """Of a docstring, without the markup of references."""
    lines = (inspect.getdoc(of) or "").strip().splitlines()
    return _MARKUP.sub(lambda role: role[1], lines[0]) if lines else ""
