"""The tasks of every drawing engine: lay a graph out once, colour that layout, make pixels of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from diagramloop.graph import FlowGraph
from diagramloop.render.style import Look, Style


@dataclass(frozen=True)
class Layout:
    """One layout of a graph, before any style.

    Attributes:
        svg: the drawing, with one ``<style>`` element.
        graph: the input graph with the geometry that ``svg`` draws, in SVG user units.
    """

    svg: str
    graph: FlowGraph

    def styled(self, css: str) -> str:
        """The SVG with ``css`` added at the end of its style sheet, where it has the last word."""
        return self.svg.replace("</style>", css + "</style>", 1)


@runtime_checkable
class Engine(Protocol):
    """One way of drawing.

    Attributes:
        name: recorded with every picture.
        native_style: the style that a layout has before any style sheet.
    """

    name: str
    native_style: Style

    def lay_out(self, graph: FlowGraph) -> Layout:
        """Places nodes, edges and labels.

        Raises:
            RenderError: the engine failed, or ran out of time.
        """
        ...

    def stylesheet(self, graph: FlowGraph, look: Look) -> str:
        """CSS that gives the layout of ``graph`` the colours of ``look``."""
        ...

    def rasterise(self, svg: str, width: int, height: int) -> bytes:
        """PNG of ``width`` x ``height`` pixels on white.

        Raises:
            RenderError: the engine failed, or ran out of time.
        """
        ...
