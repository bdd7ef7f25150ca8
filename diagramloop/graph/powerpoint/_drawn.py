"""Drawn things of a slide, groups opened: shapes and connectors with their places in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError
from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Box, Point
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.powerpoint._affine import Affine, extent, inside, turned
from diagramloop.graph.safe_xml import children, tag_of

EMU_PER_PX = 9525
TO_PIXELS = Affine(1 / EMU_PER_PX, 0.0, 0.0, 0.0, 1 / EMU_PER_PX, 0.0)
_SHAPES = frozenset({"sp", "cxnSp", "pic", "graphicFrame", "wsp"})  # wsp: Word's
_GROUPS = frozenset({"grpSp", "wgp", "wpc", "lockedCanvas"})  # the last three: Word's
_VERSIONS = "AlternateContent"
_LINE_PRESETS = ("straightConnector", "bentConnector", "curvedConnector")
_FURNITURE = frozenset({"dt", "ftr", "sldNum"})  # what a layout puts on every slide


@dataclass(frozen=True)
class SlideShape:
    """One shape (``sp``, ``wsp``), picture (``pic``), frame of other content or connector (``cxnSp``)."""

    element: Element
    to_slide: Affine = TO_PIXELS

    @cached_property
    def _parts(self) -> dict[str, Element]:
        """Its parts by name, the first of each; outlines and texts, which may be long, are not looked into."""
        parts: dict[str, Element] = {}
        left = [self.element]
        while left:
            for child in left.pop():
                tag = tag_of(child)
                parts.setdefault(tag, child)
                if tag not in ("spPr", "txBody", "txbx", "style", "blipFill", "graphicData"):
                    left.append(child)
        return parts

    @cached_property
    def connector(self) -> bool:
        """True of a line between shapes; some programs write lines as shapes."""
        if tag_of(self.element) == "cxnSp" or "cNvCnPr" in self._parts:
            return True
        return (self.preset == "line" or self.preset.startswith(_LINE_PRESETS)) and not self.text.strip()

    @property
    def number(self) -> str:
        """Number that glue refers to."""
        return self._said("id")

    @property
    def name(self) -> str:
        return self._said("name")

    @property
    def description(self) -> str:
        """Alternative text; ours is in :attr:`kept`."""
        return "" if self.kept else self._said("descr").strip()

    def _said(self, name: str) -> str:
        return self._parts["cNvPr"].get(name, "") if "cNvPr" in self._parts else ""

    @cached_property
    def kept(self) -> dict[str, Any]:
        """Things that we keep beside a drawing; people write other things there."""
        text = self._said("descr")
        if not text.startswith("{"):
            return {}
        try:
            value = parse_json(text)
        except FormatError:
            return {}
        return value if isinstance(value, dict) else {}

    @cached_property
    def preset(self) -> str:
        geometry = self._look("prstGeom")
        return "" if geometry is None else geometry.get("prst", "")

    @property
    def free_text(self) -> bool:
        """True of a text box."""
        return "cNvSpPr" in self._parts and self._parts["cNvSpPr"].get("txBox") == "1"

    @property
    def placeholder(self) -> str:
        """Name of the place in the slide's layout that it fills, such as ``title``; empty where it fills none."""
        return self._parts["ph"].get("type", "obj") if "ph" in self._parts else ""

    @property
    def shown(self) -> bool:
        """False of what nobody sees on this slide: empty texts, and what its layout puts on every slide."""
        if self.placeholder in _FURNITURE:
            return False
        return bool(self.text.strip()) or not (self.free_text or (self.placeholder and tag_of(self.element) == "sp"))

    @cached_property
    def _corners(self) -> tuple[Point, Point, Point, Point] | None:
        """Left top, right bottom, right top and left bottom as the shape itself has them, where they come to lie."""
        frame = self._parts.get("xfrm") if self._look("xfrm") is None else self._look("xfrm")
        place = None if frame is None else extent(frame, "off", "ext")
        if frame is None or place is None:
            return None
        x, y, width, height = place
        to_slide = self.to_slide.after(turned(frame, place))
        corners = ((x, y), (x + width, y + height), (x + width, y), (x, y + height))
        left_top, right_bottom, right_top, left_bottom = (to_slide.of(*corner) for corner in corners)
        if not all(map(isfinite, (*left_top, *right_bottom, *right_top, *left_bottom))):  # of groups in groups
            return None
        return left_top, right_bottom, right_top, left_bottom

    @cached_property
    def box(self) -> Box | None:
        """Around it where it comes to lie, in pixels of the slide."""
        if self._corners is None:
            return None
        across, down = zip(*self._corners, strict=True)
        return (min(across), min(down), max(across), max(down))

    @property
    def ends(self) -> tuple[Point, Point]:
        """Of a connector: where it begins and where it ends."""
        return self._corners[:2] if self._corners else ((0.0, 0.0), (0.0, 0.0))

    @cached_property
    def text(self) -> str:
        """Its paragraphs, a line each."""
        body = self._parts.get("txBody")
        if body is None and "txbx" in self._parts:
            body = next(iter(children(self._parts["txbx"], "txbxContent")), None)
        return "" if body is None else "\n".join(paragraphs(body))

    def glued(self, tag: str) -> str | None:
        """Number of the shape that an end is glued to."""
        return self._parts[tag].get("id") if tag in self._parts else None

    def _look(self, tag: str) -> Element | None:
        """A part of the properties that say how it is drawn."""
        return next(iter(children(self._parts["spPr"], tag)), None) if "spPr" in self._parts else None

    @cached_property
    def line(self) -> Element | None:
        """Properties of its line."""
        return self._look("ln")

    @property
    def fill(self) -> str | None:
        return solid(self._parts["spPr"]) if "spPr" in self._parts else None

    @property
    def stroke(self) -> str | None:
        return None if self.line is None else solid(self.line)

    @property
    def content(self) -> str:
        """Name of what a frame of other content holds: the last word of its address, such as ``table``."""
        data = self._parts.get("graphicData")
        return "" if data is None else data.get("uri", "").rpartition("/")[2]


def drawn_shapes(tree: Element, to_slide: Affine = TO_PIXELS) -> Iterator[SlideShape]:
    """All that a tree of shapes draws, in order; what lies in groups is at its place on the slide."""
    for element in tree:
        tag = tag_of(element)
        if tag in _SHAPES:
            yield SlideShape(element, to_slide)
        elif tag in _GROUPS:
            properties = next(iter(children(element, "grpSpPr")), element)
            xfrm = next(iter(children(properties, "xfrm")), None)
            yield from drawn_shapes(element, to_slide if xfrm is None else inside(xfrm, to_slide))
        elif tag == _VERSIONS:
            versions = (list(drawn_shapes(version, to_slide)) for version in element)
            yield from next(filter(None, versions), [])


def paragraphs(body: Element) -> list[str]:
    """Texts of the paragraphs of a body."""
    return ["".join(_said(paragraph)) for paragraph in children(body, "p")]


def _said(paragraph: Element) -> Iterator[str]:
    for part in paragraph:
        for piece in (part, *part) if tag_of(part) in ("r", "fld", "br") else ():
            if tag_of(piece) == "t":
                yield piece.text or ""
            elif tag_of(piece) == "br":
                yield "\n"


def solid(properties: Element) -> str | None:
    """The plain colour that properties fill with."""
    fill = next(iter(children(properties, "solidFill")), None)
    colour = None if fill is None else next(iter(children(fill, "srgbClr")), None)
    return None if colour is None else colour_of(f"#{colour.get('val', '')}")
