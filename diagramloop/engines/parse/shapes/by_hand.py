"""Drawings by hand: how crooked their outlines are, and the shapes that these are meant for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.settings import NamingSettings, ShapeHunterSettings, WritingSettings
from diagramloop.engines.parse.shapes.shape_names import name_outline


def usual_deviation(likely: list[Candidate], irregular: float, settings: ShapeHunterSettings) -> float:
    """Pixels by which outlines with something written in them usually leave their shapes where hardly one is exact,
    else 0; ``irregular`` where there is no outline at all, since a hand may have closed none."""
    hands, naming = settings.hands, settings.naming
    written = [c for c in likely if c.border.width > 0 and is_written(c, settings.writing)]
    if len(written) < hands.least_outline_count:
        return 0.0 if likely else irregular
    away = [_own_deviation(c, naming) for c in written]
    return float(np.median(away)) if np.quantile(away, hands.exact_quantile) > hands.least_deviation_px else 0.0


def _own_deviation(c: Candidate, settings: NamingSettings) -> float:
    """Of the whole outline, also where it was restored."""
    return name_outline(c.outline, c.border.width, settings).deviation if c.restored else c.fit.deviation


def is_written(c: Candidate, settings: WritingSettings) -> bool:
    return settings.least_coverage_share < c.coverage < settings.most_coverage_share


def as_drawn(c: Candidate, blur: float, settings: NamingSettings) -> Candidate:
    """The candidate named as far as the hand allows, and not restored: a hand bites no parts from rectangles."""
    return replace(c, fit=name_outline(c.outline, blur, settings), restored=False)
