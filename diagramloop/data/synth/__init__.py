"""Pictures with known truth, without end: a graph and a look give a picture and the place of everything in it.

Every item is made alone from its seed: the same arguments give the same bytes, in whatever order items are asked for.
"""

from diagramloop.data.synth.capture import Capture, capture_named
from diagramloop.data.synth.drawing import RGB, Drawing
from diagramloop.data.synth.drawn import LOOKS, Look, drawn, look_named

__all__ = [
    "LOOKS",
    "RGB",
    "Capture",
    "Drawing",
    "Look",
    "capture_named",
    "drawn",
    "look_named",
]
