"""Open lines that connect, with what stands at their ends: markers, or heads drawn as shapes or barbs of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import shapely

from diagramloop.engines.parse.svg_reader._drawing import Outline, TextItem
from diagramloop.engines.parse.svg_reader._drawn_arrows import block_arrow, letter_arrow
from diagramloop.engines.parse.svg_reader._flattening import Points, area_within
from diagramloop.engines.parse.svg_reader._markers import is_round
from diagramloop.engines.parse.svg_reader.region import encloses
from diagramloop.graph import Head

HEAD_SIZE = 2.2  # font sizes, of a head at most
BARB_SIZE = 2.2  # font sizes, of one stroke of a head at most
STRAIGHT = 0.2  # font sizes by which a stroke of a head may be bent
LEAD = 0.3  # font sizes before its end along which a line leads somewhere
STEEPEST = 4.0  # slope of a barb against the line, at most,
SPREAD = 0.3  # difference between the slopes of its two barbs at least, and
ASTRAY = 0.1  # how far the slope of one may be that of the other side
ALIKE = 0.1  # how much worse an end may fit a head, and fit it as well
MEET = 0.6  # font sizes between a line's end and where its barbs meet
TOUCH = 0.35  # font sizes between a line's end and the head that belongs to it
CORNERS = 5  # of a head drawn as a polygon at most


@dataclass
class Connector:
    """A line with its two ends.

    Attributes:
        points: shape (n, 2), px, from its first end to its second, heads included.
        heads: what is drawn at each.
        element: number of the element that drew it.
        lead: px before an end along which it leads somewhere; what a hand or a head does within that says nothing.
    """

    points: Points
    heads: list[Head]
    dashed: bool
    width: float
    element: int
    lead: float

    @property
    def line(self) -> shapely.LineString:
        """The line as a geometry."""
        return shapely.LineString(self.points)

    def tip(self, end: int) -> Points:
        """The point at end 0 or 1."""
        point: Points = self.points[-end]
        return point

    def outward(self, end: int) -> Points:
        """The direction, of length 1, in which the line leaves through an end."""
        points = self.points if end else self.points[::-1]
        away = np.hypot(*(points - points[-1]).T)
        far = np.flatnonzero(away > min(self.lead, 0.9 * float(away.max())))
        step = points[-1] - points[far[-1]] if len(far) else np.array([0.0, 0.0])
        direction: Points = step / max(float(np.hypot(*step)), 1e-9)
        return direction

    def towards(self, point: Points, end: int, before: float) -> Points:
        """The direction, of length 1, to a point near an end from where the line is so many px before that end."""
        line = self.line
        at = max(line.length - before, 0.0) if end else min(before, line.length)
        step = point - shapely.get_coordinates(line.interpolate(at))[0]
        direction: Points = step / max(float(np.hypot(*step)), 1e-9)
        return direction


@dataclass(frozen=True)
class Lines:
    """The lines of a drawing, and what is left of it without them and their heads."""

    connectors: list[Connector]
    outlines: list[Outline]
    texts: list[TextItem]


@dataclass(eq=False)
class _Part:
    """An outline and what it is taken for.

    Attributes:
        encloses: whether it goes around something.
        role: a line, one of the strokes of a head, what may be a head, a head; nothing of these if empty.
        arrow: its course from its tail to its tip, if it is a block arrow.
    """

    outline: Outline
    encloses: bool
    role: Literal["", "line", "barb", "small", "head"] = ""
    arrow: Points | None = None

    @property
    def is_explained(self) -> bool:
        """True of a line, of a head's line, and of a block arrow."""
        return self.role in ("line", "barb", "head") or self.arrow is not None


def connectors(outlines: Sequence[Outline], texts: Sequence[TextItem], unit: float) -> Lines:
    """Tells lines that may connect from all else.

    Args:
        unit: the drawing's usual font size.
    """
    parts = [_part(outline, texts, unit) for outline in outlines]
    single = _once(parts, LEAD * unit)
    heads = _Heads([connector for _, connector in single], unit, _rings(parts))
    heads.polygons(parts)
    heads.barbs(parts)
    letter_arrows = [(text, letter_arrow(text)) for text in texts]
    words = [text for text, arrow in letter_arrows if arrow is None]
    arrows = [*_block_arrows(parts, words), *heads.without_letters(letter_arrows)]
    connecting = [connector for part, connector in single if part.role != "barb"]
    connecting += [Connector(arrow, ["none", "arrow"], False, 1.0, 0, LEAD * unit) for arrow in arrows]
    return Lines(connecting, [part.outline for part in parts if not part.is_explained], words)


def _rings(parts: Sequence[_Part]) -> list[shapely.LinearRing]:
    """The courses of all that goes around something and is too large for a head."""
    large = [part for part in parts if part.encloses and part.role != "small"]
    return [shapely.LinearRing(part.outline.points) for part in large]


def _block_arrows(parts: Sequence[_Part], words: Sequence[TextItem]) -> list[Points]:
    """The courses of broad arrows, which are noted."""
    arrows = []
    for part in parts:
        if part.encloses:
            part.arrow = block_arrow(part.outline, words)
        if part.arrow is not None:
            arrows.append(part.arrow)
    return arrows


def _part(outline: Outline, texts: Sequence[TextItem], unit: float) -> _Part:
    if not encloses(outline):
        return _Part(outline, False, "line" if outline.stroked else "")
    return _Part(outline, True, "small" if _may_be_head(outline, texts, unit) else "")


def _connector(outline: Outline, lead: float) -> Connector:
    """Marks of one end that point back along the line belong to the other end, if that has none."""
    first, last = outline.marks
    heads: list[Head] = [first.head if first else "none", last.head if last else "none"]
    if (first is None) != (last is None):
        only = first or last
        assert only is not None
        if only.points < 0:
            heads.reverse()
    points = np.concatenate([outline.points, outline.points[:1]]) if outline.closed else outline.points
    return Connector(points, heads, outline.dashed, outline.width, outline.element, lead)


def _once(parts: Sequence[_Part], lead: float) -> list[tuple[_Part, Connector]]:
    """Connectors of lines, with these; lines drawn twice (a halo below them) once, with all heads."""
    single: dict[tuple[tuple[float, float], ...], tuple[_Part, Connector]] = {}
    for part in parts:
        if part.role != "line":
            continue
        connector = _connector(part.outline, lead)
        course = tuple(map(tuple, connector.points.round(1).tolist()))
        _, same = single.setdefault(course, (part, connector))
        same.heads = [b if a == "none" else a for a, b in zip(same.heads, connector.heads, strict=True)]
    return list(single.values())


def _bends(outline: Outline, unit: float) -> Points:
    """The points at which a stroke turns."""
    return shapely.get_coordinates(shapely.LineString(outline.points).simplify(STRAIGHT * unit))


def _may_be_barb(outline: Outline, unit: float) -> bool:
    return len(_bends(outline, unit)) <= 3 and _extent(outline.points) <= BARB_SIZE * unit and not any(outline.marks)


def _may_be_head(outline: Outline, texts: Sequence[TextItem], unit: float) -> bool:
    if _extent(outline.points) > HEAD_SIZE * unit:
        return False
    area = area_within(outline.points)
    if area.is_empty or any(area.contains(shapely.Point(t.corners.mean(axis=0))) for t in texts):
        return False
    corners = len(area.convex_hull.simplify(0.03 * _extent(outline.points)).exterior.coords) - 1
    return corners <= CORNERS or is_round(outline.points)


def _extent(points: Points) -> float:
    return float(np.hypot(*np.ptp(points, axis=0)))


class _Heads:
    """Finds the line's end that a small shape or stroke belongs to."""

    def __init__(self, found: Sequence[Connector], unit: float, rings: Sequence[shapely.LinearRing]) -> None:
        self._unit, self._rings = unit, np.array(rings)
        self._ends = [(connector, end) for connector in found for end in (0, 1)]
        self._points = np.array([connector.tip(end) for connector, end in self._ends]).reshape(-1, 2)

    def polygons(self, parts: Iterable[_Part]) -> None:
        """Gives heads to the ends that reach small shapes, which are noted as heads."""
        for part in parts:
            if part.role == "small" and self._polygon(part.outline):
                part.role = "head"

    def _polygon(self, outline: Outline) -> bool:
        """Lengthens the line that ends at this shape to its tip; False if there is none."""
        area = area_within(outline.points)
        near = self._fitting(area, outline.element)
        if near is None or (is_round(outline.points) and not self._touches(area)):
            return False  # a dot that touches nothing else is one at which the line begins or ends
        connector, end = near
        reach = (outline.points - connector.tip(end)) @ connector.outward(end)
        tip = outline.points[int(reach.argmax())]
        self._give(connector, end, "circle" if is_round(outline.points) else "arrow", tip if reach.max() > 0 else None)
        return True

    def without_letters(self, arrows: Iterable[tuple[TextItem, Points | None]]) -> Iterable[Points]:
        """The courses of letters that are arrows and no line's head."""
        for text, arrow in arrows:
            if arrow is not None and not self._letter(text):
                yield arrow

    def _letter(self, text: TextItem) -> bool:
        """Gives a head to a line that ends at a letter that is one; False if none does."""
        area = area_within(text.corners)
        near = self._fitting(area, text.element)
        if near is not None:
            near[0].heads[near[1]] = "arrow"
        return near is not None

    def barbs(self, parts: Iterable[_Part]) -> None:
        """Gives heads to the ends at which short lines lean back on both sides; these are noted as barbs."""
        leaning: dict[int, list[tuple[_Part, float]]] = {}
        for stroke in parts:
            if stroke.role != "line" or not _may_be_barb(stroke.outline, self._unit):
                continue
            for place, slope in self._leaning(stroke.outline):
                leaning.setdefault(place, []).append((stroke, slope))
        for place, barbs in sorted(leaning.items()):
            slopes = [slope for _, slope in barbs]
            if min(slopes) < ASTRAY and max(slopes) > -ASTRAY and max(slopes) - min(slopes) >= SPREAD:
                connector, end = self._ends[place]
                self._give(connector, end, "arrow", None)
                for stroke, _ in barbs:
                    stroke.role = "barb"

    def _leaning(self, stroke: Outline) -> Iterable[tuple[int, float]]:
        """(end, slope) for each end of a line where a part of the stroke begins and leads back beside the line."""
        for apex, *others in _spokes(_bends(stroke, self._unit)):
            distances = np.hypot(*(self._points - apex).T)
            for place in np.flatnonzero(distances <= MEET * self._unit):
                connector, end = self._ends[place]
                if _extent(connector.points) < 1.5 * _extent(stroke.points):
                    continue  # itself, or the other barb
                along = connector.towards(apex, end, _extent(stroke.points))
                for other in others:
                    back, side = (
                        -float((other - apex) @ along),
                        float(along[0] * (other - apex)[1] - along[1] * (other - apex)[0]),
                    )
                    if back > 0 and abs(side) < STEEPEST * back:
                        yield int(place), side / back

    def _fitting(self, area: shapely.Polygon, element: int) -> tuple[Connector, int] | None:
        """Of the ends that reach a head, the one that leads along its axis: from its middle to one of its corners.

        Where several do, the line that was drawn next to the head.
        """
        if not self._ends:
            return None
        distances = shapely.distance(area, shapely.points(self._points))
        middle = shapely.get_coordinates(area.centroid)[0]
        corners = shapely.get_coordinates(area.convex_hull)[:-1] - middle
        rays = corners / np.hypot(*corners.T)[:, None]
        reached = np.flatnonzero(distances <= TOUCH * self._unit).tolist()
        fits = {i: self._fit(i, middle, rays) for i in reached}
        alike = [i for i in reached if fits[i] >= max(fits.values()) - ALIKE]
        best = min(alike, key=lambda i: (abs(self._ends[i][0].element - element), -fits[i]), default=None)
        return None if best is None else self._ends[best]

    def _fit(self, place: int, middle: Points, rays: Points) -> float:
        """Fit of an end to one of the corners of a head and through its middle, 1 at best."""
        connector, end = self._ends[place]
        along, across = connector.outward(end), middle - connector.tip(end)
        aside = abs(float(along[0] * across[1] - along[1] * across[0]))
        return float((rays @ along).max()) - aside / self._unit

    def _touches(self, area: shapely.Polygon) -> bool:
        """It lies at the border of something larger."""
        return bool(len(self._rings) and shapely.distance(self._rings, area).min() <= TOUCH * self._unit)

    def _give(self, connector: Connector, end: int, head: Head, tip: Points | None) -> None:
        connector.heads[end] = head
        if tip is not None:
            ends = [tip[None], connector.points] if end == 0 else [connector.points, tip[None]]
            connector.points = np.concatenate(ends)


def _spokes(points: Points) -> Iterable[tuple[Points, ...]]:
    """Points at which barbs may meet a line: the bend of a stroke of two, or either end of a single one."""
    if len(points) == 3:
        yield points[1], points[0], points[2]
    elif len(points) == 2:
        yield points[0], points[1]
        yield points[1], points[0]
