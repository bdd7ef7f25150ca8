"""Pages with truth per pixel, without end: what a network that sees ink learns from.

``plan`` lays a chart out at random, ``view`` bends it as a camera does, ``sheet`` draws it and notes the class of every
pixel, ``exposure`` lets light, noise and compression fall on the picture.
"""

from diagramloop.data.synth.ink.page import ink_page
from diagramloop.data.synth.ink.settings import InkSettings

__all__ = ["InkSettings", "ink_page"]
