"""Notations of frames and nodes that drawing tools have and flowcharts lack, each in the ways of several tools."""

from diagramloop.synth.vector.notations.drawing import HELD_WAYS, NOTATIONS, notation_drawing

__all__ = ["HELD_WAYS", "NOTATIONS", "notation_drawing"]
