"""Figures in the manner of scientific papers."""

from diagramloop.synth.scientific.drawing import scientific_drawing
from diagramloop.synth.scientific.figure import FOCUSES

__all__ = ["FOCUSES", "scientific_drawing"]
