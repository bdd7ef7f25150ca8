"""Reading an SVG drawing: elements with the matrix that takes them to pixels, and the outlines they draw."""

from __future__ import annotations

import itertools
import math
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

import numpy as np
import shapely
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from numpy.typing import NDArray
from svgelements import Circle, Close, Ellipse, Matrix, Move, Path, PathSegment, Polygon, Polyline, Rect
from svgelements import Line as StraightLine

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Box, Point

MAX_BYTES = 20_000_000
CURVE_STEPS = 16  # samples per curved segment: < 0.1 px off for the curves Mermaid draws
_CURVE = np.arange(1, CURVE_STEPS + 1) / CURVE_STEPS
SIMPLIFIED = 0.1  # px by which an outline may leave the drawn one

Points = NDArray[np.float64]  # shape (n, 2)

_OUTLINES = {"rect": Rect, "circle": Circle, "ellipse": Ellipse, "polygon": Polygon, "polyline": Polyline, "path": Path}


@dataclass(frozen=True)
class Placed:
    """An element with the matrix that takes its coordinates to the picture's pixels."""

    element: Element
    matrix: Matrix

    @property
    def tag(self) -> str:
        """Tag without its namespace."""
        return self.element.tag.rpartition("}")[2]

    @property
    def id(self) -> str:
        """The ``id`` attribute, or empty."""
        return self.element.get("id", "")

    @property
    def classes(self) -> list[str]:
        """Names in the ``class`` attribute."""
        return self.element.get("class", "").split()

    @property
    def is_outline(self) -> bool:
        """True for an element that draws a shape or a line."""
        return self.tag in _OUTLINES and self.element.get("d") != ""

    def walk(self) -> Iterator[Placed]:
        """This element and all below it, in document order."""
        yield self
        for child in self.children():
            yield from child.walk()

    def children(self) -> Iterator[Placed]:
        """The elements directly below it."""
        for child in self.element:
            moved = child.get("transform")
            yield Placed(child, Matrix(moved) * self.matrix if moved else self.matrix)

    def points(self) -> Points:
        """Points along what it draws: ends of straight segments, ``CURVE_STEPS`` samples of curved ones."""
        return _sample(list(self._path()), self.matrix)

    def rings(self) -> list[Points]:
        """The same, one array for each subpath."""
        path = list(self._path())
        starts = [i for i, segment in enumerate(path) if isinstance(segment, Move)] + [len(path)]
        return [_sample(path[a:b], self.matrix) for a, b in itertools.pairwise(starts)]

    def corners(self) -> Points:
        """Top left and bottom right of its ``x``, ``y``, ``width``, ``height``."""
        x, y, width, height = (float(self.element.get(name, 0)) for name in ("x", "y", "width", "height"))
        corners = [self.matrix.point_in_matrix_space(p) for p in ((x, y), (x + width, y + height))]
        return np.array([(p.x, p.y) for p in corners])

    def _path(self) -> Path:
        values = {
            key: value for key, value in self.element.attrib.items() if key not in ("transform", "style", "class")
        }
        return Path(values["d"]) if self.tag == "path" else Path(_OUTLINES[self.tag](**values))


def read_svg(svg: str, scale: float) -> tuple[Placed, tuple[int, int]]:
    """The document's root, placed so that its view box fills the picture, and the picture's size in pixels.

    Args:
        svg: the document.
        scale: pixels per SVG user unit.

    Raises:
        FormatError: not SVG, too large, a DTD or entities, no view box.
    """
    if len(svg) > MAX_BYTES:
        raise FormatError(f"SVG of more than {MAX_BYTES} characters", reason=RejectionReason.TOO_LARGE)
    try:
        root: Element = fromstring(svg, forbid_dtd=True)
    except ParseError as error:
        line, column = error.position
        raise FormatError(str(error), line=line, column=column + 1) from error
    except DefusedXmlException as error:
        raise FormatError(f"SVG with a DTD or entities: {error}", reason=RejectionReason.UNSAFE) from error
    if root.tag.rpartition("}")[2] != "svg":
        raise FormatError("not an SVG document", reason=RejectionReason.UNSUPPORTED)
    left, top, width, height = _view_box(root.get("viewBox", ""))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return Placed(root, Matrix.translate(-left, -top) * Matrix.scale(scale)), size


def _view_box(value: str) -> tuple[float, float, float, float]:
    try:
        left, top, width, height = (float(v) for v in value.replace(",", " ").split())
    except ValueError as error:
        raise FormatError("SVG without a usable viewBox", reason=RejectionReason.INVALID) from error
    if not all(map(math.isfinite, (left, top, width, height))):
        raise FormatError("SVG whose viewBox is not finite", reason=RejectionReason.INVALID)
    return left, top, width, height


def writable(text: str) -> str:
    """``text`` without what XML cannot hold: controls (line ends stay), surrogates, codes that are no character."""
    return "".join(c for c in text if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs", "Cn"))


def outline(parts: Iterable[Placed]) -> Points | None:
    """Exterior of the union of all shapes that make up one drawn thing, or None when they enclose nothing.

    Shapes that only touch each other are taken together by their convex hull.
    """
    rings = [ring for part in parts for ring in part.rings() if len(ring) >= 3]
    union = shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in rings])
    faces = [face for face in shapely.get_parts(union) if face.geom_type == "Polygon" and face.area > 1.0]
    if not faces:
        return None
    whole = faces[0] if len(faces) == 1 else shapely.convex_hull(shapely.union_all(faces))
    return np.asarray(whole.simplify(SIMPLIFIED).exterior.coords)[:-1]


def as_points(points: Points) -> tuple[Point, ...]:
    """Return the points in the form in which a graph holds them."""
    return tuple((float(x), float(y)) for x, y in points.round(3))


def as_box(points: Points) -> Box:
    """Bounding box, as a graph holds it."""
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return (round(float(x0), 3), round(float(y0), 3), round(float(x1), 3), round(float(y1), 3))


def _sample(segments: list[PathSegment], matrix: Matrix) -> Points:
    straight = (Move, StraightLine, Close)
    points = [
        [(segment.end.x, segment.end.y)] if isinstance(segment, straight) else segment.npoint(_CURVE)
        for segment in segments
        if segment.end is not None
    ]
    affine = np.array([[matrix.a, matrix.b], [matrix.c, matrix.d]])
    placed: Points = np.concatenate([np.zeros((0, 2)), *points]) @ affine + (matrix.e, matrix.f)
    return placed
