"""Data sets by name, so that a configuration file can choose one.

A data set of one's own is a class with the two methods of :class:`~flowbench.sources.Source`; it needs no
registration when it is named ``package.module:Class``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TypeVar, cast

from flowbench.errors import RejectionReason, SourceError
from flowbench.sources._model import Source

Factory = Callable[[Path], Source]
_Factory = TypeVar("_Factory", bound=Factory)

_FACTORIES: dict[str, Factory] = {}


def register(name: str) -> Callable[[_Factory], _Factory]:
    """Makes a data set known under ``name``; a decorator for a class whose constructor takes its folder."""

    def enter(factory: _Factory) -> _Factory:
        _FACTORIES[name] = factory
        return factory

    return enter


def names() -> tuple[str, ...]:
    """Names of the registered data sets, sorted."""
    return tuple(sorted(_FACTORIES))


def open_source(name: str, root: Path) -> Source:
    """The data set ``name`` that lies in the folder ``root``.

    Args:
        name: a registered name, or ``package.module:Class``.
        root: the data set's own folder.

    Raises:
        SourceError: no such data set (UNSUPPORTED) or no such folder (MISSING).
    """
    if not root.is_dir():
        raise SourceError(f"{root} is not a folder")
    return _factory(name)(root)


def _factory(name: str) -> Factory:
    module, colon, attribute = name.partition(":")
    try:
        return cast(Factory, getattr(import_module(module), attribute)) if colon else _FACTORIES[name]
    except (KeyError, ValueError, ImportError, AttributeError) as error:
        raise SourceError(
            f"unknown data set {name!r}; known: {', '.join(names())}, or package.module:Class",
            reason=RejectionReason.UNSUPPORTED,
        ) from error
