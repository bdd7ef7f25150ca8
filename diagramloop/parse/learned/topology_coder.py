"""Topology Coder on what a network sees: the same tracing and cover, on ink and heads that were learned."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import shapely

from diagramloop.parse.blackboard import Blackboard, Coded, Environment
from diagramloop.parse.ink_maps import InkMaps
from diagramloop.parse.learned.settings import LearnedLineSettings
from diagramloop.parse.lines.arrowheads import Arrowheads, Blob
from diagramloop.parse.lines.line_ink import EMPTY, LineInk, Mask, covered
from diagramloop.parse.lines.settings import TopologyCoderSettings
from diagramloop.parse.lines.topology_coder import EmbeddedTopologyCoder


@dataclass(frozen=True)
class LearnedLines:
    """The ink of lines and their heads, from the maps on the environment."""

    settings: LearnedLineSettings

    def ink(self, board: Blackboard, environment: Environment, settings: TopologyCoderSettings) -> LineInk:
        """Connectors and heads outside of nodes; at the page's own scale."""
        maps = _maps(environment)
        cover = covered(board, environment, 1, settings.ink)
        line = maps.ink("connector", "head") > self.settings.least_line_share
        drawn: Mask = maps.ink("ground") < 1 - self.settings.least_line_share
        return LineInk(line & (cover == EMPTY), cover, drawn, 1, environment.text_height)

    def heads(self, ink: LineInk, environment: Environment, settings: TopologyCoderSettings) -> Arrowheads:
        """Connected ink of heads."""
        maps = _maps(environment)
        heads = (maps.ink("head") > self.settings.least_head_share) & ink.mask
        contours, _ = cv2.findContours(heads.view(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        least = self.settings.least_head_text_heights * ink.unit
        large = [c[:, 0] for c in contours if max(cv2.boundingRect(c)[2:]) >= least]
        blobs = tuple(Blob(shapely.MultiPoint(contour + 0.5), "arrow") for contour in large)
        taken = np.zeros(heads.shape, np.uint8)
        cv2.drawContours(taken, [c[:, None] for c in large], -1, 1, thickness=cv2.FILLED)
        lines = ink.mask & ~(taken > 0)
        distance = cv2.distanceTransform(lines.view(np.uint8), cv2.DIST_L2, 3)
        ridge = distance[lines & (distance >= cv2.dilate(distance, np.ones((3, 3), np.uint8)))]
        return Arrowheads(blobs, lines, 2 * float(np.median(ridge)) if ridge.size else environment.stroke)


@dataclass(frozen=True)
class LearnedTopologyCoder:
    """The embedded coder with a network's eyes."""

    settings: LearnedLineSettings = field(default_factory=LearnedLineSettings)
    tracing: TopologyCoderSettings = field(default_factory=TopologyCoderSettings)

    def __post_init__(self) -> None:
        object.__setattr__(self, "settings", LearnedLineSettings.of(self.settings))
        object.__setattr__(self, "tracing", TopologyCoderSettings.of(self.tracing))

    def code(self, board: Blackboard) -> Coded:
        """See :class:`~diagramloop.parse.lines.topology_coder.EmbeddedTopologyCoder`."""
        return EmbeddedTopologyCoder(self.tracing, LearnedLines(self.settings)).code(board)


def _maps(environment: Environment) -> InkMaps:
    if environment.ink is None:
        raise ValueError("no network has looked at the picture")
    return environment.ink
