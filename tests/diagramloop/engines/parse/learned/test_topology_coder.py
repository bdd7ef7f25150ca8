"""The learned coder on a board that is known."""

from __future__ import annotations

import numpy as np

from diagramloop.engines.parse.blackboard import Blackboard, Environment, GroundedGroup, GroundedNode, Shape
from diagramloop.engines.parse.learned.topology_coder import LearnedTopologyCoder
from diagramloop.graph import Point
from tests.diagramloop.engines.parse.learned.maps import Line, maps_of

NODES = [(10, 50, 30, 70), (110, 50, 130, 70)]
FRAME = (100, 20, 150, 110)
PICTURE = np.full((240, 320, 3), 255, np.uint8)


def shape(box: tuple[int, int, int, int], group: bool = False) -> Shape:
    x0, y0, x1, y1 = (2.0 * v for v in box)
    ring: tuple[Point, ...] = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Shape(ring, "rect", "group" if group else "node", 2.0, (255, 255, 255), 1.0)


def board(line: Line, nodes: int, gaps: int = 0) -> Blackboard:
    maps = maps_of(lines=[line], heads=[0], nodes=NODES[:nodes], gaps=gaps)
    grounded = tuple(GroundedNode(f"N{k + 1}", shape(NODES[k]), "", None, 1.0) for k in range(nodes))
    frame = GroundedGroup("G1", shape(FRAME, group=True), "", None, None, 1.0)
    environment = Environment((255, 255, 255), 2.0, 12.0, 5, ink=maps)
    return Blackboard(PICTURE, environment=environment, nodes=grounded, groups=(frame,))


def test_a_line_to_a_frame_is_an_edge_to_its_group() -> None:
    coded = LearnedTopologyCoder().code(board([(31, 60), (97, 60)], nodes=1))
    assert "N1 e1@--> G1" in coded.mermaid


def test_a_line_into_a_frame_ends_at_its_node_there() -> None:
    coded = LearnedTopologyCoder().code(board([(31, 60), (107, 60)], nodes=2))
    assert "N1 e1@--> N2" in coded.mermaid


def test_a_line_with_gaps_is_less_sure() -> None:
    whole, dashed = (LearnedTopologyCoder().code(board([(31, 60), (107, 60)], nodes=2, gaps=gaps)) for gaps in (0, 3))
    assert 0 < dashed.links["e1"].confidence < whole.links["e1"].confidence <= 1
