"""Every threshold of the Topology Coder in one frozen object, part by part in the order of its work."""

from __future__ import annotations

from diagramloop.engines.parse.block_arrow import BlockArrowSettings
from diagramloop.engines.parse.lines.settings.cover import CoverSettings, LabelSettings, PathSettings
from diagramloop.engines.parse.lines.settings.ends import PortSettings
from diagramloop.engines.parse.lines.settings.heads import (
    BarbSettings,
    HeadSettings,
    RemnantSettings,
    SmallHeadSettings,
)
from diagramloop.engines.parse.lines.settings.ink import InkSettings
from diagramloop.engines.parse.lines.settings.joins import JoinSettings
from diagramloop.engines.parse.lines.settings.strokes import StrokeSettings
from diagramloop.engines.parse.settings import Settings


class TopologyCoderSettings(Settings):
    """Thresholds for telling lines from everything else, following them, and giving them to nodes.

    A length ends with its unit: ``text_heights``, ``widths`` of the drawing's common line, or ``px``, which are pixels
    of the working scale (:class:`~diagramloop.engines.parse.lines.line_ink.LineInk`) where nothing else is said. A cost
    of 1 is that of an edge more.
    """

    ink: InkSettings = InkSettings()
    heads: HeadSettings = HeadSettings()
    remnants: RemnantSettings = RemnantSettings()
    strokes: StrokeSettings = StrokeSettings()
    barbs: BarbSettings = BarbSettings()
    small_heads: SmallHeadSettings = SmallHeadSettings()
    ports: PortSettings = PortSettings()
    joins: JoinSettings = JoinSettings()
    cover: CoverSettings = CoverSettings()
    block_arrows: BlockArrowSettings = BlockArrowSettings()
    paths: PathSettings = PathSettings()
    labels: LabelSettings = LabelSettings()
