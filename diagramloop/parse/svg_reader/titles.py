"""Texts outside of all nodes, and which of them are titles of frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diagramloop.graph import Box
from diagramloop.parse.svg_reader._drawing import TextItem
from diagramloop.parse.svg_reader.regions import Region
from diagramloop.parse.svg_reader.roles import Roles
from diagramloop.parse.svg_reader.text_nodes import TextBlock, block, text_nodes

TITLE = 2.0  # font sizes between a frame's title and its border at most
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


def titles(frames: Sequence[Region], texts: Sequence[FreeText], unit: float) -> dict[int, FreeText]:
    """The title of each frame (number): of the texts in it or just above it, the one nearest to where titles stand.

    Args:
        unit: the drawing's usual font size.
    """
    found: dict[int, FreeText] = {}
    for number, frame in enumerate(frames):
        own = [t for t in texts if t.frame is frame] or [t for t in texts if _on_top(t, frame, unit)]
        places = [_to_border(text.block.box, frame.area.bounds) for text in own]
        near = [
            (gap + ALIGNED * aside, text.block.box[1], i)
            for i, (text, (gap, aside)) in enumerate(zip(own, places, strict=True))
            if gap <= TITLE * unit
        ]
        if near:
            found[number] = own[min(near)[-1]]
    return found


def _to_border(text: Box, frame: Box) -> tuple[float, float]:
    """From a text to the upper or lower border, or, if it is written upwards, to those at the sides; and, along that
    border, from its middle or an end to the border's.
    """
    upright = text[3] - text[1] > text[2] - text[0]
    gap = min(abs(text[i] - frame[i]) for i in ((0, 2) if upright else (1, 3)))
    first, last = (text[i] - frame[i] for i in ((1, 3) if upright else (0, 2)))
    return gap, min(abs(first), abs(last), abs(first + last) / 2)


def _on_top(text: FreeText, frame: Region, unit: float) -> bool:
    x0, y0, x1, _ = frame.area.bounds
    left, top, right, bottom = text.block.box
    return text.frame is frame.parent and top < y0 and bottom > y0 - unit and x0 - unit <= left and right <= x1 + unit
