"""Engines by name, each started at most once in a process."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from flowbench.errors import RejectionReason, RenderError
from flowbench.render.engines import _browser
from flowbench.render.engines._protocol import Engine
from flowbench.render.engines.chromium import Chromium
from flowbench.render.engines.graphviz import Graphviz
from flowbench.render.engines.mermaidx import Mermaidx

AUTO = "auto"
ENGINES: dict[str, Callable[[], Engine]] = {"mermaidx": Mermaidx, "chromium": Chromium, "graphviz": Graphviz}


def engine(name: str) -> Engine:
    """The engine called ``name``; ``auto`` is Chromium where there is one, else mermaidx.

    Raises:
        RenderError: there is none of that name, or it is not installed here.
    """
    if name == AUTO:
        return engine("chromium" if _browser.find() else "mermaidx")
    if name not in ENGINES:
        known = ", ".join([AUTO, *ENGINES])
        raise RenderError(f"no engine {name!r}; there are {known}", reason=RejectionReason.UNSUPPORTED)
    return _started(name)


@cache
def _started(name: str) -> Engine:
    return ENGINES[name]()
