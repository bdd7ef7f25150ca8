"""The modules of systems that are not diagramloop's: what is edited in one of them makes its system's results anew."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pipelines.project import ProjectError, node

_NAMED = re.compile(
    r"([A-Za-z_]\w*)(?:\.\w+)*:[A-Za-z_][\w.]*"
)  # package.module:Class, as diagramloop.by_name reads it
_DECLARED = "diagramloop"  # each stage says itself what it stands on of that


def own_modules(root: Path, params: Mapping[str, Any], names: Iterable[str]) -> tuple[str, ...]:
    """The files and top-level packages under ``root`` that hold what these nodes of the configuration name.

    Of a module beside ``pyproject.toml`` the file, of a package the whole folder; what is installed from elsewhere, and
    what a module imports from beside it, is not found.

    Args:
        params: the composed configuration.
        names: dotted names of its nodes; one that it does not have names nothing.
    """
    modules = {module for name in names for module in _modules(_node(params, name))}
    return tuple(path for module in sorted(modules) for path in (f"{module}.py", module) if (root / path).exists())


def _node(params: Mapping[str, Any], name: str) -> Any:
    try:
        return node(params, name)
    except ProjectError:  # told when the step is run
        return None


def _modules(value: Any) -> Iterator[str]:
    """The top-level modules of all systems named anywhere in ``value``."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _modules(one)
    elif isinstance(value, str) and (named := _NAMED.fullmatch(value)) and named[1] != _DECLARED:
        yield named[1]
