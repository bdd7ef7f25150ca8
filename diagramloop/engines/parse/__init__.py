"""Inverse parsing: from the pixels of a picture to the graph that it shows, by agents on a blackboard.

The roles are those of SciFlow-Bench (Section 3.2). All have an embedded agent, which needs no model and no
network; :class:`HMAS` takes any other agent of the same role instead.
"""

from diagramloop.engines.parse.blackboard import Blackboard
from diagramloop.engines.parse.colours import coloured
from diagramloop.engines.parse.hmas import HMAS, ParsedFigure, parse
from diagramloop.engines.parse.hypotheses import CheckedFigure, CheckedParser
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.engines.parse.sheet import draw_beside
from diagramloop.engines.parse.svg_reader import ReadSvg, read_svg

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
