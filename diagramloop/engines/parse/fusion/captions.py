"""Captions: names that stand beside their shapes (events, gateways, data, icons), not inside of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Caption, Shape, TextLine
from diagramloop.engines.parse.evidence import evidence
from diagramloop.engines.parse.fusion.markers import is_drawn, is_marker, is_sign, is_sure_word, is_word, letters
from diagramloop.engines.parse.fusion.settings import CaptionSettings, FusionArbiterSettings, MarkerSettings
from diagramloop.engines.parse.fusion.text_blocks import around, blocks_of, is_upright, joined
from diagramloop.graph import Box

Costs = NDArray[np.float64]  # in text heights


def assigned(costs: Costs, settings: CaptionSettings) -> dict[int, int]:
    """Number of the caption of each shape that has one: the assignment of least cost, one to one."""
    farthest = settings.farthest_text_heights
    rows, columns = scipy.optimize.linear_sum_assignment(np.minimum(costs, farthest))
    return {int(r): int(c) for r, c in zip(rows, columns, strict=True) if costs[r, c] < farthest}


def caption_costs(shapes: Sequence[Box], texts: Sequence[Box], unit: float, settings: CaptionSettings) -> Costs:
    """Distance of each text from being each shape's caption, in text heights, shape (shapes, texts).

    Args:
        shapes: boxes of shapes without a name of their own.
        texts: boxes of free texts.
        unit: text height in pixels.
    """
    shape = np.array(shapes, dtype=np.float64).reshape(-1, 1, 4) / unit
    text = np.array(texts, dtype=np.float64).reshape(1, -1, 4) / unit
    before, after = shape[..., :2] - text[..., 2:], text[..., :2] - shape[..., 2:]
    gap = np.maximum(np.maximum(before, after), 0.0)  # on each axis
    off = np.abs(shape[..., :2] + shape[..., 2:] - text[..., :2] - text[..., 2:]) / 2
    beside = gap[..., 0] > gap[..., 1]
    above = before[..., 1] > after[..., 1]
    along = np.where(beside, off[..., 1], off[..., 0])
    unusual = np.where(above, settings.above_text_heights, 0.0)
    unusual = np.where(beside, settings.side_text_heights, unusual)
    return np.asarray(np.hypot(gap[..., 0], gap[..., 1]) + settings.off_centre_share * along + unusual)


@dataclass(frozen=True)
class Captions:
    """Texts beside nodes of no or next to no text, by the numbers of these among the shapes.

    Attributes:
        names: the lines of each one's caption; what is written inside of such a node is its marker.
        options: all captions that each may have.
        symbols: the nodes in which there is no word.
    """

    names: dict[int, list[TextLine]]
    options: dict[int, tuple[Caption, ...]]
    symbols: set[int]

    def of(self, node: int) -> tuple[Box | None, tuple[Caption, ...]]:
        """Place of a node's caption, and all that it may have."""
        box = around(self.names[node]) if node in self.names else None
        return box, self.options.get(node, ())


def captioned(
    shapes: Sequence[Shape],
    texts: list[list[TextLine]],
    nodes: list[int],
    free: Sequence[TextLine],
    unit: float,
    settings: FusionArbiterSettings,
) -> Captions:
    """The captions of nodes, as far as their places tell; lines that want labels may take some for themselves."""
    marked = [i for i in nodes if is_marker(shapes[i], texts[i], unit, settings.markers)]
    blocks = blocks_of([line for line in free if not is_upright(line, settings.blocks)], settings.blocks)
    blocks = [block for block in blocks if evidence(block) > 0]
    costs = caption_costs([shapes[i].box for i in marked], [around(block) for block in blocks], unit, settings.captions)
    costs += [settings.captions.sign_text_heights / max(1, sum(map(letters, block))) for block in blocks]
    names = {marked[k]: blocks[block] for k, block in assigned(costs, settings.captions).items()}
    return Captions(
        names=names,
        options={i: _options(row, blocks, settings.captions) for i, row in zip(marked, costs, strict=True)},
        symbols=_symbols(shapes, texts, marked, unit, settings.markers) | _marked_like(shapes, texts, marked, names),
    )


def _options(costs: Costs, blocks: Sequence[list[TextLine]], settings: CaptionSettings) -> tuple[Caption, ...]:
    """The blocks that may name a node, from its costs of each."""
    nearer = settings.farthest_text_heights - costs
    return tuple(
        Caption(around(blocks[k]), joined(blocks[k]), min(line.confidence for line in blocks[k]), float(nearer[k]))
        for k in np.flatnonzero(nearer > 0).tolist()
    )


def _marked_like(
    shapes: Sequence[Shape], texts: list[list[TextLine]], marked: list[int], names: Container[int]
) -> set[int]:
    """Of these nodes those on which there is but one sign, while of their kind more are named from beside."""
    signed = [i for i in marked if i not in names and texts[i] and is_sign("".join(line.text for line in texts[i]))]
    beside = Counter(shapes[i].name for i in marked if i in names)
    within = Counter(shapes[i].name for i in signed)
    return {i for i in signed if beside[shapes[i].name] > within[shapes[i].name]}


def _symbols(
    shapes: Sequence[Shape], texts: list[list[TextLine]], marked: list[int], unit: float, settings: MarkerSettings
) -> set[int]:
    """Of these nodes those in which there is no word."""
    words = [line for lines in texts for line in lines if is_sure_word(line, settings)]
    likely = {i: [line for line in texts[i] if line.confidence >= settings.likely_word_share] for i in marked}
    return {
        i
        for i in marked
        if not any(is_word(line, unit, settings) and not is_drawn(line, shapes[i], words) for line in likely[i])
    }
