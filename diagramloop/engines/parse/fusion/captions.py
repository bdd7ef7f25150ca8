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
from diagramloop.engines.parse.fusion.text_blocks import around, blocks_of, is_upright, joined
from diagramloop.graph import Box

Costs = NDArray[np.float64]  # in text heights


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Names that stand beside their shapes. Costs are distances, in text heights.
_FARTHEST_TEXT_HEIGHTS = 4.0  # a caption's distance, and what is unusual about its place, at most
_OFF_CENTRE_SHARE = 0.15  # of the distance between the middles of caption and shape, along the side at which it stands
_ABOVE_TEXT_HEIGHTS = 0.4  # that standing above, not below, counts as
_SIDE_TEXT_HEIGHTS = 1.5  # that standing to the left or right counts as
# that a text costs, over the number of its letters and digits: one sign is seldom a name (some tools number what
# they draw)
_SIGN_TEXT_HEIGHTS = 2.5

# Signs that are read on a shape and are no text: markers.
_LIKELY_WORD_SHARE = 0.5  # confidence from which on what is read on a shape may be a word, and the shape no symbol


def assigned(costs: Costs) -> dict[int, int]:
    """Number of the caption of each shape that has one: the assignment of least cost, one to one."""
    rows, columns = scipy.optimize.linear_sum_assignment(np.minimum(costs, _FARTHEST_TEXT_HEIGHTS))
    return {int(r): int(c) for r, c in zip(rows, columns, strict=True) if costs[r, c] < _FARTHEST_TEXT_HEIGHTS}


def caption_costs(shapes: Sequence[Box], texts: Sequence[Box], unit: float) -> Costs:
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
    unusual = np.where(above, _ABOVE_TEXT_HEIGHTS, 0.0)
    unusual = np.where(beside, _SIDE_TEXT_HEIGHTS, unusual)
    return np.asarray(np.hypot(gap[..., 0], gap[..., 1]) + _OFF_CENTRE_SHARE * along + unusual)


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
    shapes: Sequence[Shape], texts: list[list[TextLine]], nodes: list[int], free: Sequence[TextLine], unit: float
) -> Captions:
    """The captions of nodes, as far as their places tell; lines that want labels may take some for themselves."""
    marked = [i for i in nodes if is_marker(shapes[i], texts[i], unit)]
    blocks = blocks_of([line for line in free if not is_upright(line)])
    blocks = [block for block in blocks if evidence(block) > 0]
    costs = caption_costs([shapes[i].box for i in marked], [around(block) for block in blocks], unit)
    costs += [_SIGN_TEXT_HEIGHTS / max(1, sum(map(letters, block))) for block in blocks]
    names = {marked[k]: blocks[block] for k, block in assigned(costs).items()}
    return Captions(
        names=names,
        options={i: _options(row, blocks) for i, row in zip(marked, costs, strict=True)},
        symbols=_symbols(shapes, texts, marked, unit) | _marked_like(shapes, texts, marked, names),
    )


def _options(costs: Costs, blocks: Sequence[list[TextLine]]) -> tuple[Caption, ...]:
    """The blocks that may name a node, from its costs of each."""
    nearer = _FARTHEST_TEXT_HEIGHTS - costs
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


def _symbols(shapes: Sequence[Shape], texts: list[list[TextLine]], marked: list[int], unit: float) -> set[int]:
    """Of these nodes those in which there is no word."""
    words = [line for lines in texts for line in lines if is_sure_word(line)]
    likely = {i: [line for line in texts[i] if line.confidence >= _LIKELY_WORD_SHARE] for i in marked}
    return {
        i for i in marked if not any(is_word(line, unit) and not is_drawn(line, shapes[i], words) for line in likely[i])
    }
