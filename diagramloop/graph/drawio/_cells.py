"""The cells of a draw.io page: who lies in whom, where, and how it looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from xml.etree.ElementTree import Element

from diagramloop.graph._elements import Box, Point
from diagramloop.graph.drawio._styles import entries
from diagramloop.graph.placement import DECIMALS
from diagramloop.graph.safe_xml import children, number_of, tag_of


@dataclass(frozen=True)
class DrawioCell:
    """One cell, with what wraps it: draw.io puts cells with data of their own into a ``UserObject``."""

    element: Element
    wrapper: Element | None

    @property
    def id(self) -> str:
        return (self.element if self.wrapper is None else self.wrapper).get("id", "")

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

    def box(self, origin: Point) -> Box | None:
        """Its box, of which ``origin`` is the corner of what it lies in; None where it is placed relatively."""
        geometry = self.geometry
        if geometry is None or geometry.get("relative") == "1":
            return None
        x, y, width, height = (number_of(geometry, name) for name in ("x", "y", "width", "height"))
        left, top = round(origin[0] + x, DECIMALS), round(origin[1] + y, DECIMALS)
        return (left, top, round(left + width, DECIMALS), round(top + height, DECIMALS))

    def points(self, origin: Point) -> tuple[Point | None, list[Point], Point | None]:
        """Of an edge: its start, its turns and its end, as far as they are said."""
        if self.geometry is None:
            return None, [], None
        ends = {child.get("as"): _point(child, origin) for child in children(self.geometry, "mxPoint")}
        turns = [_point(point, origin) for array in children(self.geometry, "Array") for point in array]
        return ends.get("sourcePoint"), turns, ends.get("targetPoint")


def cells(model: Element) -> Iterator[DrawioCell]:
    """All cells of a page in the order in which they are drawn."""
    root = next(iter(children(model, "root")), None)
    for element in () if root is None else root:
        if tag_of(element) == "mxCell":
            yield DrawioCell(element, None)
        else:
            yield from (DrawioCell(inner, element) for inner in children(element, "mxCell"))


def _point(element: Element, origin: Point) -> Point:
    x, y = number_of(element, "x"), number_of(element, "y")
    return (round(origin[0] + x, DECIMALS), round(origin[1] + y, DECIMALS))
