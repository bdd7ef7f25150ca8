"""The place of a language model among a system's options: where a command puts it, and where a count stands in."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from diagramloop.errors import DiagramloopError
from diagramloop.plugins import Kind

PLACES = ("chat", "model")
"""Names of options that take a :class:`~diagramloop.models.chat.ChatModel` or its configuration."""


def model_option(kind: Kind[Any], system: Any) -> str | None:
    """The option of a system that takes its language model; None where it takes none, or is no maker."""
    maker = kind.maker(system) if isinstance(system, str) else system
    return _option_of(maker) if callable(maker) else None


def with_model(kind: Kind[Any], system: Any, options: Mapping[str, Any], model: Mapping[str, Any]) -> dict[str, Any]:
    """The options with a model's configuration in its place.

    Raises:
        DiagramloopError: the system takes no model, or none of that name is there.
    """
    place = model_option(kind, system)
    if place is None:
        raise DiagramloopError(f"the {kind.word} {system!r} takes no language model by itself: name it in its options")
    return {**options, place: dict(model)}


def replaced(options: Mapping[str, Any], model: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """The options with ``model`` in the place of every configured one, however deep, and how many there were."""
    made: dict[str, Any] = {}
    count = 0
    for key, value in options.items():
        if key in PLACES and isinstance(value, Mapping):
            made[key], inside = dict(model), 1
        else:
            made[key], inside = _inside(value, model)
        count += inside
    return made, count


def _inside(value: Any, model: Mapping[str, Any]) -> tuple[Any, int]:
    if isinstance(value, Mapping):
        return replaced(value, model)
    if isinstance(value, list | tuple):
        parts = [_inside(part, model) for part in value]
        return [part for part, _ in parts], sum(count for _, count in parts)
    return value, 0


def _option_of(maker: Callable[..., Any]) -> str | None:
    try:
        parameters = inspect.signature(maker).parameters
    except (TypeError, ValueError):
        return None
    return next((name for name, given in parameters.items() if _takes_model(given)), None)


def _takes_model(parameter: inspect.Parameter) -> bool:
    """True of ``chat``, and of a ``model`` that is declared as one that chats: others may be names of checkpoints."""
    declared = "ChatModel" in str(parameter.annotation)
    return parameter.name == "chat" or (parameter.name == "model" and declared)
