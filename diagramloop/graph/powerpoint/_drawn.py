"""Drawn things of a slide, groups opened: shapes and connectors with their places in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError
from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Box, Point
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.safe_xml import children, tag_of, tagged

EMU_PER_PX = 9525
EMU_PER_POINT = 12_700
DECIMALS = 4
Mapping = tuple[float, float, float, float]  # x' = x * first + second, y' = y * third + fourth


@dataclass(frozen=True)
class SlideShape:
    """One shape (``sp``), picture (``pic``) or connector (``cxnSp``)."""

    element: Element
    to_slide: Mapping

    @property
    def connector(self) -> bool:
        """True of a line between shapes."""
        return tag_of(self.element) == "cxnSp"

    @cached_property
    def _properties(self) -> Element | None:
        return next(tagged(self.element, "cNvPr"), None)

    @property
    def number(self) -> str:
        """Number that glue refers to."""
        return "" if self._properties is None else self._properties.get("id", "")

    @property
    def name(self) -> str:
        return "" if self._properties is None else self._properties.get("name", "")

    @cached_property
    def kept(self) -> dict[str, Any]:
        """Things that we keep beside a drawing; people write other things there."""
        text = "" if self._properties is None else self._properties.get("descr", "")
        if not text.startswith("{"):
            return {}
        try:
            value = parse_json(text)
        except FormatError:
            return {}
        return value if isinstance(value, dict) else {}

    @property
    def preset(self) -> str:
        geometry = next(tagged(self.element, "prstGeom"), None)
        return "" if geometry is None else geometry.get("prst", "")

    @property
    def free_text(self) -> bool:
        """True of a text box."""
        return any(properties.get("txBox") == "1" for properties in tagged(self.element, "cNvSpPr"))

    @property
    def placeholder(self) -> bool:
        """True of what fills a place that the slide's layout has, such as the title."""
        return next(tagged(self.element, "ph"), None) is not None

    @cached_property
    def box(self) -> Box | None:
        frame = next(tagged(self.element, "xfrm"), None)
        place = None if frame is None else extent(frame, "off", "ext")
        if place is None:
            return None
        x, y, width, height = place
        (x0, y0), (x1, y1) = _moved((x, y), self.to_slide), _moved((x + width, y + height), self.to_slide)
        return (x0, y0, x1, y1)

    @property
    def ends(self) -> tuple[Point, Point]:
        """Of a connector: where it begins and where it ends."""
        x0, y0, x1, y1 = self.box or (0.0, 0.0, 0.0, 0.0)
        frame = next(tagged(self.element, "xfrm"))
        if frame.get("flipH") in ("1", "true"):
            x0, x1 = x1, x0
        if frame.get("flipV") in ("1", "true"):
            y0, y1 = y1, y0
        return (x0, y0), (x1, y1)

    @cached_property
    def text(self) -> str:
        """Its paragraphs, a line each."""
        bodies = list(tagged(self.element, "txBody"))
        return "\n".join("".join(_said(paragraph)) for body in bodies for paragraph in children(body, "p"))

    def glued(self, tag: str) -> str | None:
        """Number of the shape that an end is glued to."""
        end = next(tagged(self.element, tag), None)
        return None if end is None else end.get("id")

    @cached_property
    def _shape_properties(self) -> Element | None:
        return next(tagged(self.element, "spPr"), None)

    @cached_property
    def line(self) -> Element | None:
        """Properties of its line."""
        return None if self._shape_properties is None else next(iter(children(self._shape_properties, "ln")), None)

    @property
    def fill(self) -> str | None:
        return None if self._shape_properties is None else solid(self._shape_properties)

    @property
    def stroke(self) -> str | None:
        return None if self.line is None else solid(self.line)


def drawn_shapes(tree: Element, to_slide: Mapping = (1 / EMU_PER_PX, 0.0, 1 / EMU_PER_PX, 0.0)) -> Iterator[SlideShape]:
    """All that a tree of shapes draws, in order; what lies in groups is at its place on the slide."""
    for element in tree:
        tag = tag_of(element)
        if tag in ("sp", "cxnSp", "pic"):
            yield SlideShape(element, to_slide)
        elif tag == "grpSp":
            yield from drawn_shapes(element, _inside(element, to_slide))


def _inside(group: Element, to_slide: Mapping) -> Mapping:
    """Mapping of places within a group to places on the slide."""
    properties = next(iter(children(group, "grpSpPr")), None)
    frame = None if properties is None else next(iter(children(properties, "xfrm")), None)
    outer = None if frame is None else extent(frame, "off", "ext")
    inner = None if frame is None else extent(frame, "chOff", "chExt")
    if outer is None or inner is None:
        return to_slide
    across, down = (outer[side] / inner[side] if inner[side] else 1.0 for side in (2, 3))
    a, b, c, d = to_slide
    left, top = outer[0] - inner[0] * across, outer[1] - inner[1] * down
    return (a * across, a * left + b, c * down, c * top + d)


def extent(frame: Element, place: str, size: str) -> tuple[float, float, float, float] | None:
    """The corner and the sides that a frame says, in its own units."""
    corner, sides = next(iter(children(frame, place)), None), next(iter(children(frame, size)), None)
    if corner is None or sides is None:
        return None
    try:
        values = (corner.get("x", ""), corner.get("y", ""), sides.get("cx", ""), sides.get("cy", ""))
        x, y, width, height = (float(int(value)) for value in values)
    except ValueError:
        return None
    return None if max(map(abs, (x, y, width, height))) > 1e12 else (x, y, width, height)


def _moved(point: Point, to_slide: Mapping) -> Point:
    a, b, c, d = to_slide
    return (round(point[0] * a + b, DECIMALS), round(point[1] * c + d, DECIMALS))


def _said(paragraph: Element) -> Iterator[str]:
    for part in paragraph:
        if tag_of(part) in ("r", "fld"):
            yield from ((text.text or "") for text in children(part, "t"))
        elif tag_of(part) == "br":
            yield "\n"


def solid(properties: Element) -> str | None:
    """The plain colour that properties fill with."""
    fill = next(iter(children(properties, "solidFill")), None)
    colour = None if fill is None else next(iter(children(fill, "srgbClr")), None)
    return None if colour is None else colour_of(f"#{colour.get('val', '')}")
