"""Drawing engines behind one protocol, chosen by name."""

from diagramloop.render.engines._protocol import Engine, Layout
from diagramloop.render.engines._registry import AUTO, ENGINES, STANDARD, engine

__all__ = ["AUTO", "ENGINES", "STANDARD", "Engine", "Layout", "engine"]
