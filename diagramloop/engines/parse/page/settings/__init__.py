"""Settings of the Environment Curator, and of how the page that all agents look at is made from a picture.

Text heights are heights of capitals, strokes are widths of the thinner lines, levels are of 0 to 255. A darkness is a
difference from the page, a contrast one between neighbouring pixels.
"""

from __future__ import annotations

from diagramloop.engines.parse.page.settings.page import (
    DrawingSettings,
    FaintInkSettings,
    FrontSettings,
    HatchingSettings,
    LightSettings,
    MarkSettings,
    PageSettings,
    ReadingScaleSettings,
    RuleSettings,
)
from diagramloop.engines.parse.page.settings.survey import (
    BackgroundSettings,
    CuratorSettings,
    FlowSettings,
    GlyphSettings,
    NoiseSettings,
    StrokeSettings,
    TileSettings,
    TinyTypeSettings,
)

__all__ = [
    "BackgroundSettings",
    "CuratorSettings",
    "DrawingSettings",
    "FaintInkSettings",
    "FlowSettings",
    "FrontSettings",
    "GlyphSettings",
    "HatchingSettings",
    "LightSettings",
    "MarkSettings",
    "NoiseSettings",
    "PageSettings",
    "ReadingScaleSettings",
    "RuleSettings",
    "StrokeSettings",
    "TileSettings",
    "TinyTypeSettings",
]
