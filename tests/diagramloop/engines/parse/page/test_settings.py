"""The settings of the page and the Environment Curator that plain configuration can set."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from diagramloop.engines.parse import HMAS
from diagramloop.engines.parse.page.environment_curator import CuratorSettings, EmbeddedEnvironmentCurator
from diagramloop.errors import DiagramloopError, RejectionReason


def noisy() -> np.ndarray:
    """A black square on white with noise of up to 20 levels on both."""
    rng = np.random.default_rng(7)
    picture = np.full((200, 200, 3), 230, np.int16)
    picture[60:140, 60:140] = 25
    return (picture + rng.integers(-20, 21, picture.shape)).astype(np.uint8)


@pytest.mark.parametrize(
    ("given", "flatness"),
    [
        ({}, 16),
        ({"most_levels": 24}, 24),
        ({"allowance_ratio": 0.1}, 5),
        ({"allowance_ratio": 0.1, "clean_flatness_levels": 9}, 9),
    ],
)
def test_noise_that_one_paint_may_have_is_given_by_configuration(given: dict[str, Any], flatness: int) -> None:
    agents = HMAS.of({"environment_curator": {"options": {"settings": given}}})
    assert agents.environment_curator.survey(noisy()).flatness == flatness


@pytest.mark.parametrize(
    ("agents", "named"),
    [
        ({"environment_curator": {"options": {"settings": {"tiles": {"side": 9}}}}}, "CuratorSettings: tiles"),
        ({"environment_curator": {"options": {"settings": {"most_levels": 256}}}}, "CuratorSettings: most_levels"),
        ({"environment_curator": {"options": {"settings": [1]}}}, "CuratorSettings"),
        ({"page": {"hatchings": {}}}, "PageSettings: hatchings"),
        ({"page": None}, "PageSettings"),
    ],
)
def test_what_there_is_not_is_told_by_name(agents: dict[str, Any], named: str) -> None:
    with pytest.raises(DiagramloopError, match=named) as caught:
        HMAS.of(agents)
    assert caught.value.reason == RejectionReason.INVALID


def test_settings_cannot_be_changed() -> None:
    curator = EmbeddedEnvironmentCurator()
    with pytest.raises(ValueError, match="frozen"):
        curator.settings.most_levels = 9  # type: ignore[misc]
    assert curator.settings == CuratorSettings.of({})
