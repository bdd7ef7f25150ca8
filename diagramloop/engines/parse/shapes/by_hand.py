"""Drawings by hand: how crooked their outlines are, and the shapes that these are meant for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.shape_names import name_outline
from diagramloop.engines.parse.shapes.surroundings import WRITING_MOST_COVERAGE_SHARE

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Drawings by hand.
_LEAST_OUTLINE_COUNT = 4  # fewer tell nothing of a hand
_EXACT_QUANTILE = 0.1  # share of the outlines by hand that is exact by chance
_LEAST_DEVIATION_PX = 0.75  # that all others leave their shapes

# Shapes on which something is written, by their coverage.
_LEAST_COVERAGE_SHARE = 0.6


def usual_deviation(likely: list[Candidate], irregular: float) -> float:
    """Pixels by which outlines with something written in them usually leave their shapes where hardly one is exact,
    else 0; ``irregular`` where there is no outline at all, since a hand may have closed none."""
    written = [c for c in likely if c.border.width > 0 and is_written(c)]
    if len(written) < _LEAST_OUTLINE_COUNT:
        return 0.0 if likely else irregular
    away = [_own_deviation(c) for c in written]
    return float(np.median(away)) if np.quantile(away, _EXACT_QUANTILE) > _LEAST_DEVIATION_PX else 0.0


def _own_deviation(c: Candidate) -> float:
    """Of the whole outline, also where it was restored."""
    return name_outline(c.outline, c.border.width).deviation if c.restored else c.fit.deviation


def is_written(c: Candidate) -> bool:
    return _LEAST_COVERAGE_SHARE < c.coverage < WRITING_MOST_COVERAGE_SHARE


def as_drawn(c: Candidate, blur: float) -> Candidate:
    """The candidate named as far as the hand allows, and not restored: a hand bites no parts from rectangles."""
    return replace(c, fit=name_outline(c.outline, blur), restored=False)
