"""Drawing engines behind one protocol, chosen by name."""

from diagramloop.render.engines._protocol import Engine, Layout
from diagramloop.render.engines._registry import AUTO, ENGINES, engine

__all__ = ["AUTO", "ENGINES", "Engine", "Layout", "engine"]
