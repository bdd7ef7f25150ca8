"""Roles of a drawing's regions: nodes, frames of groups, or plates of labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.svg_reader.attachment import Anchor, Attachment
from diagramloop.engines.parse.svg_reader.bodies import ABUT, whole
from diagramloop.engines.parse.svg_reader.connectors import Connector
from diagramloop.engines.parse.svg_reader.edges import read_edges
from diagramloop.engines.parse.svg_reader.region import Region
from diagramloop.engines.parse.svg_reader.regions import is_plate
from diagramloop.engines.parse.svg_reader.text_nodes import text_nodes
from diagramloop.graph import Box

AT_PLATE = 0.3  # font sizes between a line and the plate at which it ends
TAB = 2.5  # font sizes, of a tab's height at most


@dataclass(frozen=True)
class Roles:
    """The regions of a drawing by what they are."""

    nodes: list[Region]
    frames: list[Region]
    plates: list[Region]


def roles(found: Sequence[Region], lines: Sequence[Connector], unit: float) -> Roles:
    """Tells nodes from frames and plates; :attr:`Region.outer` says it from then on.

    Args:
        unit: the drawing's usual font size.
    """
    for region in found:
        region.outer = region.outer or _holds_a_graph(region, lines, unit)
    plates = _plates([region for region in found if not region.outer], lines, unit)
    for region in found:
        region.outer = region.outer and not _lies_under_labels(region, plates, lines)
    tabs = _folded([region for region in found if not region.outer], [r for r in found if r.outer], unit)
    nodes = [region for region in found if not region.outer and region not in plates and id(region) not in tabs]
    plates = [plate for plate in plates if id(plate) not in tabs]
    return Roles(nodes, [region for region in found if region.outer], plates)


def _holds_a_graph(region: Region, lines: Sequence[Connector], unit: float) -> bool:
    """Lines within the region connect texts in it: they are nodes, and it is no node but their frame."""
    blocks = text_nodes(region.texts)
    inside = [line for line in lines if region.area.contains(line.line)] if len(blocks) > 1 else []
    return bool(inside and read_edges(inside, Attachment([Anchor(b.area, "text") for b in blocks], unit)))


def _plates(found: Sequence[Region], lines: Sequence[Connector], unit: float) -> list[Region]:
    """Tight plates behind a text at which no line ends.

    One with a border is a label's only if a line runs through it, or if most shapes at which lines end have room around
    their texts: boxes of the same kind are nodes or labels, not both.
    """
    ended = _ended_at(found, lines, AT_PLATE * unit)
    tight = [is_plate(region) for region, at_end in zip(found, ended, strict=True) if at_end]
    roomy = bool(tight) and sum(tight) < len(tight) / 2
    return [
        region
        for region, at_end in zip(found, ended, strict=True)
        if not at_end
        and is_plate(region)
        and (roomy or not region.stroked or any(region.area.intersects(line.line) for line in lines))
    ]


def _folded(leaves: Sequence[Region], frames: Sequence[Region], unit: float) -> set[int]:
    """Identities of the tabs that stand on a frame's upper side from its left end on, whose title is on them.

    The frame takes up its tab.
    """
    found = set()
    for leaf in (leaf for leaf in leaves if leaf.texts):
        frame = next((f for f in frames if _is_tab(leaf.area.bounds, f.area.bounds, unit)), None)
        if frame is not None:
            frame.area, frame.texts = whole(frame.area, leaf.area, ABUT * unit), [*frame.texts, *leaf.texts]
            found.add(id(leaf))
    return found


def _is_tab(tab: Box, frame: Box, unit: float) -> bool:
    low = tab[3] - tab[1] <= TAB * unit and tab[2] < frame[2]
    return low and max(abs(tab[3] - frame[1]), abs(tab[0] - frame[0])) <= ABUT * unit


def _ended_at(found: Sequence[Region], lines: Sequence[Connector], near: float) -> NDArray[np.bool_]:
    """True for each region that is the nearest of all to an end of a line, and near to it."""
    ends = shapely.points(np.array([line.tip(end) for line in lines for end in (0, 1)]).reshape(-1, 2))
    tree = shapely.STRtree([region.area for region in found])
    reached = np.zeros(len(found), dtype=bool)
    reached[tree.query_nearest(ends, max_distance=near)[1]] = True
    return reached


def _lies_under_labels(region: Region, plates: Sequence[Region], lines: Sequence[Connector]) -> bool:
    """All that it holds beside its own text are labels of lines that happen to be drawn over it: it is no frame."""
    over = [child for child in region.children if child.says()]
    crossed = (any(child.area.intersects(line.line) for line in lines) for child in over)
    return bool(region.texts and over) and all(child in plates for child in over) and all(crossed)
