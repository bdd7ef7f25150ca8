"""Which regions may be nodes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.parse.blackboard import Environment
from diagramloop.parse.budget import BUDGET
from diagramloop.parse.shapes.annexes import candidates
from diagramloop.parse.shapes.settings import ShapeHunterSettings
from diagramloop.parse.shapes.surroundings import Surroundings

NODES = [(110, 410, 350, 560), (510, 410, 750, 560), (910, 410, 1150, 560)]


def squared(step: int) -> Surroundings:
    """Paper of squares with three nodes on it."""
    page = np.full((1000, 1400, 3), 255, np.uint8)
    page[::step] = page[:, ::step] = 90
    for x0, y0, x1, y1 in NODES:
        page[y0:y1, x0:x1] = 255
        cv2.rectangle(page, (x0, y0), (x1, y1), (0, 0, 0), 3)
    return Surroundings(page, Environment((255, 255, 255), 1.0, 14.0, 5), ShapeHunterSettings())


@pytest.mark.parametrize(("step", "are_seen"), [(25, False), (75, True)])
def test_paper_of_more_squares_than_nodes_are_affordable_adds_no_candidates(step: int, are_seen: bool) -> None:
    around = squared(step)
    assert (len(around.regions.large(14.0)) > BUDGET.regions) != are_seen
    found = [candidate.box for candidate in candidates(around)]
    for node in NODES:
        assert any(np.abs(np.array(box) - node).max() < 5 for box in found)
    assert (len(found) > 100) == are_seen
