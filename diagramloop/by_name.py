"""Systems by name, so that a configuration file can choose one: a known name, or ``package.module:Class``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pkgutil import resolve_name
from typing import Any, TypeVar

from diagramloop.errors import DiagramloopError, RejectionReason

_Kind = TypeVar("_Kind")


def made_by_name(what: str, name: str, known: Mapping[str, str], kind: Any, options: Mapping[str, Any]) -> Any:
    """The system called ``name``, imported when it is asked for and made with ``options``.

    Args:
        what: what it is to be, for messages.
        known: where each known system is made, as ``package.module:Class``.
        kind: the runtime-checkable protocol that it must fulfil.

    Raises:
        DiagramloopError: there is none (MISSING), or what is there is no ``kind`` or takes other options (INVALID).
    """
    try:
        made = maker(what, name, known)(**options)
    except TypeError as error:
        raise DiagramloopError(f"the {what} {name!r} cannot be made: {error}") from error
    if not isinstance(made, kind):
        raise DiagramloopError(f"{name!r} makes no {what}: what it makes is no {kind.__name__}")
    return made


def maker(what: str, name: str, known: Mapping[str, str]) -> Callable[..., Any]:
    """What makes the system called ``name``, imported and not called; see :func:`made_by_name`.

    Raises:
        DiagramloopError: there is none (MISSING), or what is there makes nothing (INVALID).
    """
    try:
        found = resolve_name(name if ":" in name else known[name])
    except (ImportError, AttributeError, KeyError, ValueError) as error:
        there_are = ", ".join(known)
        raise DiagramloopError(f"no {what} {name!r}; there are {there_are}", reason=RejectionReason.MISSING) from error
    if not callable(found):
        raise DiagramloopError(f"{name!r} makes no {what}")
    made_by: Callable[..., Any] = found
    return made_by


def returned(made: Any, kind: type[_Kind], by: str) -> _Kind:
    """What the system called ``by`` returned, which must be of a kind.

    Raises:
        TypeError: it is not, which is a fault of the system's code and no answer.
    """
    if not isinstance(made, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise TypeError(f"{by} returned {type(made).__name__}, {article} {kind.__name__} was expected")
    return made
