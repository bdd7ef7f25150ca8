"""Groups of a joined reading: on a page that is drawn exactly those whose frames are, whichever reading found them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from diagramloop.engines.parse.blackboard import Blackboard, FreeText, GroundedGroup, GroundedNode
from diagramloop.engines.parse.nesting import outlines_of, parents
from diagramloop.engines.parse.same_places import Boxes, common_areas, covered, overlaps
from diagramloop.graph import Group

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Which groups of another reading are added.
_APART = 0.1  # share of the smaller one's area up to which two groups lie apart
_WITHIN = 0.9  # the same from which on one lies within the other; with a share between these they cross
_TITLE = 0.5  # share of a free text's area from which on it is a part of a title


def additional_groups(
    groups: Sequence[tuple[Group, GroundedGroup]], known: Boxes, same: float
) -> Iterator[GroundedGroup]:
    """Groups of another reading where there is none yet, and that cross none.

    Args:
        groups: as the graph has them, in places of the joined reading, and as the other board has.
        known: boxes of the groups that there are.
        same: intersection over union from which on two are one.
    """
    for group, seen in groups:
        if group.box is None:
            continue
        box = np.array([group.box], np.float64)
        shares = covered(box, known)[0]
        crosses = ((shares > _APART) & (shares < _WITHIN)).any()
        if not crosses and overlaps(box, known).max(initial=0.0) < same:
            (x0, y0, x1, y1), title = group.box, seen.title_box if group.box == seen.shape.box else None
            corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
            yield replace(seen, shape=replace(seen.shape, polygon=corners), title_box=title)


def with_members(
    nodes: Sequence[GroundedNode], groups: Sequence[GroundedGroup]
) -> tuple[list[GroundedNode], list[GroundedGroup]]:
    """Nodes and groups, each in the smallest group around its centre."""
    shapes = [*(node.shape for node in nodes), *(group.shape for group in groups)]
    around = parents(outlines_of(shapes), range(len(nodes), len(shapes)))
    names = [None if number < 0 else groups[number - len(nodes)].id for number in around]
    held = [replace(node, group=name) for node, name in zip(nodes, names, strict=False)]
    nested = [replace(group, parent=name) for group, name in zip(groups, names[len(nodes) :], strict=True)]
    return held, nested


def without_titles(board: Blackboard, groups: Sequence[GroundedGroup]) -> tuple[FreeText, ...]:
    """Free texts of the board that are no title of these groups."""
    titles = np.array([group.title_box for group in groups if group.title_box], np.float64).reshape(-1, 4)
    texts = np.array([text.box for text in board.labels], np.float64).reshape(-1, 4)
    areas = np.prod(texts[:, 2:] - texts[:, :2], axis=1)
    shares = common_areas(texts, titles).max(axis=1, initial=0.0) / np.maximum(areas, 1.0)
    return tuple(text for text, share in zip(board.labels, shares, strict=True) if share < _TITLE)
