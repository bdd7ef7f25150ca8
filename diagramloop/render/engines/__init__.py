"""Drawing engines behind one protocol, chosen by name."""

from diagramloop.render.engines._protocol import Engine, Layout
from diagramloop.render.engines._registry import AUTO, CHROMIUM_GONE, ENGINES, STANDARD, engine

__all__ = ["AUTO", "CHROMIUM_GONE", "ENGINES", "STANDARD", "Engine", "Layout", "engine"]
