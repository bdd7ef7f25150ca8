"""Generators and controls by name."""

from __future__ import annotations

from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

from flowbench.errors import FlowbenchError, RejectionReason
from flowbench.generate._generator import Control, Generator
from flowbench.generate.empty import Empty
from flowbench.generate.graphviz import Graphviz
from flowbench.generate.reference import Reference
from flowbench.generate.reversed import Reversed
from flowbench.generate.shuffled import Shuffled

GENERATORS: dict[str, Callable[..., Generator | Control]] = {
    maker.name: maker for maker in (Graphviz, Reference, Shuffled, Reversed, Empty)
}


def generator(name: str, **options: Any) -> Generator | Control:
    """The generator or control called ``name``, made with ``options``.

    Args:
        name: one of ``GENERATORS``, or ``package.module:Class`` for one's own.

    Raises:
        FlowbenchError: there is none (MISSING), or what is there is neither (INVALID).
    """
    made = _maker(name)(**options)
    if not isinstance(made, Generator | Control):
        raise FlowbenchError(f"{name!r} is neither a Generator nor a Control")
    return made


def _maker(name: str) -> Callable[..., Any]:
    try:
        maker = resolve_name(name) if ":" in name else GENERATORS[name]
    except (ImportError, AttributeError, KeyError, ValueError) as error:
        known = ", ".join(GENERATORS)
        raise FlowbenchError(f"no generator {name!r}; there are {known}", reason=RejectionReason.MISSING) from error
    if not callable(maker):
        raise FlowbenchError(f"{name!r} makes no generator")
    return maker
