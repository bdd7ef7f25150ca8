"""Drawings of notations by way and number."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from defusedxml.ElementTree import fromstring

from diagramloop.errors import DiagramloopError
from diagramloop.synth.drawing import random_numbers
from diagramloop.synth.vector.notations import HELD_WAYS, NOTATIONS, notation_drawing
from diagramloop.synth.vector.notations.drawing import noted

EVERY_WAY = [(notation, way) for notation, ways in NOTATIONS.items() for way in ways]


@pytest.mark.parametrize(("notation", "way"), EVERY_WAY)
def test_a_drawing_says_its_chart_and_its_lines_meet_what_they_connect(notation: str, way: str) -> None:
    svg, truth = noted(NOTATIONS[notation][way], random_numbers("a drawing"))
    said = {"".join(text.split()) for text in fromstring(svg).itertext()}
    assert all("".join(line.split()) in "".join(said) for node in truth.nodes for line in node.text.split())
    outlines = {node.id: shapely.LinearRing(node.polygon) for node in truth.nodes if node.polygon}
    outlines |= {group.id: shapely.box(*group.box).exterior for group in truth.groups if group.box}
    for edge in truth.edges:
        assert edge.path
        gaps = (
            outlines[end].distance(shapely.Point(at))
            for end, at in zip((edge.source, edge.target), edge.path[:: len(edge.path) - 1], strict=True)
        )
        assert max(gaps) < 24


def test_every_drawing_stays_and_is_another_than_the_next() -> None:
    one, other = (notation_drawing("tables", "cells", number) for number in (0, 1))
    again = notation_drawing("tables", "cells", 0)
    assert (one.svg, one.png) == (again.svg, again.png)
    assert one.svg != other.svg
    assert np.ptp(one.pixels) == 255


def test_of_every_notation_there_are_ways_to_look_at_and_ways_that_are_held() -> None:
    for notation, ways in NOTATIONS.items():
        held = {way for way in ways if (notation, way) in HELD_WAYS}
        assert len(held) >= 3
        assert len(ways) - len(held) >= 3


def test_what_is_unknown_is_named() -> None:
    with pytest.raises(DiagramloopError, match="unknown notation 'tables', 'woven'; known: titles outside"):
        notation_drawing("tables", "woven", 0)
