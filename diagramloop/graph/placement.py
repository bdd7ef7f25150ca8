"""Places for everything that an editor must draw somewhere.

Boxes that a graph has stay. What has none is put into rows by its distance from the roots, below what is placed: no
layout to be proud of, but one that any file can be opened with. :mod:`diagramloop.render` lays out well.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from diagramloop.graph._elements import Box, Group, Node, Point
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import check_nesting, group_depths

GAP_PX = 40.0
LETTER_PX, LINE_PX, PADDING_PX = 8.0, 20.0, 24.0
LEAST_WIDTH_PX, LEAST_SIDE_PX = 80.0, 1.0
FRAME_PX, TITLE_PX = 16.0, 24.0
DECIMALS = 6
"""Of a pixel; what is a sum in a file is rounded so that it stays."""
WANDER_PX = 1.0
"""Turns of a path that lie nearer to the straight line are left out: an editor has a handle for each."""


def placed(graph: FlowGraph) -> FlowGraph:
    """``graph`` with a box for each node and group, the right way round and of some size, and paths of few turns.

    Groups stand before those that lie in them, as they are drawn.
    """
    nodes = _placed_nodes(check_nesting(graph))
    depths = group_depths(graph)
    groups = sorted(graph.groups, key=lambda group: depths[group.id])
    edges = (edge.model_copy(update={"path": few_turns(edge.path)}) for edge in graph.edges)
    return graph.replace(nodes=nodes, groups=_placed_groups(groups, nodes), edges=tuple(edges))


def few_turns(path: Sequence[Point] | None) -> tuple[Point, ...] | None:
    """Return the path without turns that hardly are any; None of one that has no length."""
    if path is None or len(set(path)) < 2:
        return None
    if len(path) < 3:
        return tuple(path)
    from shapely import LineString

    return tuple((x, y) for x, y in LineString(path).simplify(WANDER_PX, preserve_topology=False).coords)


def _placed_nodes(graph: FlowGraph) -> tuple[Node, ...]:
    rest = [node for node in graph.nodes if node.box is None]
    known = [_upright(node.box) for node in graph.nodes if node.box is not None]
    left = min((box[0] for box in known), default=GAP_PX)
    top = max((box[3] + GAP_PX for box in known), default=GAP_PX)
    places = _in_rows(rest, _ranks(graph), graph.direction in ("LR", "RL"), left, top)
    return tuple(
        node.model_copy(update={"box": _upright(node.box) if node.box is not None else places[node.id]})
        for node in graph.nodes
    )


def _upright(box: Box) -> Box:
    """The box with its corners the right way round, and sides that can be seen."""
    (x0, x1), (y0, y1) = sorted((box[0], box[2])), sorted((box[1], box[3]))
    return (x0, y0, max(x1, x0 + LEAST_SIDE_PX), max(y1, y0 + LEAST_SIDE_PX))


def _ranks(graph: FlowGraph) -> dict[str, int]:
    """Steps from the nearest root; of what no root leads to, from the first of them."""
    after: dict[str, list[str]] = defaultdict(list)
    led_to = set()
    for source, target in graph.arcs():
        after[source].append(target)
        led_to.add(target)
    ranks: dict[str, int] = {}
    names = [node.id for node in graph.nodes]
    for start in [*(name for name in names if name not in led_to), *names]:
        if start not in ranks:
            _spread(start, after, ranks)
    return ranks


def _spread(start: str, after: dict[str, list[str]], ranks: dict[str, int]) -> None:
    ranks[start] = 0
    pending = deque([start])
    while pending:
        node = pending.popleft()
        for target in after[node]:
            if target not in ranks:
                ranks[target] = ranks[node] + 1
                pending.append(target)


def _in_rows(nodes: Iterable[Node], ranks: dict[str, int], sideways: bool, left: float, top: float) -> dict[str, Box]:
    rows: dict[int, list[Node]] = defaultdict(list)
    for node in nodes:
        rows[ranks[node.id]].append(node)
    boxes: dict[str, Box] = {}
    along = left if sideways else top
    for _, row in sorted(rows.items()):
        across, deepest = (top if sideways else left), 0.0
        for node in row:
            width, height = size_of(node)
            x, y = (along, across) if sideways else (across, along)
            boxes[node.id] = (x, y, x + width, y + height)
            across += (height if sideways else width) + GAP_PX
            deepest = max(deepest, width if sideways else height)
        along += deepest + GAP_PX
    return boxes


def size_of(node: Node) -> tuple[float, float]:
    """Return the width and height that a node's text asks for, in pixels."""
    lines = node.text.split("\n")
    width = max(LEAST_WIDTH_PX, LETTER_PX * max(map(len, lines)) + PADDING_PX)
    return width, LINE_PX * len(lines) + PADDING_PX


def _placed_groups(groups: Sequence[Group], nodes: Sequence[Node]) -> tuple[Group, ...]:
    """Groups, outer ones first, with frames: those that have none get one around what lies in them."""
    inside: dict[str | None, list[Box]] = defaultdict(list)
    for node in nodes:
        inside[node.group].append(node.box or (0, 0, 0, 0))
    boxes: dict[str, Box] = {}
    for group in reversed(groups):
        boxes[group.id] = _upright(group.box) if group.box is not None else _around(inside[group.id])
        inside[group.parent].append(boxes[group.id])
    return tuple(group.model_copy(update={"box": boxes[group.id]}) for group in groups)


def _around(boxes: Sequence[Box]) -> Box:
    if not boxes:
        return (0.0, 0.0, LEAST_WIDTH_PX, 2 * TITLE_PX)
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (min(x0) - FRAME_PX, min(y0) - FRAME_PX - TITLE_PX, max(x1) + FRAME_PX, max(y1) + FRAME_PX)


def routed(graph: FlowGraph) -> FlowGraph:
    """A placed graph with a path for each edge: straight from border to border where it has none."""
    boxes: dict[str, Box] = {end.id: end.box for end in graph.ends if end.box is not None}
    edges = (
        edge if edge.path else edge.model_copy(update={"path": _straight(boxes[edge.source], boxes[edge.target])})
        for edge in graph.edges
    )
    return graph.replace(edges=tuple(edges))


def _straight(before: Box, other: Box) -> tuple[Point, ...]:
    """The line between the middles of two boxes, as far as it is outside of them; of boxes at one place a loop."""
    start, end = _middle(before), _middle(other)
    if start == end:
        x, above, below = before[2], start[1] - FRAME_PX / 2, start[1] + FRAME_PX / 2
        return ((x, above), (x + FRAME_PX, above), (x + FRAME_PX, below), (x, below))
    return (_leaving(before, start, end), _leaving(other, end, start))


def _leaving(box: Box, middle: Point, towards: Point) -> Point:
    """Point at which the line from the middle of a box leaves it."""
    across, down = towards[0] - middle[0], towards[1] - middle[1]
    halves = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    share = min(1.0, *(half / abs(step) for half, step in zip(halves, (across, down), strict=True) if step))
    return (round(middle[0] + share * across, DECIMALS), round(middle[1] + share * down, DECIMALS))


def _middle(box: Box) -> Point:
    return ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


def fresh(name: str, taken: set[str]) -> str:
    """``name``, or a longer one that is not ``taken``; it is then."""
    while name in taken:
        name += "_"
    taken.add(name)
    return name
