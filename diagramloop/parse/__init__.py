"""Inverse parsing: from the pixels of a picture to the graph that it shows, by agents on a blackboard.

The roles are those of SciFlow-Bench (Section 3.2). All have an embedded agent, which needs no model and no
network; :class:`HMAS` takes any other agent of the same role instead.
"""

from diagramloop.parse.blackboard import Blackboard
from diagramloop.parse.colours import coloured
from diagramloop.parse.hmas import HMAS, ParsedFigure, parse
from diagramloop.parse.hypotheses import CheckedFigure, CheckedParser
from diagramloop.parse.page.picture import read_picture
from diagramloop.parse.sheet import draw_beside
from diagramloop.parse.svg_reader import ReadSvg, read_svg

__all__ = [
    "HMAS",
    "Blackboard",
    "CheckedFigure",
    "CheckedParser",
    "ParsedFigure",
    "ReadSvg",
    "coloured",
    "draw_beside",
    "parse",
    "read_picture",
    "read_svg",
]
