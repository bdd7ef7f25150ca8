"""Regions that may be nodes: their outline, border and shape, with parts that inner lines cut off joined again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from flowbench.graph import Box
from flowbench.parse.blackboard import RGB, Environment
from flowbench.parse.environment_curator import CLEAN_FLATNESS
from flowbench.parse.flat_regions import FlatRegions, Mask, contrast, flat_regions, regrown
from flowbench.parse.outlines import (
    Border,
    Points,
    area,
    border,
    outer_contour,
    outward_normals,
    perimeter,
    resample,
    solidity,
    widened,
)
from flowbench.parse.shape_names import Fit, name_outline, restored
from flowbench.parse.symbols import symbols

MAX_REGIONS = 1500  # large regions looked at; only a photograph has more
_LEAST_SOLIDITY = 0.7
_PALE = 64  # largest difference from the page of a plate, which only hushes the line behind a label
_FAINTEST = 26  # colour levels beyond the flatness of the faintest border of a symbol
_DRAWN = 0.75  # share of a symbol's outline that is drawn
_TALLEST_PLATE = 8.0  # text heights: four lines of a label
_NOISE_REACH = 9  # pixels; JPEG rings within its blocks of 8
_SAME_PAINT = 6.0  # largest channel difference
_PLACES = 200  # along an outline at which neighbours are looked up
_TWO_SIDES = {frozenset("LR"): "fr-rect", frozenset("L"): "lin-rect", frozenset("T"): "div-rect"}
_TWO_SIDES[frozenset("LT")] = "win-pane"


@dataclass(frozen=True, eq=False)
class Candidate:
    """One or more regions that may be a node.

    Attributes:
        numbers: of the regions.
        outline: around them, holes filled, shape (n, 2).
        fit: its shape.
        border: what is drawn along it.
        fill: the regions' usual colour, RGB, shape (3,).
        coverage: share of the inside that is of the regions' own; the rest is text or another region.
        room: free pixels around what is written on it: the lesser of left and right, the greater of above
            and below (descenders come near the lower end); infinite on what is too tall for a label.
    """

    numbers: tuple[int, ...]
    outline: Points
    fit: Fit
    border: Border
    fill: NDArray[np.float64]
    coverage: float
    room: tuple[float, float]
    restored: bool = False

    @cached_property
    def box(self) -> Box:
        """Bounding box of the outline."""
        (x0, y0), (x1, y1) = self.outline.min(axis=0), self.outline.max(axis=0)
        return (float(x0), float(y0), float(x1), float(y1))

    @property
    def height(self) -> float:
        """Of the bounding box."""
        return self.box[3] - self.box[1]

    @property
    def polygon(self) -> Points:
        """The shape along the middle of its border."""
        return widened(self.fit.polygon, self.border.middle)


class Surroundings:
    """A picture's regions, and candidates among them; lengths are in units of the text's height."""

    def __init__(self, picture: RGB, environment: Environment) -> None:
        self.picture = picture
        self.environment = environment
        self.unit = environment.text_height
        self.contrast = contrast(picture)
        self.regions: FlatRegions = flat_regions(self.contrast, environment.flatness)

    @property
    def irregular(self) -> float:
        """Deviation from every known shape at which an outline is of none, in pixels."""
        return max(1.5, 0.15 * self.unit)

    def candidates(self) -> list[Candidate]:
        """All regions of a node's size with a fairly convex outline, largest first."""
        numbers = [n for n in self.regions.large(0.9 * self.unit)[:MAX_REGIONS] if not self._is_cut_off(n)]
        single = [c for n in numbers if (c := self._candidate((int(n),))) is not None]
        joined = [self._with_annexes(c) for c in single]
        annexes = {number for c in joined for number in c.numbers[1:]}
        return distinct([c for c in joined if c.numbers[0] not in annexes], self.unit)

    def symbols(self) -> list[Candidate]:
        """Small shapes full of ink, one of each place; they may be candidates as regions as well."""
        found: list[Candidate] = []
        for outline, fit in symbols(self.regions, self.unit):
            candidate = self._symbol(outline, fit)
            if candidate is not None and not any(overlap(candidate.box, other.box) > 0 for other in found):
                found.append(candidate)
        return found

    def _symbol(self, outline: Points, fit: Fit) -> Candidate | None:
        """Its polygon runs along the middle of its border, which lies just inside of the outline; what has none, a
        label's plate, is no symbol."""
        stroke = self.environment.stroke
        within = widened(fit.polygon, -2 * stroke - 1)
        edge = border(self.picture, within, 3 * stroke + 3, self.environment.flatness, stroke)
        pale = edge.width == 0 and np.abs(edge.inside - edge.outside).max() <= _PALE
        if pale or self._drawn(outline) < _DRAWN:
            return None
        middle = widened(fit.polygon, -(stroke + 1) / 2)
        own = Border(edge.inside, edge.outside, edge.width or stroke, 0.0)
        return Candidate((), middle, replace(fit, polygon=middle), own, edge.inside, 1.0, room=(np.inf, np.inf))

    def _drawn(self, outline: Points) -> float:
        """Share of an outline along which something contrasts more than a plate does."""
        places, height, width = resample(outline, _PLACES), *self.contrast.shape
        steps = np.arange(-1.0, self.environment.stroke + 3)
        x, y = np.rint(np.moveaxis(places[:, None] - steps[:, None] * outward_normals(places)[:, None], 2, 0)).astype(
            int
        )
        strongest = self.contrast[y.clip(0, height - 1), x.clip(0, width - 1)].max(axis=1)
        return float((strongest > self.environment.flatness + _FAINTEST).mean())

    def neighbours(self, candidate: Candidate) -> NDArray[np.int32]:
        """Number of the nearest region beyond the border at places along the outline, shape (_PLACES,)."""
        places, height, width = resample(candidate.outline, _PLACES), *self.regions.labels.shape
        normals = outward_normals(places)
        found = np.zeros(_PLACES, np.int32)
        for beyond in (3.0, 2.0, 1.0):
            x, y = np.rint(places + (candidate.border.end + beyond) * normals).astype(int).T
            there = self.regions.labels[y.clip(0, height - 1), x.clip(0, width - 1)]
            found = np.where(there > 0, there, found)
        return found

    def shared(self, candidate: Candidate, numbers: set[int]) -> float:
        """Pixels of the outline beyond whose border one of the regions lies."""
        there = np.isin(self.neighbours(candidate), sorted(numbers))
        return float(there.mean()) * perimeter(candidate.outline)

    def is_plate(self, candidate: Candidate) -> bool:
        """A label's plate, or a part of one that its text cuts off: no room around the text."""
        if candidate.fit.name == "circle" or candidate.height > _TALLEST_PLATE * self.unit:
            return False
        low = candidate.height < 1.6 * self.unit
        if candidate.border.width > 0:
            return low and (candidate.restored or candidate.fit.deviation > 0.08 * self.unit + 0.5)
        across, above = candidate.room
        pale = np.abs(candidate.fill - np.array(self.environment.background)).max() <= _PALE
        return bool(low or across < 0.4 * self.unit or (pale and above < 0.6 * self.unit))

    def _is_cut_off(self, number: int) -> bool:
        """Reaches the picture's edge: the page, or something only partly in the picture."""
        x0, y0, x1, y1 = self.regions.boxes[number]
        height, width = self.regions.labels.shape
        return bool(x0 == 0 or y0 == 0 or x1 == width or y1 == height)

    def _mask(self, numbers: tuple[int, ...], margin: int = 0) -> tuple[Mask, tuple[int, int]]:
        """The regions alone, with the corner of the cut-out."""
        boxes = self.regions.boxes[list(numbers)]
        x0, y0 = np.maximum(boxes[:, :2].min(axis=0) - margin, 0)
        x1, y1 = np.minimum(boxes[:, 2:].max(axis=0) + margin, self.regions.labels.shape[::-1])
        labels = self.regions.labels[y0:y1, x0:x1]
        mask = np.logical_or.reduce([labels == number for number in numbers])
        return mask.astype(np.uint8) * 255, (int(x0), int(y0))

    def _candidate(self, numbers: tuple[int, ...], bridge: int = 0) -> Candidate | None:
        """The candidate of the regions; gaps up to ``bridge``, and bays that text cuts into them, are closed."""
        outlined = self._outlined(numbers, max(bridge, round(self.unit / 2)) | 1)
        if outlined is None:
            return None
        mask, corner, outline = outlined
        reach = max(4 * self.environment.stroke, 0.9 * self.unit)
        edge = border(self.picture, outline, reach, self.environment.flatness, self.environment.stroke)
        fit = name_outline(outline, self.environment.stroke)
        whole = restored(outline, self.environment.stroke) if fit.deviation > self.irregular else None
        fit = whole or fit
        name = "dbl-circ" if edge.double and fit.name == "circle" else fit.name
        low = np.ptp(outline[:, 1]) <= _TALLEST_PLATE * self.unit
        return Candidate(
            numbers,
            outline,
            replace(fit, name=name),
            edge,
            fill=self._colour(mask, corner),
            coverage=float(np.count_nonzero(mask)) / area(outline),
            room=_room(mask, outline - corner, self.unit) if low else (np.inf, np.inf),
            restored=whole is not None,
        )

    def _outlined(self, numbers: tuple[int, ...], gap: int) -> tuple[Mask, tuple[int, int], Points] | None:
        """The regions' own pixels, the corner of their cut-out, and their outline if it can be a node's."""
        mask, corner = self._mask(numbers, margin=max(gap, 2 * _NOISE_REACH))
        if solidity(outer_contour(mask, corner)) < _LEAST_SOLIDITY - 0.2:  # gaps do not matter that much
            return None
        outline = outer_contour(_closed(mask, gap), corner)
        if self.environment.flatness > CLEAN_FLATNESS and area(outline) >= self.unit**2:
            mask = self._regrown(mask, corner, outline)
            outline = outer_contour(_closed(mask, gap), corner)
        if area(outline) < self.unit**2 or solidity(outline) < _LEAST_SOLIDITY or self._is_line(mask, outline):
            return None
        return mask, corner, outline

    def _is_line(self, mask: Mask, outline: Points) -> bool:
        """A ring no thicker than lines are: a node's own border, with what is attached to it."""
        own = float(np.count_nonzero(mask))
        thickness = max(3 * self.environment.stroke, 0.35 * self.unit)
        return own < thickness * perimeter(outline) and own < 0.4 * area(outline)

    def _regrown(self, mask: Mask, corner: tuple[int, int], outline: Points) -> Mask:
        """The mask up to the strong edges around it, whose usual contrast is measured along the outline."""
        places, normals = resample(outline, _PLACES), outward_normals(resample(outline, _PLACES))
        steps = np.arange(-1.0, 2 * _NOISE_REACH)
        x, y = np.rint(np.moveaxis(places[:, None] + steps[:, None] * normals[:, None], 2, 0)).astype(int)
        height, width = self.contrast.shape
        edge = np.median(self.contrast[y.clip(0, height - 1), x.clip(0, width - 1)].max(axis=1))
        rows, columns = (slice(start, start + n) for start, n in zip(corner[::-1], mask.shape, strict=True))
        level = max(self.environment.flatness, 0.4 * float(edge))
        return regrown(mask, self.contrast[rows, columns], level, _NOISE_REACH)

    def _with_annexes(self, candidate: Candidate) -> Candidate:
        """The candidate with the lid or the side bars that its inner lines cut off, if it has any."""
        joined: Candidate | None = candidate
        for _ in range(2):  # the corner between two bars touches only them
            joined = self._joined(joined) if joined else None
        if joined is None or joined.fit.deviation > max(self.environment.stroke, 0.1 * self.unit, 1.0):
            return candidate
        return replace(joined, fit=replace(joined.fit, name=self._joined_name(candidate, joined)))

    def _joined(self, candidate: Candidate) -> Candidate | None:
        annexes = tuple(n for n in self._touching(candidate) if self._is_annex(candidate, n))
        if not annexes:
            return candidate
        return self._candidate((*candidate.numbers, *annexes), bridge=2 * int(candidate.border.end) + 3)

    def _touching(self, candidate: Candidate) -> Iterator[int]:
        numbers, counts = np.unique(self.neighbours(candidate), return_counts=True)
        return (int(n) for n, count in zip(numbers, counts, strict=True) if n and count > 0.05 * _PLACES)

    def _is_annex(self, candidate: Candidate, number: int) -> bool:
        """Of the same colour, narrow, and level with the candidate on at least one axis."""
        if number in candidate.numbers or self._is_cut_off(number):
            return False
        if self.regions.areas[number] > self.regions.areas[list(candidate.numbers)].sum():
            return False
        x0, y0, x1, y1 = candidate.box
        a0, b0, a1, b1 = self.regions.boxes[number]
        slack = 2 + 3 * candidate.border.width + 0.15 * self.unit
        level = max(abs(b0 - y0), abs(b1 - y1)) <= slack or max(abs(a0 - x0), abs(a1 - x1)) <= slack
        level = level or min(a0 - x0, b0 - y0, x1 - a1, y1 - b1) > -slack
        return bool(level and same_colour(self._colour(*self._mask((number,))), candidate.fill))

    def _colour(self, mask: Mask, corner: tuple[int, int]) -> NDArray[np.float64]:
        """Median colour under a mask, judged on some thousand pixels."""
        rows, columns = np.nonzero(mask)
        every = max(1, len(rows) // 4000)
        pixels = self.picture[rows[::every] + corner[1], columns[::every] + corner[0]]
        return np.asarray(np.median(pixels, axis=0), dtype=np.float64)

    def _joined_name(self, inner: Candidate, joined: Candidate) -> str:
        if joined is inner or joined.fit.name != "rect":
            return joined.fit.name
        grown = np.array(joined.box) - np.array(inner.box)
        sides = frozenset(side for side, by in zip("LTRB", grown * (-1, -1, 1, 1), strict=True) if by > self.unit / 4)
        return _TWO_SIDES.get(sides, "rect")


def _closed(mask: Mask, gap: int) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)))


def _room(mask: Mask, outline: Points, unit: float) -> tuple[float, float]:
    """See :attr:`Candidate.room`; all of the box where nothing is written."""
    filled = np.zeros_like(mask)
    cv2.fillPoly(filled, [outline.astype(np.int32)], 255)
    inner = cv2.erode(filled, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.bitwise_and(inner, cv2.bitwise_not(mask)))
    corner, extent = stats[1:, :2], stats[1:, 2:4]
    glyphs = extent[:, 1] >= 0.5 * unit  # what is lower is noise, or dots
    (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
    if not glyphs.any():
        return float(x1 - x0), float(y1 - y0)
    left, top = corner[glyphs].min(axis=0)
    right, bottom = (corner + extent)[glyphs].max(axis=0)
    return float(min(left - x0, x1 - right)), float(max(top - y0, y1 - bottom))


def same_colour(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether two median colours are one paint; medians hardly feel the noise of single pixels."""
    return bool(np.abs(a - b).max() <= _SAME_PAINT)


def distinct(candidates: list[Candidate], unit: float) -> list[Candidate]:
    """One candidate of each nest whose outlines lie within a text height of each other: the one that is
    most of its own colour, so neither a thick border nor the ring of a double outline."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: -c.coverage):
        if not any(nested(candidate.box, other.box, unit) for other in kept):
            kept.append(candidate)
    return kept


def overlap(a: Box, b: Box) -> float:
    """Intersection over union."""
    common = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
    shared = float(np.prod(np.maximum(common, 0.0)))
    return shared / (sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (a, b)) - shared)


def nested(a: Box, b: Box, unit: float) -> bool:
    """One lies within the other, less than ``unit`` from it on each side."""
    gaps = (np.array(a) - np.array(b)) * (-1, -1, 1, 1)  # by how much a is larger on each side
    sizes = [(x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (a, b)]
    near = np.abs(gaps).max() < unit and ((gaps >= -1).all() or (gaps <= 1).all())
    return bool(near and min(sizes) > 0.3 * max(sizes))
