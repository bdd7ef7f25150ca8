"""Systems by name, so that a configuration file can choose one: a known name, or ``package.module:Class``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from pkgutil import resolve_name
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint

_Kind = TypeVar("_Kind")


class NoSuchSystemError(DiagramloopError):
    """A configuration names what is not there: no repetition mends that, so it is told before anything runs."""

    reason = RejectionReason.MISSING


def made_by_name(what: str, name: str, known: Mapping[str, str], kind: Any, options: Mapping[str, Any]) -> Any:
    """The system called ``name``, imported when it is asked for and made with ``options``.

    Args:
        what: what it is to be, for messages.
        known: where each known system is made, as ``package.module:Class``.
        kind: the runtime-checkable protocol that it must fulfil.

    Raises:
        NoSuchSystemError: there is none.
        DiagramloopError: it cannot be imported here (MISSING), or what is there is no ``kind`` or takes other options
            (INVALID).
    """
    make = maker(what, name, known)
    try:
        check_options(make, options)
        made = make(**options)
    except TypeError as error:
        raise DiagramloopError(f"the {what} {name!r} cannot be made: {error}") from error
    if not isinstance(made, kind):
        raise DiagramloopError(f"{name!r} makes no {what}: what it makes is no {kind.__name__}")
    return made


def maker(what: str, name: str, known: Mapping[str, str]) -> Callable[..., Any]:
    """What makes the system called ``name``, imported and not called; see :func:`made_by_name`.

    Raises:
        NoSuchSystemError: there is none.
        DiagramloopError: it cannot be imported here (MISSING), or what is there makes nothing (INVALID).
    """
    if not isinstance(name, str):
        raise DiagramloopError(f"{name!r} names no {what}")
    if ":" in name:
        return standing_at(name, what)
    if name not in known:
        raise NoSuchSystemError(f"no {what} {name!r}{meant(name, known)}; there are {', '.join(known)}")
    try:
        made_by: Callable[..., Any] = resolve_name(known[name])
    except ImportError as error:
        raise DiagramloopError(f"no {what} {name!r}: {error}", reason=RejectionReason.MISSING) from error
    return made_by


def standing_at(place: str, what: str = "function") -> Callable[..., Any]:
    """What stands at ``package.module:attribute``, imported and not called.

    Args:
        what: what it is to be or to make, for messages.

    Raises:
        NoSuchSystemError: the module cannot be imported, or has no such attribute.
        DiagramloopError: what is there cannot be called (INVALID).
    """
    module_name, _, attribute = place.partition(":")
    try:
        found = module = import_module(module_name)
    except (ImportError, ValueError) as error:
        raise NoSuchSystemError(f"no {what} {place!r}: {module_name!r} cannot be imported: {error}") from error
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise NoSuchSystemError(f"no {what} {place!r}: {module_name} has no {part!r}{meant(part, vars(module))}")
        found = getattr(found, part)
    if not callable(found):
        raise DiagramloopError(f"{place!r} makes no {what}")
    return found


def check_options(make: Callable[..., Any], options: Mapping[str, Any], *given: object) -> None:
    """Checks that ``make`` can be called with these options, after what it is ``given`` in any case; calls nothing.

    Raises:
        TypeError: it cannot; says what there is instead.
    """
    try:
        signature = inspect.signature(make)
    except ValueError:  # of something built in: nobody knows
        return
    names = list(signature.parameters)[len(given) :]
    try:
        signature.bind_partial(*given, **options)  # an option that there is not is told before one that is missing
        signature.bind(*given, **options)
    except TypeError as error:
        strange = next((name for name in options if name not in names), None)
        instead = meant(strange, names) if strange else ""
        raise TypeError(f"{error}{instead}; its options are {', '.join(names) or 'none'}") from None


def meant(name: str, known: Iterable[str]) -> str:
    """A question after what was perhaps meant by ``name``."""
    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def returned(made: Any, kind: type[_Kind], by: str) -> _Kind:
    """What the system called ``by`` returned, which must be of a kind, and keep to it.

    Raises:
        TypeError: it is of another, which is a fault of the system's code and no answer.
        DiagramloopError: it contradicts its own kind (INVALID), as a graph with a box that is no number.
    """
    if not isinstance(made, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise TypeError(f"{by} returned {type(made).__name__}, {article} {kind.__name__} was expected")
    if isinstance(made, BaseModel):
        try:
            type(made).model_validate(made.model_dump())  # it may have been made without being checked
        except ValidationError as error:
            raise DiagramloopError(f"{by} returned a {kind.__name__} with {first_complaint(error)}") from error
    return made
