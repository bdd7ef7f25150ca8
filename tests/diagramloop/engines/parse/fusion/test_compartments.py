"""Shapes that stand on one another as one node."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diagramloop.engines.parse.blackboard import COMPARTMENT, Shape
from diagramloop.engines.parse.fusion.compartments import with_whole_nodes
from tests.diagramloop.engines.parse.lettering import rectangle


def compartment(box: tuple[int, int, int, int]) -> Shape:
    return replace(rectangle(box), name=COMPARTMENT)


HEADER = compartment((0, 0, 100, 30))


def test_compartments_are_one_rectangle_of_the_largest_ones_fill() -> None:
    body = replace(compartment((0, 30, 100, 90)), fill=(1, 2, 3))
    foot, other = compartment((0, 91, 100, 110)), rectangle((200, 0, 300, 50))
    whole, last = with_whole_nodes([HEADER, other, foot, body])
    assert whole.box == (0, 0, 100, 110)
    assert whole.fill == (1, 2, 3)
    assert last == other


@pytest.mark.parametrize(
    "below",
    [
        pytest.param(compartment((0, 40, 100, 90)), id="a gap"),
        pytest.param(compartment((0, 30, 90, 90)), id="narrower"),
        pytest.param(compartment((20, 30, 120, 90)), id="shifted"),
        pytest.param(rectangle((0, 30, 100, 90)), id="a node of its own"),
    ],
)
def test_other_shapes_stay_apart(below: Shape) -> None:
    assert with_whole_nodes([HEADER, below]) == [HEADER, below]


def test_nothing_is_nothing() -> None:
    assert with_whole_nodes([]) == []
