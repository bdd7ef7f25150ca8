"""A search among neighbours finds what comparing each with each would find."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from diagramloop.engines.parse.lines.arrowheads import Arrowheads, Blob
from diagramloop.engines.parse.lines.ports import (
    _FRAME_HANDICAP_TEXT_HEIGHTS,
    _HEAD_REACH_TEXT_HEIGHTS,
    _LAST_PAUSE_TEXT_HEIGHTS,
    _TAIL_REACH_TEXT_HEIGHTS,
    _TAIL_TOUCH_MARGIN_PX,
    _TAIL_TOUCH_WIDTHS,
    Anchors,
    _far_side,
    find_heads,
    find_tails,
)
from diagramloop.engines.parse.lines.strokes import Strokes, as_strokes
from diagramloop.engines.parse.lines.tracing import Predecessors
from diagramloop.engines.parse.page.text_height import has_neighbour
from diagramloop.engines.parse.text import stuck_glyphs
from diagramloop.engines.parse.text.stuck_glyphs import (
    _DASH_COUNT,
    _DEVIATION_CAP_HEIGHTS,
    _LENGTH_THICKNESSES,
    _LONGER_RATIO,
    _PAUSE_DASHES,
)
from diagramloop.graph import Head

SEEDS = range(25)
UNIT, WIDTH = 10.0, 2.0


def dashes(seed: int) -> NDArray[np.int32]:
    """Boxes (x, y, width, height) crowded enough that many are neighbours."""
    rng = np.random.default_rng(seed)
    corners = rng.integers(0, 120, (150, 2)) // rng.integers(1, 5)
    return np.column_stack([corners, rng.integers(1, 25, 150), rng.integers(1, 7, 150)]).astype(np.int32)


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_of_dashes(seed: int) -> None:
    boxes, thick, size = dashes(seed), 4.2, 12.0
    level = (boxes[:, 3] <= thick) & (boxes[:, 2] >= _LENGTH_THICKNESSES * boxes[:, 3])
    x, y, width, height = boxes.T
    middle, gap = y + height / 2, x[None, :] - (x + width)[:, None]
    short, long = np.minimum(width[:, None], width), np.maximum(width[:, None], width)
    beside = np.abs(middle[:, None] - middle) <= _DEVIATION_CAP_HEIGHTS * size + 1
    beside &= (gap > 0) & (gap <= _PAUSE_DASHES * long)
    beside &= (long <= _LONGER_RATIO * short) & level[:, None] & level
    rows = connected_components(beside, directed=False)[1]
    expected = level & (np.bincount(rows)[rows] >= _DASH_COUNT)
    assert expected.any()
    assert np.array_equal(stuck_glyphs._in_row(boxes, thick, size), expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_glyphs_with_a_neighbour_on_their_line(seed: int) -> None:
    x, y, width, height = dashes(seed).T.astype(np.float64)
    bottom = y + 3 * height
    gap = x[None, :] - (x + width)[:, None]
    tall = np.maximum(height[None, :], height[:, None])
    beside = (gap > -0.3 * tall) & (gap < 0.8 * tall) & (np.abs(bottom[None, :] - bottom[:, None]) < 0.2 * tall)
    np.fill_diagonal(beside, val=False)
    expected = beside.any(axis=0) | beside.any(axis=1)
    assert 0 < expected.sum() < len(expected)
    assert np.array_equal(has_neighbour((x, bottom, width, height)), expected)


def crowded(seed: int) -> tuple[Strokes, Anchors, np.random.Generator]:
    """Short strokes among small boxes, of which the last third are frames."""
    rng = np.random.default_rng(seed)
    starts = rng.uniform(0, 150, (60, 2))
    lines = [start + np.arange(12)[:, None] * rng.normal(0, 1, 2) for start in starts]
    strokes = as_strokes(lines, rng.integers(-1, 3, (60, 2)), np.full(60, 12.0), WIDTH, UNIT)
    corners = rng.uniform(0, 140, (30, 2))
    boxes = shapely.box(*corners.T, *(corners + rng.uniform(4, 20, (30, 2))).T)
    return strokes, Anchors(np.append(boxes[:20], shapely.boundary(boxes[20:])), np.full(30, 2.0), 20), rng


@pytest.mark.parametrize("seed", SEEDS)
def test_tails_at_the_nearest_shape(seed: int) -> None:
    strokes, anchors, _ = crowded(seed)
    expected, dots = [], _LAST_PAUSE_TEXT_HEIGHTS * UNIT
    lines = _TAIL_TOUCH_WIDTHS * WIDTH + _TAIL_TOUCH_MARGIN_PX
    for end, (tip, out) in enumerate(zip(strokes.tips, strokes.out, strict=True)):
        far = shapely.distance(shapely.Point(tip), anchors.shapes)
        met = shapely.intersects(shapely.LineString([tip, tip + _TAIL_REACH_TEXT_HEIGHTS * UNIT * out]), anchors.shapes)
        near = far <= (lines if out.any() else dots)
        far = np.where(near | (met & (strokes.junction[end] < 0)), far, np.inf)
        far[anchors.nodes :] += _FRAME_HANDICAP_TEXT_HEIGHTS * UNIT
        if np.isfinite(far.min()):
            expected.append((end, int(far.argmin()), far.min() / UNIT))
    assert expected
    assert [(p.end, p.anchor, p.cost) for p in find_tails(strokes, [], anchors, WIDTH, UNIT)] == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_heads_at_the_nearest_shape(seed: int) -> None:
    strokes, anchors, rng = crowded(seed)
    kind: Head = "arrow"
    places = rng.uniform(0, 150, (25, 2))
    blobs = tuple(Blob(place + rng.normal(0, 2, (8, 2)), kind) for place in places)
    heads = find_heads(strokes, Arrowheads(blobs, np.zeros((1, 1), bool), WIDTH), anchors, UNIT)
    assert heads
    for port in heads:
        sides = [_far_side(blob.contour, strokes.tips[port.end], strokes.out[port.end]) for blob in blobs]
        far = shapely.distance(shapely.points(np.array(sides))[:, None], anchors.shapes)
        far[:, anchors.nodes :] += _FRAME_HANDICAP_TEXT_HEIGHTS * UNIT
        assert port.anchor in far.argmin(axis=1)[far.min(axis=1) <= _HEAD_REACH_TEXT_HEIGHTS * UNIT]


@pytest.mark.parametrize("seed", SEEDS)
def test_states_beyond_a_step(seed: int) -> None:
    rng = np.random.default_rng(seed)
    parents = {state: int(rng.integers(0, state)) * 3 for state in range(1, 40)}  # of state 3 n; the start is 0
    tree = Predecessors(np.array([3 * s for s in parents]), np.array(list(parents.values())))
    steps = rng.random(len(parents)) < 0.1

    def passes(state: int) -> bool:
        return state > 0 and (bool(steps[state // 3 - 1]) or passes(tree.of(state)))

    assert tree.beyond(steps).tolist() == [int(s) for s in tree.states if passes(int(s))]
