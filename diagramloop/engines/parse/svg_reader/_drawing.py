"""A sanitised SVG as what is drawn on its page: outlines and lines of text, in pixels of the viewport.

Groups, nested drawings, symbols and ``use`` are followed, and every transform is applied; what a thing is called,
what it is grouped with and in which tool it was made do not matter from here on.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

import numpy as np
import shapely
from defusedxml.ElementTree import fromstring

from diagramloop.engines.parse.svg_reader._flattening import Points, affine, subpaths
from diagramloop.engines.parse.svg_reader._lettering import runs
from diagramloop.engines.parse.svg_reader._markers import Mark, Place, mark_of
from diagramloop.engines.parse.svg_reader._viewport import State, fitted, page
from diagramloop.errors import FormatError, RejectionReason

FAINT = 0.5  # opacity below which a picture is a shadow
MAX_STROKES, MAX_TEXTS, MAX_PATH = 25_000, 1_500, 2_000_000  # the last in characters of path data

_SVG = "{http://www.w3.org/2000/svg}"
_INHERITED = (
    "fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "stroke-opacity", "visibility", "text-anchor",
    "dominant-baseline", "marker-start", "marker-mid", "marker-end", "color",
    "opacity",  # a group's holds for what is in it
)  # fmt: skip
_NOWHERE = frozenset({"", "none", "transparent"})
_LOCAL = re.compile(r"url\(\s*['\"]?#([^'\")]+)")


@dataclass(frozen=True)
class Outline:
    """One continuous line that is drawn.

    Attributes:
        points: shape (n, 2), px; not repeated at the end of a closed one.
        closed: it ends where it began.
        filled, stroked: how it is drawn; one of them at least.
        width: of its stroke, px.
        element: number of the element, which other subpaths may share, in the order of drawing.
        marks: at its first and last point.
        dashed: its stroke is.
    """

    points: Points
    closed: bool
    filled: bool
    stroked: bool
    width: float
    element: int
    marks: tuple[Mark | None, Mark | None] = (None, None)
    dashed: bool = False


@dataclass(frozen=True)
class TextItem:
    """One line of text as placed: its box (corners clockwise from its top left) and font size, px."""

    text: str
    corners: Points
    font_size: float
    element: int


@dataclass(frozen=True)
class Drawing:
    """The contents of a page of ``size`` px; ``framed`` if the drawing itself says how large that is."""

    outlines: tuple[Outline, ...]
    texts: tuple[TextItem, ...]
    size: tuple[int, int]
    framed: bool = True


def drawing(svg: str, scale: float = 1.0) -> Drawing:
    """Return the contents of a sanitised SVG.

    Args:
        svg: as :func:`diagramloop.render.sanitised_svg.sanitised` writes it.
        scale: pixels for each CSS pixel of the viewport.

    Raises:
        FormatError: more strokes, texts or path data than are read (TOO_LARGE).
    """
    root = fromstring(svg)
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
    walk = _Walk({e.attrib["id"]: e for e in root.iter() if "id" in e.attrib})
    size, state = page(root)
    walk.children(root, walk.entered(root, state))
    whole = scale * (size if size is not None else _extent(walk))
    outlines = (replace(o, points=o.points * scale, width=o.width * scale) for o in walk.outlines)
    texts = (replace(t, corners=t.corners * scale, font_size=t.font_size * scale) for t in walk.texts)
    pixels = (max(1, math.ceil(whole[0] - 1e-6)), max(1, math.ceil(whole[1] - 1e-6)))
    return Drawing(tuple(outlines), tuple(texts), pixels, framed=size is not None)


def _extent(walk: _Walk) -> Points:
    """Width and height that hold all that is drawn."""
    corners = [o.points.max(axis=0) for o in walk.outlines] + [t.corners.max(axis=0) for t in walk.texts]
    extent: Points = np.max([(1.0, 1.0), *corners], axis=0)
    return extent


class _Walk:
    """Goes through the elements in the order in which they are drawn, and gathers what they draw."""

    def __init__(self, by_id: Mapping[str, Element]) -> None:
        self.outlines: list[Outline] = []
        self.texts: list[TextItem] = []
        self._by_id = by_id
        self._element = self._path_data = 0
        self._known_marks: dict[tuple[str, Place], Mark | None] = {}

    def children(self, element: Element, state: State) -> None:
        """All that is drawn below an element."""
        for child in element:
            if child.get("display") != "none" and child.get("opacity") not in ("0", "0%", "0.0"):
                self._draw(child, self.entered(child, state))

    def entered(self, element: Element, state: State) -> State:
        """Return the state of an element, from the state around it."""
        own = {name: element.attrib[name] for name in _INHERITED if element.get(name, "inherit") != "inherit"}
        size = state.length(f"{state.font_size}|{element.get('font-size', '1em')}", "f")
        matrix = state.matrix @ affine(element.get("transform", ""))
        return State(matrix, {**state.style, **own}, size, state.viewport)

    def _draw(self, element: Element, state: State) -> None:
        if element.tag == "g":
            self.children(element, state)
        elif element.tag == "svg":
            self.children(element, self._nested(element, element, state))
        elif element.tag == "use":
            self._use(element, state)
        elif element.tag == "text":
            self._text(element, state)
        else:
            self._outline(element, state)

    def _nested(self, element: Element, placed: Element, state: State) -> State:
        """Within a viewport of its own: where ``placed`` says, or filling the one around it."""
        x, y, width, height = (
            state.length(placed.get(name, default), axis)
            for name, default, axis in (
                ("x", "0", "x"),
                ("y", "0", "y"),
                ("width", "100%", "x"),
                ("height", "100%", "y"),
            )
        )
        moved = state.matrix @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
        return fitted(element, replace(state, matrix=moved, viewport=(width, height)))

    def _use(self, element: Element, state: State) -> None:
        target = self._by_id.get(element.get("href", "").removeprefix("#"))
        if target is None:
            return
        if target.tag in ("symbol", "svg"):
            self.children(target, self._nested(target, element, self.entered(target, state)))
            return
        x, y = (state.length(element.get(axis, "0"), axis) for axis in "xy")
        moved = replace(state, matrix=state.matrix @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]]))
        self._draw(target, self.entered(target, moved))

    def _text(self, element: Element, state: State) -> None:
        if state.style.get("visibility") in ("hidden", "collapse"):
            return
        self._element += 1
        style = {**state.style, **element.attrib, "font-size": str(state.font_size)}
        for run in runs(self._off_its_path(element, state), style, state.length):
            corners = _placed(run.corners(), state.matrix)
            size = run.size * math.sqrt(abs(np.linalg.det(state.matrix[:2, :2])))
            self.texts.append(TextItem(run.text, corners, max(size, 1e-3), self._element))
        if len(self.texts) > MAX_TEXTS:
            raise FormatError(f"more than {MAX_TEXTS} lines of text", reason=RejectionReason.TOO_LARGE)

    def _off_its_path(self, text: Element, state: State) -> Element:
        """A text along a path stands straight at the middle of the path instead."""
        along = next((self._by_id.get(part.get("href", "")[1:]) for part in text if part.tag == "textPath"), None)
        parts = subpaths(along.tag, along.attrib, state.length) if along is not None else []
        if not parts:
            return text
        middle = shapely.LineString(parts[0].points).interpolate(0.5, normalized=True)
        straight = Element("text", {**text.attrib, "x": f"{middle.x}", "y": f"{middle.y}"})
        straight.text = text.text
        straight.extend(text)
        return straight

    def _outline(self, element: Element, state: State) -> None:
        self._path_data += len(element.get("d", "")) + len(element.get("points", ""))
        if self._path_data > MAX_PATH:
            raise FormatError("more path data than is read", reason=RejectionReason.TOO_LARGE)
        style, picture = state.style, element.tag == "image"
        filled = picture or (_paints(style, "fill") and element.tag != "line")
        stroked = not picture and _paints(style, "stroke") and state.length(style.get("stroke-width", "1"), "d") > 0
        if style.get("visibility") in ("hidden", "collapse") or not (filled or stroked):
            return
        if picture and state.length(style.get("opacity", "1"), "1") < FAINT:
            return
        self._element += 1
        width = state.length(style.get("stroke-width", "1"), "d") * math.sqrt(abs(np.linalg.det(state.matrix[:2, :2])))
        dashed = style.get("stroke-dasharray", "none").strip(" 0,") not in ("", "none")
        parts = subpaths(element.tag, element.attrib, state.length)
        for number, part in enumerate(parts):
            ends = (number == 0, number == len(parts) - 1) if stroked and not part.closed else (False, False)
            points = _placed(part.points, state.matrix)
            marks = self._marks(style, ends)
            self.outlines.append(Outline(points, part.closed, filled, stroked, width, self._element, marks, dashed))
        if len(self.outlines) > MAX_STROKES:
            raise FormatError(f"more than {MAX_STROKES} strokes", reason=RejectionReason.TOO_LARGE)

    def _marks(self, style: Mapping[str, str], ends: tuple[bool, bool]) -> tuple[Mark | None, Mark | None]:
        """Marks at the first and last point; one in the middle counts for the end that it points to."""
        start = self._mark(style, "start") if ends[0] else None
        end = self._mark(style, "end") if ends[1] else None
        middle = self._mark(style, "mid") if any(ends) and not (start or end) else None
        if middle is not None:
            return (middle, None) if middle.points < 0 else (None, middle)
        return start, end

    def _mark(self, style: Mapping[str, str], at: Place) -> Mark | None:
        match = _LOCAL.search(style.get(f"marker-{at}", ""))
        if match is None:
            return None
        if (match[1], at) not in self._known_marks:
            marker = self._by_id.get(match[1].strip())
            self._known_marks[match[1], at] = None if marker is None else mark_of(marker, at, self._by_id)
        return self._known_marks[match[1], at]


def _placed(points: Points, matrix: Points) -> Points:
    placed: Points = points @ matrix[:2, :2].T + matrix[:2, 2]
    return placed


def _paints(style: Mapping[str, str], what: str) -> bool:
    default = "none" if what == "stroke" else "black"
    seen = style.get(f"{what}-opacity", "1").strip() not in ("0", "0.0", "0%")
    return seen and style.get(what, default).strip().lower() not in _NOWHERE
