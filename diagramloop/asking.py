"""Between a system and those who score it: what it must be given to be asked, and what its errors count as.

A system could choose the items that it is scored on, if the reason in its error decided. So its own word is taken for
one thing alone, that it answered and wrongly (:attr:`~diagramloop.errors.Cause.ITEM`). That it was not asked is known
beforehand, from what it needs and the item does not have; that the world failed, from where the error was raised.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from copy import copy
from enum import StrEnum
from typing import Any, Protocol, TypeVar, runtime_checkable

from diagramloop.errors import Cause, DiagramloopError, RejectionReason

GOLD_READ = "it read the stored gold: it answered a canary item with the false gold that is stored for it"
"""Note on the rows of such a system: they have no rank."""
_System = TypeVar("_System")
_PACKAGE = "diagramloop."
_MOST_CAUSES = 20  # a system can make errors that are causes of each other


class Need(StrEnum):
    """Something that an item can lack; a system names in ``needs`` what it cannot do without."""

    PICTURE = "picture"
    SVG = "SVG of it"
    BOXES = "node with a box"
    MARKS = "node with a box in its picture"  # a task without a picture lacks none
    PAPER = "paper"
    FIGURE = "source figure"
    RECORD = "recorded answer"  # of diagramloop's own systems that tell what people, or others, answered before


@runtime_checkable
class Recorded(Protocol):
    """A system whose answers were given before, to some items and not to others."""

    def recorded(self, task: Any) -> bool:
        """True if there is an answer to ``task``."""
        ...


def needs_of(system: object) -> frozenset[Need]:
    """The needs that a system declares; nothing by default.

    That only some answers are recorded is heard of diagramloop's own systems alone: any other would choose its items.
    """
    declared: set[Need] = set(getattr(system, "needs", ()))
    if getattr(system, "reads", None) == "svg":  # of a parser
        declared.add(Need.SVG)
    if not _is_own(type(system).__module__):
        declared.discard(Need.RECORD)
    return frozenset(declared)


def offers_of_picture(svg: str) -> frozenset[Need]:
    """Return what a picture with these vectors, or with none, offers a parser."""
    return frozenset({Need.PICTURE, Need.SVG}) if svg else frozenset({Need.PICTURE})


def lacks(system: object, task: Any, offered: Collection[Need]) -> str:
    """Return what ``system`` needs and ``task`` does not offer, in words; empty where it can be asked."""
    missing = needs_of(system) - frozenset(offered)
    if Need.RECORD in missing and isinstance(system, Recorded) and system.recorded(task):
        missing -= {Need.RECORD}
    name = getattr(task, "id", "")
    begins = f"{name} has no" if isinstance(name, str) and name else "there is no"
    return "; ".join(f"{begins} {need}" for need in Need if need in missing)


def askable(make: Callable[[], _System], task: Any, offered: Collection[Need] = ()) -> _System:
    """The system that ``make`` makes, or gives, if the task can be put to it.

    Args:
        offered: what the task has that systems may need.

    Raises:
        DiagramloopError: it needs what the task does not have (NOT_ASKED); or as :func:`answering`.
    """
    with answering():
        system = make()
        lacking = lacks(system, task, offered)
    if lacking:
        raise DiagramloopError(lacking, reason=RejectionReason.NOT_ASKED)
    return system


@contextmanager
def answering() -> Iterator[None]:
    """Runs the call of a scored system: what it raises leaves with the reason under which it is scored.

    Raises:
        DiagramloopError: as :func:`reason_of` has it. Other exceptions pass.
    """
    try:
        yield
    except DiagramloopError as error:
        reason = reason_of(error)
        if reason is error.reason:
            raise
        raise _under(reason, error) from error


def _under(reason: RejectionReason, error: DiagramloopError) -> DiagramloopError:
    """The same error under another reason; of its own class where that is diagramloop's."""
    if not _is_own(type(error).__module__):
        return DiagramloopError(str(error), reason=reason)
    filed = copy(error)
    filed.reason = reason
    return filed


def reason_of(error: DiagramloopError) -> RejectionReason:
    """The reason under which an error that came out of a system's own call is filed.

    REFUSED, unless it says that the system answered wrongly; or diagramloop's own code, such as its models, said that
    the machine failed, by this error or by one that it was raised from.
    """
    if isinstance(error.reason, RejectionReason) and error.reason.cause is Cause.ITEM:
        return error.reason
    for cause in _causes(error):
        if isinstance(cause, DiagramloopError) and _is_the_worlds(cause):
            return cause.reason
    return RejectionReason.REFUSED


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it was raised from."""
    cause: BaseException | None = error
    for _ in range(_MOST_CAUSES):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__


def _is_the_worlds(error: DiagramloopError) -> bool:
    reason = error.reason
    return isinstance(reason, RejectionReason) and reason.cause is Cause.WORLD and _is_own(_raised_in(error))


def _raised_in(error: BaseException) -> str:
    """The name of the imported module that raised an error; empty where none did."""
    trace = error.__traceback__
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    space = trace.tb_frame.f_globals
    name = str(space.get("__name__", ""))
    module = sys.modules.get(name)
    return name if module is not None and vars(module) is space else ""  # names alone can be taken


def _is_own(module: str) -> bool:
    return module.startswith(_PACKAGE)
