"""The cells of a draw.io page: who lies in whom, where, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from xml.etree.ElementTree import Element

from diagramloop.graph._elements import Box, Point
from diagramloop.graph.drawio._styles import entries
from diagramloop.graph.placement import DECIMALS
from diagramloop.graph.safe_xml import children, number_of, tag_of


@dataclass(frozen=True)
class DrawioCell:
    """One cell, with what wraps it: draw.io puts cells with data of their own into a ``UserObject``.

    Attributes:
        id: as the file has it; of a cell without one, or with another's, one that is made up, as draw.io does.
    """

    element: Element
    wrapper: Element | None
    id: str

    @property
    def label(self) -> str:
        return self.element.get("value", "") if self.wrapper is None else self.wrapper.get("label", "")

    @property
    def parent(self) -> str:
        return self.element.get("parent", "")

    @property
    def vertex(self) -> bool:
        return self.element.get("vertex") == "1"

    @property
    def edge(self) -> bool:
        return self.element.get("edge") == "1"

    def data(self, name: str) -> str | None:
        """Data of the cell's own."""
        return None if self.wrapper is None else self.wrapper.get(name)

    @cached_property
    def style(self) -> dict[str, str]:
        """The entries of its style."""
        return entries(self.element.get("style", ""))

    @cached_property
    def geometry(self) -> Element | None:
        return next(iter(children(self.element, "mxGeometry")), None)

    def box(self, around: Box) -> Box | None:
        """Its box, in a cell with the box ``around``; None where it has no place.

        A relative place is a share of that box, and an offset (``mxGraphView.updateCellState``).
        """
        geometry = self.geometry
        if geometry is None:
            return None
        x, y, width, height = (number_of(geometry, name) for name in ("x", "y", "width", "height"))
        if geometry.get("relative") == "1":
            x, y = x * (around[2] - around[0]), y * (around[3] - around[1])
            for point in children(geometry, "mxPoint"):
                if point.get("as") == "offset":
                    x, y = x + number_of(point, "x"), y + number_of(point, "y")
        left, top = round(around[0] + x, DECIMALS), round(around[1] + y, DECIMALS)
        return (left, top, round(left + width, DECIMALS), round(top + height, DECIMALS))

    def points(self, origin: Point) -> tuple[Point | None, list[Point], Point | None]:
        """Of an edge: its start, its turns and its end, as far as they are said."""
        if self.geometry is None:
            return None, [], None
        ends = {child.get("as"): _point(child, origin) for child in children(self.geometry, "mxPoint")}
        turns = [_point(point, origin) for array in children(self.geometry, "Array") for point in array]
        return ends.get("sourcePoint"), turns, ends.get("targetPoint")


def cells(model: Element) -> dict[str, DrawioCell]:
    """All cells of a page by their ids, in the order in which they are drawn."""
    root = next(iter(children(model, "root")), None)
    named: dict[str, DrawioCell] = {}
    for element in () if root is None else root:
        wrapper = None if tag_of(element) == "mxCell" else element
        name = element.get("id") or "cell"
        for cell in (element,) if wrapper is None else children(element, "mxCell"):
            while name in named:
                name = f"{name}_{len(named)}"
            named[name] = DrawioCell(cell, wrapper, name)
    return named


def _point(element: Element, origin: Point) -> Point:
    x, y = number_of(element, "x"), number_of(element, "y")
    return (round(origin[0] + x, DECIMALS), round(origin[1] + y, DECIMALS))
