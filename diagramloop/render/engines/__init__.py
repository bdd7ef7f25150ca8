"""Drawing engines behind one protocol, chosen by name."""

from diagramloop.render.engines._protocol import Engine, Layout
from diagramloop.render.engines._registry import ENGINES, engine

__all__ = ["ENGINES", "Engine", "Layout", "engine"]
