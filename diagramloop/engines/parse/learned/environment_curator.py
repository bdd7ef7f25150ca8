"""Environment Curator that shows the page to a network and notes what it sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import cv2
import numpy as np
from pydantic import Field

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.ink_maps import InkMaps
from diagramloop.engines.parse.learned.ink_network import SHIPPED, ink_network
from diagramloop.engines.parse.page.environment_curator import EmbeddedEnvironmentCurator
from diagramloop.engines.parse.settings import Configured, Settings

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Sizes of what the network is shown.
_SHORTEST_SIDE_PX = 400  # pages whose longer side is shorter are shown twice as large
_SMALL_TEXT_PX = 9.0  # height of letters as the network is shown them, below which it is shown the page again
_TEXT_PX = 13.0  # height that letters have when the page is shown again
_LONGEST_SIDE_AGAIN_PX = 2560  # of a page that is shown again, at most
_TEXT_SHARE = 0.5  # probability of being text from which on ink is a letter's
_LEAST_LETTER_PX = 4.0  # height of a letter at least


class LearnedCuratorSettings(Settings):
    """Size of what the network is shown."""

    longest_side_px: Annotated[int, Field(gt=0), "Longer side in pixels beyond which a page is shown smaller"] = 1280


@dataclass(frozen=True)
class LearnedEnvironmentCurator(Configured):
    """Measures what :class:`EmbeddedEnvironmentCurator` does, and adds the maps of a network.

    Where the letters that it sees are too small to be told apart, the network is shown the page again, larger.

    Attributes:
        weights: ``real`` (drawn pages and hdBPMN's train writers), ``synthetic`` (drawn pages alone), or the path of an
            ONNX file of one's own training.

    Raises:
        ModelError: the weights cannot be read.
    """

    measured: EmbeddedEnvironmentCurator = field(default_factory=EmbeddedEnvironmentCurator)
    weights: str = "real"
    settings: LearnedCuratorSettings = field(default_factory=LearnedCuratorSettings)

    def __post_init__(self) -> None:
        super().__post_init__()
        ink_network(self.weights)

    @staticmethod
    def lineage(options: Mapping[str, Any]) -> tuple[str, ...]:
        """File that says what the shipped weights were made of; none for weights of one's own."""
        name = options.get("weights", LearnedEnvironmentCurator.weights)
        place = SHIPPED / f"{name}.lineage.json"
        return (f"{__package__}:{SHIPPED.name}/{place.name}",) if place.is_file() else ()

    def survey(self, picture: RGB) -> Environment:
        """Measure ``picture``, RGB of shape (height, width, 3), and look at it."""
        network, scale = ink_network(self.weights), self._scale(picture)
        maps = network.see(picture, _shown(picture, scale))
        height = _text_height(maps)
        larger = self._larger(picture, scale, height)
        if larger > scale:
            maps = network.see(picture, _shown(picture, larger))
            height = _text_height(maps)
        environment = replace(self.measured.survey(picture), ink=maps)
        return replace(environment, text_height=height) if height else environment

    def _scale(self, picture: RGB) -> float:
        side = max(picture.shape[:2])
        return min(1.0, self.settings.longest_side_px / side) if side > _SHORTEST_SIDE_PX else 2.0

    def _larger(self, picture: RGB, scale: float, text_height: float) -> float:
        """The scale at which letters of a height are as large as they should be; ``scale`` if they are large enough."""
        if not 0 < text_height * scale < _SMALL_TEXT_PX:
            return scale
        most = _LONGEST_SIDE_AGAIN_PX / max(picture.shape[:2])
        return max(scale, min(_TEXT_PX / text_height, most))


def _shown(picture: RGB, scale: float) -> tuple[int, int]:
    height, width = picture.shape[:2]
    return max(1, round(scale * width)), max(1, round(scale * height))


def _text_height(maps: InkMaps) -> float:
    """Usual height of connected letters in px; 0 where there are none."""
    letters = (maps.on_page("text") > _TEXT_SHARE).view(np.uint8)
    parts = cv2.connectedComponentsWithStats(letters, connectivity=8)[2][1:]
    heights = parts[:, cv2.CC_STAT_HEIGHT]
    heights = heights[heights >= _LEAST_LETTER_PX]
    return float(np.median(heights)) if len(heights) else 0.0
