"""Engines by name, each started at most once in a process."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from diagramloop.errors import RejectionReason, RenderError
from diagramloop.render.engines import _browser
from diagramloop.render.engines._protocol import Engine
from diagramloop.render.engines.chromium import Chromium
from diagramloop.render.engines.graphviz import Graphviz
from diagramloop.render.engines.mermaidx import Mermaidx

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
