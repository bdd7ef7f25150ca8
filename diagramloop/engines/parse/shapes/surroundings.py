"""A picture's flat regions and what lies around each: outline, border, neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.levels import (
    CLEAN_FLATNESS_LEVELS,
    DRAWN_CONTRAST_LEVELS,
    Mask,
    contrast,
    sampled_pixels,
)
from diagramloop.engines.parse.shapes.candidates import Candidate, same_colour
from diagramloop.engines.parse.shapes.flat_regions import FlatRegions, flat_regions, regrown
from diagramloop.engines.parse.shapes.outlines import (
    Border,
    Points,
    area,
    border,
    outer_contour,
    outward_normals,
    perimeter,
    resample,
    solidity,
)
from diagramloop.engines.parse.shapes.plates import PLATE_TALLEST_TEXT_HEIGHTS, room
from diagramloop.engines.parse.shapes.shape_names import name_outline, restored

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Lids and side bars, which a node's inner lines cut off.
_BRIDGE_PX = 3  # of the gap between them, beyond the border's two sides

# Thresholds for the border along an outline, seen from the inside outwards.
# how far the border of a filled shape without text may be, and _FILLED_REACH_PX beside them
_FILLED_REACH_STROKES = 3.0
_FILLED_REACH_PX = 3.0

# Regions of flat colour, and the outlines around them.
REGION_PLACE_COUNT = 200  # along an outline at which neighbours are looked up
_NEIGHBOUR_PX = (3.0, 2.0, 1.0)  # beyond a border; what is nearer counts more
_LEAST_SOLIDITY_SHARE = 0.7  # of the convex hull that an outline fills
_GAP_SOLIDITY_SHARE = 0.2  # by how much less the outline may fill that has gaps and bays yet
# from every known shape, at which an outline is of none; or _IRREGULAR_PX if that is more
_IRREGULAR_TEXT_HEIGHTS = 0.15
_IRREGULAR_PX = 1.5
_BAY_TEXT_HEIGHTS = 0.5  # of the bays that text cuts into an outline
# how far a border is looked for, past the page's colour beside a text; or _BORDER_REACH_TEXT_HEIGHTS if that is more
_BORDER_REACH_STROKES = 4.0
_BORDER_REACH_TEXT_HEIGHTS = 0.9
# so thick is a node's own border at most, with what is attached to it; or _RING_TEXT_HEIGHTS if that is more
_RING_STROKES = 3.0
_RING_TEXT_HEIGHTS = 0.35
_RING_SHARE = 0.4  # of the area that it encloses
_NOISE_REACH_PX = 9  # JPEG rings within its blocks of 8
_NOISE_EDGE_RATIO = 0.4  # of the usual contrast of an edge, up to which contrast beside it is noise
_COLOUR_PIXEL_COUNT = 4000  # by which a colour is judged, or some more

# Shapes on which something is written, by their coverage.
WRITING_MOST_COVERAGE_SHARE = 0.99


@dataclass
class Allowance:
    """Outlines that may yet be looked at; those of the largest regions come first."""

    left: int = field(default_factory=lambda: BUDGET.outlines)


class Surroundings:
    """A picture's regions, and candidates among them; lengths are in units of the text's height."""

    def __init__(
        self,
        picture: RGB,
        environment: Environment,
        bridge: int = 0,
        before: Surroundings | None = None,
    ) -> None:
        """Gaps of up to ``bridge`` pixels in what is drawn are closed; what was seen ``before`` of the same picture is
        not looked at again."""
        self.picture = picture
        self.environment = environment
        self.unit = environment.text_height
        self.contrast: Mask = before.contrast if before else contrast(picture)
        self._allowance: Allowance = before._allowance if before else Allowance()
        self._colours: dict[int, NDArray[np.float64]] = {}
        self.drawn = self.contrast > environment.flatness
        bridged = _bridged(self.contrast, bridge) if bridge else self.contrast
        self.regions: FlatRegions = flat_regions(bridged, environment.flatness)

    def bridged(self, gap: int) -> Surroundings:
        """The same, with gaps of up to so many pixels closed; outlines that were looked at count for both."""
        return Surroundings(self.picture, self.environment, gap, self)

    @property
    def irregular(self) -> float:
        """Deviation from every known shape at which an outline is of none, in pixels."""
        return max(_IRREGULAR_PX, _IRREGULAR_TEXT_HEIGHTS * self.unit)

    def neighbours(self, candidate: Candidate) -> NDArray[np.int32]:
        """Number of the nearest region beyond the border at places along the outline, shape (places,)."""
        (height, width) = self.regions.labels.shape
        places = resample(candidate.outline, REGION_PLACE_COUNT)
        normals = outward_normals(places)
        found = np.zeros(len(places), np.int32)
        for beyond in _NEIGHBOUR_PX:
            x, y = np.rint(places + (candidate.border.end + beyond) * normals).astype(int).T
            there = self.regions.labels[y.clip(0, height - 1), x.clip(0, width - 1)]
            found = np.where(there > 0, there, found)
        return found

    def touching(self, candidate: Candidate, least: float) -> Iterator[int]:
        """Numbers of the regions beyond the border along more than a share of the outline."""
        there = self.neighbours(candidate)
        numbers, counts = np.unique(there, return_counts=True)
        return (int(n) for n, count in zip(numbers, counts, strict=True) if n and count > least * len(there))

    def may_be_part(self, number: int, candidate: Candidate) -> bool:
        """A region that is none of the candidate's, no larger, of its colour, and all in the picture."""
        if number in candidate.numbers or self.is_cut_off(number):
            return False
        if self.regions.areas[number] > self.regions.areas[list(candidate.numbers)].sum():
            return False
        return same_colour(self.colour_of(number), candidate.fill)

    def joined(self, candidate: Candidate, numbers: Sequence[int]) -> Candidate | None:
        """The candidate with more regions, over the border between them."""
        bridge = 2 * int(candidate.border.end) + _BRIDGE_PX
        return self.candidate((*candidate.numbers, *numbers), bridge=bridge)

    def shared(self, candidate: Candidate, numbers: set[int]) -> float:
        """Pixels of the outline beyond whose border one of the regions lies."""
        there = np.isin(self.neighbours(candidate), sorted(numbers))
        return float(there.mean()) * perimeter(candidate.outline)

    def is_cut_off(self, number: int) -> bool:
        """Reaches the picture's edge: the page, or something only partly in the picture."""
        x0, y0, x1, y1 = self.regions.boxes[number]
        height, width = self.regions.labels.shape
        return bool(x0 == 0 or y0 == 0 or x1 == width or y1 == height)

    def mask(self, numbers: tuple[int, ...], margin: int = 0) -> tuple[Mask, tuple[int, int]]:
        """The regions alone, with the corner of the cut-out."""
        boxes = self.regions.boxes[list(numbers)]
        x0, y0 = np.maximum(boxes[:, :2].min(axis=0) - margin, 0)
        x1, y1 = np.minimum(boxes[:, 2:].max(axis=0) + margin, self.regions.labels.shape[::-1])
        labels = self.regions.labels[y0:y1, x0:x1]
        mask = np.logical_or.reduce([labels == number for number in numbers])
        return mask.astype(np.uint8) * 255, (int(x0), int(y0))  # OpenCV compares no labels of four rows and one column

    def candidate(self, numbers: tuple[int, ...], bridge: int = 0) -> Candidate | None:
        """The candidate of the regions, if it can be a node and not enough have been looked at; gaps up to ``bridge``,
        and bays that text cuts into them, are closed."""
        environment = self.environment
        bay = round(_BAY_TEXT_HEIGHTS * self.unit)
        outlined = self._outlined(numbers, max(bridge, bay) | 1) if self._allowance.left else None
        if outlined is None:
            return None
        self._allowance.left -= 1
        mask, corner, outline = outlined
        coverage, fill = float(np.count_nonzero(mask)) / area(outline), self.colour(mask, corner)
        fit = name_outline(outline, environment.stroke)
        bitten = fit.deviation > self.irregular and not self._is_between_edges(fill, coverage)
        whole = restored(outline, environment.stroke) if bitten else None
        fit, edge = whole or fit, self._border(outline)
        name = "dbl-circ" if edge.double and fit.name == "circle" else fit.name
        low = np.ptp(outline[:, 1]) <= PLATE_TALLEST_TEXT_HEIGHTS * self.unit
        return Candidate(
            numbers,
            outline,
            replace(fit, name=name),
            edge,
            fill=fill,
            coverage=coverage,
            room=room(mask, outline - corner, self.unit) if low else (np.inf, np.inf),
            restored=whole is not None,
        )

    def _is_between_edges(self, fill: NDArray[np.float64], coverage: float) -> bool:
        """A piece of blank page, which is a node only where its outline is exact."""
        background = np.array(self.environment.background, np.float64)
        blank = coverage >= WRITING_MOST_COVERAGE_SHARE
        return blank and same_colour(fill, background)

    def _border(self, outline: Points) -> Border:
        """Of a region that may have text in it, beside which the page's colour shows."""
        stroke = self.environment.stroke
        reach = max(_BORDER_REACH_STROKES * stroke, _BORDER_REACH_TEXT_HEIGHTS * self.unit)
        return border(self.picture, outline, reach, self.environment.flatness, stroke)

    def filled_border(self, outline: Points) -> Border:
        """Of a shape that is filled all over."""
        stroke = self.environment.stroke
        reach = _FILLED_REACH_STROKES * stroke + _FILLED_REACH_PX
        return border(self.picture, outline, reach, self.environment.flatness, stroke)

    def _outlined(self, numbers: tuple[int, ...], gap: int) -> tuple[Mask, tuple[int, int], Points] | None:
        """The regions' own pixels, the corner of their cut-out, and their outline if it can be a node's."""
        least = self.unit**2
        mask, corner = self.mask(numbers, margin=max(gap, 2 * _NOISE_REACH_PX))
        if solidity(outer_contour(mask, corner)) < _LEAST_SOLIDITY_SHARE - _GAP_SOLIDITY_SHARE:
            return None
        outline = outer_contour(_closed(mask, gap), corner)
        if self.environment.flatness > CLEAN_FLATNESS_LEVELS and area(outline) >= least:
            mask = self._regrown(mask, corner, outline)
            outline = outer_contour(_closed(mask, gap), corner)
        if area(outline) < least or solidity(outline) < _LEAST_SOLIDITY_SHARE or self._is_line(mask, outline):
            return None
        return mask, corner, outline

    def _is_line(self, mask: Mask, outline: Points) -> bool:
        """A ring no thicker than lines are: a node's own border, with what is attached to it."""
        own = float(np.count_nonzero(mask))
        thickness = max(_RING_STROKES * self.environment.stroke, _RING_TEXT_HEIGHTS * self.unit)
        return own < thickness * perimeter(outline) and own < _RING_SHARE * area(outline)

    def _regrown(self, mask: Mask, corner: tuple[int, int], outline: Points) -> Mask:
        """The mask up to the strong edges around it, whose usual contrast is measured along the outline."""
        places = resample(outline, REGION_PLACE_COUNT)
        normals, steps = outward_normals(places), np.arange(-1.0, 2 * _NOISE_REACH_PX)
        x, y = np.rint(np.moveaxis(places[:, None] + steps[:, None] * normals[:, None], 2, 0)).astype(int)
        height, width = self.contrast.shape
        edge = np.median(self.contrast[y.clip(0, height - 1), x.clip(0, width - 1)].max(axis=1))
        rows, columns = (slice(start, start + n) for start, n in zip(corner[::-1], mask.shape, strict=True))
        level = max(self.environment.flatness, _NOISE_EDGE_RATIO * float(edge))
        return regrown(mask, self.contrast[rows, columns], level, _NOISE_REACH_PX)

    def colour_of(self, number: int) -> NDArray[np.float64]:
        """Of one region; many are neighbours of several candidates."""
        if number not in self._colours:
            self._colours[number] = self.colour(*self.mask((number,)))
        return self._colours[number]

    def colour(self, mask: Mask, corner: tuple[int, int]) -> NDArray[np.float64]:
        """Median colour under a mask, judged on some of its pixels."""
        pixels = sampled_pixels(self.picture[corner[1] :, corner[0] :], mask, _COLOUR_PIXEL_COUNT)
        return np.asarray(np.median(pixels, axis=0), dtype=np.float64)


def _bridged(contrasts: Mask, gap: int) -> Mask:
    """Contrasts with those of drawn lines, not of grain, spread over ``gap`` pixels."""
    _, lines = cv2.threshold(contrasts, DRAWN_CONTRAST_LEVELS, 255, cv2.THRESH_TOZERO)
    return np.asarray(cv2.max(contrasts, cv2.dilate(lines, np.ones((gap + 1, gap + 1), np.uint8))))


def _closed(mask: Mask, gap: int) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)))
