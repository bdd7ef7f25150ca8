"""Styled drawings of graphs, with the exact place of everything drawn."""

from diagramloop.render._draw import SCALE, StyledFigure, draw, draw_in, laid_out
from diagramloop.render.mermaid_svg import read_mermaid_svg
from diagramloop.render.style import Style

__all__ = ["SCALE", "Style", "StyledFigure", "draw", "draw_in", "laid_out", "read_mermaid_svg"]
