"""Engines by name, each started at most once in a process."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from flowbench.errors import RejectionReason, RenderError
from flowbench.render.engines._protocol import Engine
from flowbench.render.engines.mermaidx import Mermaidx

ENGINES: dict[str, Callable[[], Engine]] = {"auto": Mermaidx, "mermaidx": Mermaidx}


@cache
def engine(name: str) -> Engine:
    """The engine called ``name``.

    Raises:
        RenderError: there is none of that name, or it is not installed here.
    """
    if name not in ENGINES:
        raise RenderError(f"no engine {name!r}; there are {', '.join(ENGINES)}", reason=RejectionReason.UNSUPPORTED)
    return ENGINES[name]()
