"""The embedded attributor: question typing, node grounding, graph reasoning by the tools, minimal set. No model."""

from diagramloop.engines.attribute.embedded._embedded import Embedded

__all__ = ["Embedded"]
