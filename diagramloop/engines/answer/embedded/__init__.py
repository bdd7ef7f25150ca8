"""The embedded answerer: what is computed exactly where that can be, else the nodes that answer, in a sentence."""

from diagramloop.engines.answer.embedded._embedded import Embedded

__all__ = ["Embedded"]
