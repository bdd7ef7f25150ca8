"""Engines by name, each started at most once in a process."""

from __future__ import annotations

from functools import cache

from diagramloop.by_name import NoSuchSystemError
from diagramloop.errors import RejectionReason, RenderError
from diagramloop.plugins import Kind
from diagramloop.render.engines._protocol import Engine

AUTO = "auto"  # an older name of the standard one
STANDARD = "mermaidx"
"""The engine of what must be the same everywhere: the library's own pictures, the default configuration."""
CHROMIUM_GONE = "there is no engine 'chromium' any more: 'mermaidx' draws by the same Mermaid, without a browser"
ENGINES: Kind[Engine] = Kind("diagramloop.engine", Engine)


def engine(name: str) -> Engine:
    """The engine called ``name``; ``auto`` is the standard one.

    Raises:
        RenderError: there is none of that name, or it is not installed here.
        DiagramloopError: two packages claim the name, or it is no engine.
    """
    if name == "chromium":
        raise RenderError(CHROMIUM_GONE, reason=RejectionReason.UNSUPPORTED)
    try:
        return _started(STANDARD if name == AUTO else name)
    except NoSuchSystemError as error:
        raise RenderError(str(error), reason=RejectionReason.UNSUPPORTED) from error


@cache
def _started(name: str) -> Engine:
    return ENGINES.made(name)
