"""Thresholds of the page and of the Environment Curator come from plain configuration."""

from __future__ import annotations

from typing import Any

import pytest

from diagramloop.engines.parse import HMAS, ParsedFigure, parse
from diagramloop.engines.parse.page.settings import CuratorSettings, RuleSettings
from diagramloop.errors import DiagramloopError, RejectionReason


def curator(settings: object) -> dict[str, Any]:
    return {"environment_curator": {"options": {"settings": settings}}}


@pytest.fixture
def reading(sheet):
    """Return the reading of a wide drawing, with other settings than the usual ones."""
    page = sheet(width=600, height=300, scale=2.0)
    page.box(50, 100, 150, 170)
    page.box(400, 100, 500, 170)
    page.arrow((150, 135), (400, 135))

    def read(**agents: Any) -> ParsedFigure:
        return parse(page.picture, HMAS.of(agents))

    return read


def test_a_threshold_of_the_curator_changes_what_is_read(reading) -> None:
    tall = curator({"flow": {"least_width_heights": 3}})
    assert (reading().graph.direction, reading(**tall).graph.direction) == ("LR", "TB")


def test_a_threshold_of_the_page_changes_what_is_read(reading) -> None:
    small = {"reading_scale": {"legible_px": 6}}
    usual, other = reading(), reading(page=small)
    assert (usual.board.picture.shape, other.board.picture.shape) == ((600, 1200, 3), (300, 600, 3))
    assert len(usual.graph.edges) == len(other.graph.edges) == 1


@pytest.mark.parametrize(
    ("agents", "named"),
    [
        ({"environment_curator": {"options": {"settings": {"tiles": {"side": 9}}}}}, "CuratorSettings: tiles.side"),
        (
            {"environment_curator": {"options": {"settings": {"tiles": {"side_px": 0}}}}},
            "CuratorSettings: tiles.side_px",
        ),
        ({"environment_curator": {"options": {"settings": [1]}}}, "CuratorSettings"),
        ({"page": {"hatchings": {}}}, "PageSettings: hatchings"),
        ({"page": {"light": {"speck_px": 4}}}, "odd number"),
        ({"page": {"rules": {"farthest_px": 200}}}, "fit into a tile"),
        ({"page": None}, "PageSettings"),
    ],
)
def test_what_there_is_not_is_told_by_name(agents: dict[str, Any], named: str) -> None:
    with pytest.raises(DiagramloopError, match=named) as caught:
        HMAS.of(agents)
    assert caught.value.reason == RejectionReason.INVALID


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        CuratorSettings().tiles.side_px = 9
    assert RuleSettings() == RuleSettings.of({})
