"""Texts of several readings of one picture: of each node the one for which most speaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import shapely

from diagramloop.engines.parse.blackboard import Blackboard, GroundedNode, TextLine
from diagramloop.engines.parse.checking.node_signs import lines_of
from diagramloop.engines.parse.evidence import evidence, per_letter
from diagramloop.engines.parse.fusion.text_blocks import around

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# When the text of another reading takes the place of a node's own.
_SURE = 0.8  # confidence from which letters count for more than those of another reading in their place


@dataclass(frozen=True)
class Written:
    """The text of a node in one reading, its lines, and what they cover of the picture as it was given."""

    text: str
    lines: Sequence[TextLine]
    place: shapely.Geometry

    def is_likelier_than(self, other: Written) -> bool:
        """More speaks for it than for another text in its place; one in another place is read less surely."""
        if self.place.intersects(other.place):
            return self._weight() > other._weight()
        return per_letter(self.lines) > per_letter(other.lines)

    def _weight(self) -> tuple[float, float]:
        """By how much its letters are beyond what is read surely, then how surely they are read in the mean: what is
        read twice, or beside it, has more letters, but no sure ones."""
        return max(0.0, evidence(self.lines, _SURE)), per_letter(self.lines)


def with_likeliest_texts(
    nodes: Sequence[GroundedNode], readings: Iterable[tuple[Blackboard, Mapping[str, str]]]
) -> list[GroundedNode]:
    """The nodes, each with the text of the reading for which most speaks; the first one's of equals.

    Args:
        readings: the board of each, and what its nodes are called among ``nodes``, by their names on it.
    """
    likely: dict[str, Written] = {}
    for board, ids in readings:
        for node, lines in zip(board.nodes, lines_of(board), strict=True):
            name = ids.get(node.id)
            if name and lines:
                written = Written(node.text, lines, _place(lines, board))
                if name not in likely or written.is_likelier_than(likely[name]):
                    likely[name] = written
    return [_written(node, likely[node.id]) if node.id in likely else node for node in nodes]


def _written(node: GroundedNode, text: Written) -> GroundedNode:
    """The node with a text of another reading; itself where that is its own."""
    return node if text.text == node.text else replace(node, text=text.text, lines=tuple(text.lines))


def _place(lines: Sequence[TextLine], board: Blackboard) -> shapely.Geometry:
    corners = shapely.get_coordinates(shapely.box(*around(lines)))
    to_given = np.eye(3) if board.to_given is None else board.to_given
    return shapely.convex_hull(shapely.MultiPoint(cv2.perspectiveTransform(corners[:, None], to_given)[:, 0]))
