"""Models laid over pictures whose scale and shift are known, since the test drew them."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from diagramloop.data.sources.registration import registered
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph import FlowGraph, Group, Node


def model(count: int = 7, seed: int = 0) -> FlowGraph:
    """Activities of one size in a loose grid inside of a pool, and an event, in units of a tool."""
    chance = random.Random(seed)
    places = [
        (150.0 * (at % 4) + chance.randrange(60), 130.0 * (at // 4) + chance.randrange(50)) for at in range(count)
    ]
    tasks = [Node(id=f"t{at}", shape="rounded", box=(x, y, x + 90, y + 60)) for at, (x, y) in enumerate(places)]
    event = Node(id="e", shape="circle", box=(-60, 20, -30, 50))
    pool = Group(id="p", box=(-90.0, -30.0, 800.0, 320.0))
    return FlowGraph(nodes=(*tasks, event), groups=(pool,))


def drawn(graph: FlowGraph, scale: float, shift: tuple[float, float], *, pool: bool = True) -> NDArray[np.uint8]:
    """A picture of 1,300 x 700 pixels with round corners, fills, letters and a line."""
    pixels = np.full((700, 1300, 3), 255, np.uint8)
    frames = [group.box for group in graph.groups if group.box] if pool else []
    for box in [*frames, *(n.box for n in graph.nodes if n.box and n.shape == "rounded")]:
        x0, y0, x1, y1 = (round(scale * v + shift[at % 2]) for at, v in enumerate(box))
        cv2.rectangle(pixels, (x0, y0), (x1, y1), (40, 40, 60), 2)
        cv2.putText(pixels, "Lorem ipsum", (x0 + 8, (y0 + y1) // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1)
        cv2.line(pixels, (x1, (y0 + y1) // 2), (x1 + 30, (y0 + y1) // 2), (0, 0, 0), 1)
    return pixels


@pytest.mark.parametrize(("scale", "shift"), [(1.0, (120.0, 50.0)), (1.37, (130.0, 70.0)), (0.61, (400.0, 200.0))])
@pytest.mark.parametrize("pool", [True, False])
def test_scale_and_shift_are_found(scale: float, shift: tuple[float, float], pool: bool) -> None:
    found = registered(model(), drawn(model(), scale, shift, pool=pool))
    assert found.scale == pytest.approx(scale, rel=0.003)
    assert found.shift == pytest.approx(shift, abs=1.5)
    assert found.support >= 0.95
    assert found.residual_px <= 1.0


def test_the_graph_gets_places_in_the_picture() -> None:
    placed = registered(model(), drawn(model(), 1.37, (130.0, 70.0))).on(model(), (1300, 700))
    assert placed.size == (1300, 700)
    for element, before in zip(placed.nodes, model().nodes, strict=True):
        expected = [1.37 * value + (130.0, 70.0)[at % 2] for at, value in enumerate(before.box or ())]
        assert element.box == pytest.approx(expected, abs=2.5)


def test_another_models_picture_is_refused() -> None:
    with pytest.raises(SourceError) as caught:
        registered(model(), drawn(model(seed=5), 1.0, (120.0, 50.0)))
    assert caught.value.reason is RejectionReason.INVALID


@pytest.mark.parametrize("picture", [np.full((80, 90, 3), 255, np.uint8), np.zeros((3, 3, 3), np.uint8)])
def test_an_empty_picture_is_refused(picture: NDArray[np.uint8]) -> None:
    with pytest.raises(SourceError) as caught:
        registered(model(), picture)
    assert caught.value.reason is RejectionReason.INVALID


def test_a_single_box_fits_anywhere_and_is_refused() -> None:
    with pytest.raises(SourceError) as caught:
        registered(model(1), drawn(model(1), 1.0, (120.0, 50.0)))
    assert caught.value.reason is RejectionReason.UNSUPPORTED
