"""Objects at ``package.module:Class``, imported and called; names of plug-ins are :mod:`diagramloop.plugins`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint
from diagramloop.extras import missing_extra

_Kind = TypeVar("_Kind")


class NoSuchSystemError(DiagramloopError):
    """A configuration names what is not there: no repetition mends that, so it is told before anything runs."""

    reason = RejectionReason.MISSING


def made_by(make: Callable[..., Any], what: str, name: str, kind: Any, options: Mapping[str, Any]) -> Any:
    """Return the object that ``make`` makes with ``options``.

    Args:
        what: what it is to be, for messages.
        name: by which it was asked for, for messages.
        kind: the runtime-checkable protocol, or the class, that it must fulfil.

    Raises:
        DiagramloopError: ``make`` takes other options, or what it makes is no ``kind`` (INVALID).
    """
    try:
        check_options(make, options)
        made = make(**options)
    except TypeError as error:
        raise DiagramloopError(f"the {what} {name!r} cannot be made: {error}") from error
    if not isinstance(made, kind):
        raise DiagramloopError(f"{name!r} makes no {what}: what it makes is no {getattr(kind, '__name__', kind)}")
    return made


def standing_at(place: str, what: str = "function") -> Any:
    """Import the object at ``package.module:attribute``, and do not call it.

    Args:
        what: what it is to be or to make, for messages.

    Raises:
        NoSuchSystemError: the module cannot be imported, or has no such attribute.
    """
    try:
        return _imported(place, what)
    except (Exception, KeyboardInterrupt):
        raise
    except BaseException as error:  # such as sys.exit: foreign code ends itself, never who asks for it
        raise NoSuchSystemError(f"no {what} {place!r}: its module ends with {type(error).__name__}({error})") from error


def _imported(place: str, what: str) -> Any:
    module_name, _, attribute = place.partition(":")
    try:
        found = module = import_module(module_name)
    except (ImportError, ValueError) as error:
        reason = missing_extra(error) or error
        raise NoSuchSystemError(f"no {what} {place!r}: {module_name!r} cannot be imported: {reason}") from error
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise NoSuchSystemError(f"no {what} {place!r}: {module_name} has no {part!r}{meant(part, vars(module))}")
        found = getattr(found, part)
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
    """Return the answer of the system called ``by``, which must be of a kind, and keep to it.

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
