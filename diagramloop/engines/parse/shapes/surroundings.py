"""A picture's flat regions and what lies around each: outline, border, neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.levels import Mask, contrast
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
from diagramloop.engines.parse.shapes.plates import room
from diagramloop.engines.parse.shapes.settings import ShapeHunterSettings
from diagramloop.engines.parse.shapes.shape_names import name_outline, restored


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
        settings: ShapeHunterSettings,
        bridge: int = 0,
        allowance: Allowance | None = None,
    ) -> None:
        """Gaps of up to ``bridge`` pixels in what is drawn are closed; the ``allowance`` is whole if not given."""
        self.settings = settings
        self.picture = picture
        self.environment = environment
        self.unit = environment.text_height
        self.contrast = contrast(picture)
        self._allowance = allowance or Allowance()
        self._colours: dict[int, NDArray[np.float64]] = {}
        self.drawn = self.contrast > environment.flatness
        bridged = _bridged(self.contrast, bridge, settings.levels.drawn_contrast_levels) if bridge else self.contrast
        self.regions: FlatRegions = flat_regions(bridged, environment.flatness)

    def bridged(self, gap: int) -> Surroundings:
        """The same, with gaps of up to so many pixels closed; outlines that were looked at count for both."""
        return Surroundings(self.picture, self.environment, self.settings, gap, self._allowance)

    @property
    def irregular(self) -> float:
        """Deviation from every known shape at which an outline is of none, in pixels."""
        settings = self.settings.regions
        return max(settings.irregular_px, settings.irregular_text_heights * self.unit)

    def neighbours(self, candidate: Candidate) -> NDArray[np.int32]:
        """Number of the nearest region beyond the border at places along the outline, shape (places,)."""
        settings, (height, width) = self.settings.regions, self.regions.labels.shape
        places = resample(candidate.outline, settings.place_count)
        normals = outward_normals(places)
        found = np.zeros(len(places), np.int32)
        for beyond in settings.neighbour_px:
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
        return same_colour(self.colour_of(number), candidate.fill, self.settings.candidates)

    def joined(self, candidate: Candidate, numbers: Sequence[int]) -> Candidate | None:
        """The candidate with more regions, over the border between them."""
        bridge = 2 * int(candidate.border.end) + self.settings.annexes.bridge_px
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
        return mask.astype(np.uint8) * 255, (int(x0), int(y0))

    def candidate(self, numbers: tuple[int, ...], bridge: int = 0) -> Candidate | None:
        """The candidate of the regions, if it can be a node and not enough have been looked at; gaps up to ``bridge``,
        and bays that text cuts into them, are closed."""
        settings, environment = self.settings, self.environment
        bay = round(settings.regions.bay_text_heights * self.unit)
        outlined = self._outlined(numbers, max(bridge, bay) | 1) if self._allowance.left else None
        if outlined is None:
            return None
        self._allowance.left -= 1
        mask, corner, outline = outlined
        coverage, fill = float(np.count_nonzero(mask)) / area(outline), self.colour(mask, corner)
        fit = name_outline(outline, environment.stroke, settings.naming)
        bitten = fit.deviation > self.irregular and not self._is_between_edges(fill, coverage)
        whole = restored(outline, environment.stroke, settings.naming) if bitten else None
        fit, edge = whole or fit, self._border(outline)
        name = "dbl-circ" if edge.double and fit.name == "circle" else fit.name
        low = np.ptp(outline[:, 1]) <= settings.plates.tallest_text_heights * self.unit
        return Candidate(
            numbers,
            outline,
            replace(fit, name=name),
            edge,
            fill=fill,
            coverage=coverage,
            room=room(mask, outline - corner, self.unit, settings.plates) if low else (np.inf, np.inf),
            restored=whole is not None,
        )

    def _is_between_edges(self, fill: NDArray[np.float64], coverage: float) -> bool:
        """A piece of blank page, which is a node only where its outline is exact."""
        background = np.array(self.environment.background, np.float64)
        blank = coverage >= self.settings.writing.most_coverage_share
        return blank and same_colour(fill, background, self.settings.candidates)

    def _border(self, outline: Points) -> Border:
        """Of a region that may have text in it, beside which the page's colour shows."""
        settings, stroke = self.settings.regions, self.environment.stroke
        reach = max(settings.border_reach_strokes * stroke, settings.border_reach_text_heights * self.unit)
        return border(self.picture, outline, reach, self.environment.flatness, stroke, self.settings.borders)

    def filled_border(self, outline: Points) -> Border:
        """Of a shape that is filled all over."""
        settings, stroke = self.settings.borders, self.environment.stroke
        reach = settings.filled_reach_strokes * stroke + settings.filled_reach_px
        return border(self.picture, outline, reach, self.environment.flatness, stroke, settings)

    def _outlined(self, numbers: tuple[int, ...], gap: int) -> tuple[Mask, tuple[int, int], Points] | None:
        """The regions' own pixels, the corner of their cut-out, and their outline if it can be a node's."""
        settings, least = self.settings.regions, self.unit**2
        mask, corner = self.mask(numbers, margin=max(gap, 2 * settings.noise_reach_px))
        if solidity(outer_contour(mask, corner)) < settings.least_solidity_share - settings.gap_solidity_share:
            return None
        outline = outer_contour(_closed(mask, gap), corner)
        if self.environment.flatness > self.settings.levels.clean_flatness_levels and area(outline) >= least:
            mask = self._regrown(mask, corner, outline)
            outline = outer_contour(_closed(mask, gap), corner)
        if area(outline) < least or solidity(outline) < settings.least_solidity_share or self._is_line(mask, outline):
            return None
        return mask, corner, outline

    def _is_line(self, mask: Mask, outline: Points) -> bool:
        """A ring no thicker than lines are: a node's own border, with what is attached to it."""
        settings, own = self.settings.regions, float(np.count_nonzero(mask))
        thickness = max(settings.ring_strokes * self.environment.stroke, settings.ring_text_heights * self.unit)
        return own < thickness * perimeter(outline) and own < settings.ring_share * area(outline)

    def _regrown(self, mask: Mask, corner: tuple[int, int], outline: Points) -> Mask:
        """The mask up to the strong edges around it, whose usual contrast is measured along the outline."""
        settings = self.settings.regions
        places = resample(outline, settings.place_count)
        normals, steps = outward_normals(places), np.arange(-1.0, 2 * settings.noise_reach_px)
        x, y = np.rint(np.moveaxis(places[:, None] + steps[:, None] * normals[:, None], 2, 0)).astype(int)
        height, width = self.contrast.shape
        edge = np.median(self.contrast[y.clip(0, height - 1), x.clip(0, width - 1)].max(axis=1))
        rows, columns = (slice(start, start + n) for start, n in zip(corner[::-1], mask.shape, strict=True))
        level = max(self.environment.flatness, settings.noise_edge_ratio * float(edge))
        return regrown(mask, self.contrast[rows, columns], level, settings.noise_reach_px)

    def colour_of(self, number: int) -> NDArray[np.float64]:
        """Of one region; many are neighbours of several candidates."""
        if number not in self._colours:
            self._colours[number] = self.colour(*self.mask((number,)))
        return self._colours[number]

    def colour(self, mask: Mask, corner: tuple[int, int]) -> NDArray[np.float64]:
        """Median colour under a mask, judged on some of its pixels."""
        places = np.flatnonzero(mask > 0)  # far quicker than of two axes
        every = max(1, len(places) // self.settings.regions.colour_pixel_count)
        rows, columns = np.divmod(places[::every], mask.shape[1])
        pixels = self.picture[rows + corner[1], columns + corner[0]]
        return np.asarray(np.median(pixels, axis=0), dtype=np.float64)


def _bridged(contrasts: Mask, gap: int, ink: int) -> Mask:
    """Contrasts with those of drawn lines, not of grain, spread over ``gap`` pixels."""
    _, lines = cv2.threshold(contrasts, ink, 255, cv2.THRESH_TOZERO)
    return np.asarray(cv2.max(contrasts, cv2.dilate(lines, np.ones((gap + 1, gap + 1), np.uint8))))


def _closed(mask: Mask, gap: int) -> Mask:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8)))
