"""Engines by name, each started at most once in a process."""

from __future__ import annotations

from functools import cache

from diagramloop.by_name import NoSuchSystemError
from diagramloop.errors import RejectionReason, RenderError
from diagramloop.plugins import Kind
from diagramloop.render.engines import _browser
from diagramloop.render.engines._protocol import Engine

AUTO = "auto"
STANDARD = "mermaidx"
"""The engine of what must be the same everywhere: the library's own pictures, the default configuration."""
ENGINES: Kind[Engine] = Kind("diagramloop.engine", Engine)


def engine(name: str) -> Engine:
    """The engine called ``name``; ``auto`` is Chromium where there is one, else the standard one.

    Raises:
        RenderError: there is none of that name, or it is not installed here.
        DiagramloopError: two packages claim the name, or it is no engine.
    """
    if name == AUTO:
        return engine("chromium" if _browser.find() else STANDARD)
    try:
        return _started(name)
    except NoSuchSystemError as error:
        raise RenderError(f"{error}; or {AUTO}", reason=RejectionReason.UNSUPPORTED) from error


@cache
def _started(name: str) -> Engine:
    return ENGINES.made(name)
