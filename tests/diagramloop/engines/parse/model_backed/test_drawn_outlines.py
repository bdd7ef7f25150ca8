"""Outlines for what a model points at."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Shape
from diagramloop.engines.parse.model_backed.drawn_outlines import with_drawn_outlines


def shape(x, y, name="rect", role="node", width=100, height=40, fill=(0, 0, 0), confidence=0.9):
    polygon = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Shape(polygon, name, role, 2.0, fill, confidence)


def test_the_nearest_outline_is_taken_once():
    drawn = (shape(0, 0, "diam", fill=(1, 2, 3), confidence=0.5), shape(0, 60, "rounded"))
    seen = (shape(4, 6), shape(10, 10), shape(300, 300))
    first, second, third = with_drawn_outlines(seen, drawn)
    assert (first.polygon, first.name, first.fill, first.confidence) == (drawn[0].polygon, "diam", (1, 2, 3), 0.9)
    assert (second, third) == (seen[1], seen[2])


@pytest.mark.parametrize(("name", "kept"), [("circle", "stadium"), ("icon", "icon"), ("cloud", "cloud")])
def test_what_it_means_is_the_model_s_to_say(name, kept):
    (found,) = with_drawn_outlines([shape(0, 0, name, "group")], [shape(2, 2, "stadium", "node")])
    assert (found.name, found.role, found.polygon[0]) == (kept, "group", (2, 2))


def test_nothing_seen_or_nothing_drawn():
    assert with_drawn_outlines((), (shape(0, 0),)) == ()
    assert with_drawn_outlines((shape(0, 0),), ()) == (shape(0, 0),)


def test_however_they_are_listed():
    rng = np.random.default_rng(0)
    drawn = [shape(120 * i, 60 * j) for i in range(5) for j in range(4)]
    seen = [
        shape(s.polygon[0][0] + dx, s.polygon[0][1] + dy)
        for s, (dx, dy) in zip(drawn, rng.uniform(-15, 15, (20, 2)), strict=True)
    ]
    order = rng.permutation(20)
    assert with_drawn_outlines(seen, [drawn[i] for i in order]) == tuple(drawn)
