"""Overrides of options that the schema leaves free: they need no ``+``, whether a file of conf/ has them or not.

Hydra takes a key that no file has for a mistake unless it is written ``+key``. What the schema types as
``dict[str, Any]`` (options of systems, settings of models) is anybody's, and is looked at when the system is made
(:mod:`pipelines.preflight`); so such an override is read as if ``++`` stood before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import is_dataclass
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

_MARKED = ("+", "~")  # overrides that say themselves what they do


def freed(overrides: Iterable[str]) -> list[str]:
    """The overrides, those of free options marked as such."""
    return [f"++{override}" if _is_free(override) else override for override in overrides]


def _is_free(override: str) -> bool:
    from pipelines.schema import Config

    key, sign, value = override.partition("=")
    if not sign or override.startswith(_MARKED) or "@" in key:
        return False
    kind: Any = Config
    for part in key.split("."):
        kind = _inside(kind, part)
    return kind is Any or (kind == dict[str, Any] and value.lstrip().startswith("{"))


def _inside(kind: Any, part: str) -> Any:
    """The type of what is called ``part`` in something of type ``kind``; None where there is no such thing."""
    if kind is Any:
        return Any
    if is_dataclass(kind):
        return _without_none(get_type_hints(kind).get(part))
    return _without_none(get_args(kind)[1]) if get_origin(kind) is dict else None


def _without_none(kind: Any) -> Any:
    if get_origin(kind) not in (Union, UnionType):
        return kind
    (only,) = (one for one in get_args(kind) if one is not type(None))
    return only
