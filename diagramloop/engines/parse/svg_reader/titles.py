"""Texts outside of all nodes, and which of them are titles of frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy

from diagramloop.engines.parse.svg_reader._drawing import TextItem
from diagramloop.engines.parse.svg_reader.region import Region
from diagramloop.engines.parse.svg_reader.roles import Roles
from diagramloop.engines.parse.svg_reader.text_nodes import TextBlock, block, text_nodes
from diagramloop.graph import Box

TITLE = 2.0  # font sizes between a frame's title and its border at most, within the frame, and
BEYOND = 1.0  # outside of it, where
ASTRAY = 0.6  # it begins, ends or is centred as the side does that it stands at, to so many font sizes
NAMELESS = 1e3  # font sizes: the cost of a frame without a title, more than any place of one costs
ALIGNED = 0.5  # how much the way along the border to where a title would begin, end or be centred counts


@dataclass(frozen=True)
class FreeText:
    """A text outside of all nodes, and the frame that it stands in."""

    block: TextBlock
    frame: Region | None


def free_texts(items: Sequence[TextItem], told: Roles) -> list[FreeText]:
    """Texts that no node holds: ``items``, which are in no shape, and those on plates and within frames."""
    bare: list[tuple[Region | None, list[TextItem]]] = [(None, list(items)), *((f, list(f.texts)) for f in told.frames)]
    found = [FreeText(b, frame) for frame, its in bare for b in text_nodes(its)]
    return found + [FreeText(block(plate.texts), plate.parent) for plate in told.plates]


Side = Literal["within", "above", "below", "left", "right"]
_NEVER = 1e6  # the cost of a text that cannot be a frame's title


@dataclass(frozen=True)
class _Place:
    """A text (number) at a frame (number): at which side it stands, and how far it is from where titles stand, px."""

    frame: int
    text: int
    side: Side
    cost: float


def titles(frames: Sequence[Region], texts: Sequence[FreeText], unit: float) -> dict[int, FreeText]:
    """The title of each frame (number): all texts together are as near as can be to where titles stand.

    Within a frame that is anywhere at its border. Titles outside of frames all stand at one side of theirs.

    Args:
        unit: the drawing's usual font size.
    """
    within = [p for i, f in enumerate(frames) for j, t in enumerate(texts) if (p := _within(i, f, j, t, unit))]
    beyond = [p for i, f in enumerate(frames) for j, t in enumerate(texts) for p in _beyond(i, f, j, t, unit)]
    ways = [[*within, *(p for p in beyond if p.side == side)] for side in sorted({"above", *(p.side for p in beyond)})]
    named = min((_assigned(way, len(frames), len(texts), NAMELESS * unit) for way in ways), key=lambda way: way[0])
    return {frame: texts[text] for frame, text in named[1].items()}


def _assigned(places: Sequence[_Place], frames: int, texts: int, nameless: float) -> tuple[float, dict[int, int]]:
    """Texts (number) of frames (number), one for each, and what that costs, with ``nameless`` px for each without."""
    cost = np.full((frames, texts + frames), nameless)
    cost[:, :texts] = _NEVER
    for place in places:
        cost[place.frame, place.text] = min(cost[place.frame, place.text], place.cost)
    rows, columns = scipy.optimize.linear_sum_assignment(cost)
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return float(cost[rows, columns].sum()), {frame: text for frame, text in pairs if text < texts}


def _within(number: int, frame: Region, told: int, text: FreeText, unit: float) -> _Place | None:
    """At the upper or lower border, or, if it is written upwards, at those at the sides."""
    box, around = text.block.box, frame.area.bounds
    gap = min(abs(box[i] - around[i]) for i in ((0, 2) if _upright(box) else (1, 3)))
    if text.frame is not frame or gap > TITLE * unit:
        return None
    aside = _aside(box, around, 1 if _upright(box) else 0)
    return _Place(number, told, "within", gap + ALIGNED * aside)


def _beyond(number: int, frame: Region, told: int, text: FreeText, unit: float) -> Iterator[_Place]:
    """At a side of the frame, outside of it."""
    if text.frame is not frame.parent:
        return
    box, around = text.block.box, frame.area.bounds
    size = max(unit, text.block.font_size)
    gaps: dict[Side, float] = {"above": around[1] - box[3], "below": box[1] - around[3]}
    gaps |= {"left": around[0] - box[2], "right": box[0] - around[2]}
    for side, gap in gaps.items():
        aside = _aside(box, around, 0 if side in ("above", "below") else 1)
        if -size < gap <= BEYOND * size and aside <= ASTRAY * size:
            yield _Place(number, told, side, abs(gap) + ALIGNED * aside + unit)


def _upright(text: Box) -> bool:
    return text[3] - text[1] > text[2] - text[0]


def _aside(text: Box, frame: Box, axis: int) -> float:
    """Along a border, from a text's middle or an end to the border's."""
    first, last = text[axis] - frame[axis], text[axis + 2] - frame[axis + 2]
    return min(abs(first), abs(last), abs(first + last) / 2)
