"""Styled drawings of graphs, with the exact place of everything drawn."""

from flowbench.render._draw import SCALE, StyledFigure, draw
from flowbench.render.mermaid_svg import read_mermaid_svg
from flowbench.render.style import Style

__all__ = ["SCALE", "Style", "StyledFigure", "draw", "read_mermaid_svg"]
