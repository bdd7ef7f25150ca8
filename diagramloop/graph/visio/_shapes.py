"""Shapes of a Visio page: their cells, what they inherit from their masters, and their places in pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from xml.etree.ElementTree import Element

from diagramloop.graph._elements import Box, Point
from diagramloop.graph.placement import DECIMALS
from diagramloop.graph.safe_xml import children, tagged

PX_PER_INCH = 96.0
FARTHEST_INCH = 1e6

_MASTERS = {
    "process": "rect", "rectangle": "rect", "square": "rect", "task": "rounded", "rounded rectangle": "rounded",
    "decision": "diam", "diamond": "diam", "gateway": "diam", "start/end": "stadium", "terminator": "stadium",
    "data": "lean-r", "parallelogram": "lean-r", "document": "doc", "subprocess": "fr-rect",
    "predefined process": "fr-rect", "database": "cyl", "stored data": "bow-rect", "external data": "cyl", "can": "cyl",
    "on-page reference": "circle", "circle": "circle", "start event": "circle", "end event": "circle",
    "intermediate event": "circle", "ellipse": "ellipse", "off-page reference": "odd", "preparation": "hex",
    "hexagon": "hex", "triangle": "tri", "manual input": "sl-rect", "manual operation": "trap-t", "delay": "delay",
    "display": "curv-trap", "loop limit": "notch-pent", "card": "notch-rect", "cloud": "cloud",
}  # fmt: skip
"""Of Visio's masters, by their universal names; numbers behind them are cut off."""
FRAMES = ("container", "swimlane", "pool", "lane", "phase", "group")


@dataclass(frozen=True)
class Master:
    """Name and cells that instances of a master inherit."""

    name: str
    cells: Mapping[str, str]


@dataclass(frozen=True)
class VisioShape:
    """One shape of a page, or of a group on it."""

    element: Element
    master: Master
    origin: Point  # of what it lies in, in inches from the lower left corner of the page
    page_height: float

    @property
    def id(self) -> str:
        return self.element.get("ID", "")

    @cached_property
    def cells(self) -> dict[str, str]:
        """Values of its cells, the master's where it has none of its own."""
        return {**self.master.cells, **cells_of(self.element)}

    def number(self, name: str) -> float | None:
        """Value of a cell that is a number."""
        try:
            value = float(self.cells.get(name, ""))
        except ValueError:
            return None
        return value if isfinite(value) and abs(value) < FARTHEST_INCH else None

    @property
    def line(self) -> bool:
        """True of a shape with two ends, which connectors are."""
        return self.number("BeginX") is not None and self.number("EndX") is not None

    @cached_property
    def corner(self) -> Point:
        """Its lower left corner in inches."""
        width, height = self.number("Width") or 0.0, self.number("Height") or 0.0
        x, y = self.number("PinX") or 0.0, self.number("PinY") or 0.0
        pin = (self.number("LocPinX"), self.number("LocPinY"))
        across = width / 2 if pin[0] is None else pin[0]
        up = height / 2 if pin[1] is None else pin[1]
        return (self.origin[0] + x - across, self.origin[1] + y - up)

    @property
    def box(self) -> Box | None:
        """Its box in pixels, y downwards."""
        width, height = self.number("Width"), self.number("Height")
        if width is None or height is None or min(width, height) <= 0:
            return None
        x, y = self.corner
        (x0, y1), (x1, y0) = self._pixels(x, y), self._pixels(x + width, y + height)
        return (x0, y0, x1, y1)

    def end(self, side: str) -> Point:
        """One end of a line, in pixels."""
        x, y = self.number(f"{side}X") or 0.0, self.number(f"{side}Y") or 0.0
        return self._pixels(self.origin[0] + x, self.origin[1] + y)

    def _pixels(self, x: float, y: float) -> Point:
        return (round(x * PX_PER_INCH, DECIMALS), round((self.page_height - y) * PX_PER_INCH, DECIMALS))

    @property
    def text(self) -> str:
        """Words on it, or else on the parts that it has of its master."""
        own = next(iter(children(self.element, "Text")), None)
        written = "" if own is None else "".join(own.itertext()).strip()
        return written or "\n".join(filter(None, _texts_of_parts(self.element)))

    @property
    def drawn(self) -> str:
        """Our shape: by its master's name, else by its outline; empty where we have no word for it."""
        name = self.master.name.rpartition(".")[0] if self.master.name[-1:].isdigit() else self.master.name
        return _MASTERS.get(name.lower(), "") if name else _outlined(self.element)

    @cached_property
    def frame(self) -> bool:
        """True of a shape that is there to hold others, or does: parts that it has of its master are none."""
        name = (self.master.name or self.element.get("NameU", "")).lower()
        inside = (shape for shape in tagged(self.element, "Shape") if shape is not self.element)
        return any(word in name for word in FRAMES) or any(_stands_alone(shape) for shape in inside)


def _stands_alone(element: Element) -> bool:
    """False of the parts that a shape has of its master, of guides, and of what is deleted."""
    return not (element.get("MasterShape") or element.get("Type") == "Guide" or element.get("Del") == "1")


def _texts_of_parts(element: Element) -> Iterator[str]:
    for part in _inside(element):
        if part.get("MasterShape"):
            yield from ("".join(text.itertext()).strip() for text in children(part, "Text"))
            yield from _texts_of_parts(part)


def _inside(parent: Element) -> Iterator[Element]:
    for holder in children(parent, "Shapes"):
        yield from children(holder, "Shape")


def cells_of(element: Element) -> dict[str, str]:
    """The cells that stand in an element itself."""
    return {cell.get("N", ""): cell.get("V", "") for cell in children(element, "Cell")}


def shapes_in(
    parent: Element, masters: Mapping[str, Master], page_height: float, origin: Point = (0.0, 0.0)
) -> Iterator[VisioShape]:
    """All shapes of a page, those in groups among them; parts that a shape has of its master are none."""
    for element in _inside(parent):
        if element.get("Del") == "1":
            continue
        shape = VisioShape(element, masters.get(element.get("Master", ""), _NO_MASTER), origin, page_height)
        if _stands_alone(element):
            yield shape
        yield from shapes_in(element, masters, page_height, shape.corner)


def owners_in(parent: Element, owner: str = "") -> Iterator[tuple[str, str]]:
    """Ids of parts that shapes have of their masters, each with the id of the shape: connectors are glued to them."""
    for element in _inside(parent):
        name = element.get("ID", "")
        holder = name if _stands_alone(element) else owner
        yield name, holder
        yield from owners_in(element, holder)


_NO_MASTER = Master("", {})


def _outlined(element: Element) -> str:
    """Our shape of an outline that somebody drew."""
    rows = [row for section in children(element, "Section") if section.get("N") == "Geometry" for row in section]
    kinds = {row.get("T", "") for row in rows}
    if "Ellipse" in kinds:
        return "circle" if _square(element) else "ellipse"
    corners = [cells_of(row) for row in rows if row.get("T") in ("RelMoveTo", "RelLineTo")]
    middles = sum(1 for corner in corners if {corner.get("X"), corner.get("Y")} & {"0.5"})
    return "diam" if corners and middles == len(corners) else "rect"


def _square(element: Element) -> bool:
    cells = cells_of(element)
    return cells.get("Width") == cells.get("Height")
