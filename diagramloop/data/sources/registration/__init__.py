"""A drawing's model laid over its picture: the scale and the shift by which its boxes meet the drawn ones."""

from diagramloop.data.sources.registration._registered import Registration, registered

__all__ = ["Registration", "registered"]
