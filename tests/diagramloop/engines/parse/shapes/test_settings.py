"""Thresholds of the Shape Hunter come from plain configuration."""

from __future__ import annotations

from typing import Any

import pytest

from diagramloop.engines.parse import HMAS, parse
from diagramloop.errors import DiagramloopError, RejectionReason


def test_a_threshold_of_the_hunter_changes_what_is_read(sheet) -> None:
    page = sheet()
    page.frame(20, 40, 580, 360)
    page.box(80, 150, 180, 220)
    page.box(400, 150, 500, 220)
    page.arrow((180, 185), (400, 185))
    deeper = {"shape_hunter": {"options": {"settings": {"groups": {"title_text_heights": 100}}}}}
    usual, other = (parse(page.picture, HMAS.of(agents)).graph for agents in ({}, deeper))
    assert (len(usual.groups), len(other.groups)) == (1, 0)
    assert len(usual.nodes) == 2


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"frames": {"reach_text_heights": 3}}, "ShapeHunterSettings: frames.reach_text_heights"),
        ({"plate": {}}, "ShapeHunterSettings: plate"),
        ({"borders": {"step_px": 0}}, "ShapeHunterSettings: borders.step_px"),
        ({"naming": {"corner_radius_sides": [0.1, -0.1]}}, "ShapeHunterSettings: naming.corner_radius_sides"),
        ({"symbols": {"least_drawn_share": 1.5}}, "ShapeHunterSettings: symbols.least_drawn_share"),
    ],
)
def test_what_there_is_not_is_told_by_name(settings: dict[str, Any], named: str) -> None:
    with pytest.raises(DiagramloopError, match=named) as caught:
        HMAS.of({"shape_hunter": {"options": {"settings": settings}}})
    assert caught.value.reason == RejectionReason.INVALID
