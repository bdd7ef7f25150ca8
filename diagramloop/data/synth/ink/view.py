"""The place of each point of a plan on the page: scaled, turned, seen from aside, on paper that curls."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.ink.plan import CELL, Points
from diagramloop.data.synth.ink.settings import InkSettings

TURN_DEGREES = 4.0  # by which a page is held askew, at most


@dataclass(frozen=True)
class View:
    """From units of the plan to px of the page.

    Attributes:
        px_per_unit: of the straight page.
        tilt: from px of the straight page to px of the seen one, shape (3, 3).
        rise: px by which curled paper lifts its middle.
        side: of the page in px.
    """

    px_per_unit: float
    tilt: NDArray[np.float64]
    rise: float
    side: int

    @property
    def scale(self) -> float:
        """Px per unit in the middle of the page."""
        middle = np.full((1, 2), self.side / 2 / self.px_per_unit)
        return float(np.hypot(*(self(middle + np.array([1.0, 0.0])) - self(middle))[0]))

    def __call__(self, points: Points) -> Points:
        """Points of the plan, shape (n, 2), in px of the page."""
        straight = self.px_per_unit * np.asarray(points, np.float64)
        seen = cv2.perspectiveTransform(straight[None], self.tilt)[0]
        seen[:, 1] += self.rise * np.sin(np.pi * np.clip(seen[:, 0] / self.side, -0.5, 1.5))
        return np.asarray(seen, np.float64)


def random_view(side: int, photographed: bool, settings: InkSettings, rng: np.random.Generator) -> View:
    """A view that fills a page of ``side`` px; straight where no camera took it."""
    low, high = np.log(settings.cell_px)
    scale = float(np.exp(rng.uniform(low, high))) / CELL
    if not photographed:
        return View(scale, np.eye(3), 0.0, side)
    corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float64)
    angle, middle = np.radians(rng.uniform(-TURN_DEGREES, TURN_DEGREES)), np.full(2, side / 2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    seen = (corners - middle) @ turn.T + middle + rng.uniform(-1, 1, (4, 2)) * settings.tilt * side
    tilt = cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32))
    return View(scale, tilt, rng.uniform(-1, 1) * settings.curl * side, side)
