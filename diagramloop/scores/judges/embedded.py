"""Judges that need no model: what SciFlow-Bench asks a vision-language model about, measured on the graphs.

They are this project's own and stand in columns of their own; they never take the place of a model's judgement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.graph import Box, Direction, Edge, FlowGraph, Group, Node
from diagramloop.graph.algorithms import closure
from diagramloop.scores.counts import Counts
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.similarity import TextSimilarity
from diagramloop.scores.text_alignment import pairs_by_text

Bools = NDArray[np.bool_]

_NODES, _EDGES = 2_000, 500  # held against each other
_AHEAD: dict[Direction, tuple[int, int]] = {"TB": (0, 1), "BT": (0, -1), "LR": (1, 0), "RL": (-1, 0)}


def structural_alignment(pred: FlowGraph, asked: FlowGraph, similarity: TextSimilarity) -> float:
    """Module presence, hierarchical organisation and overall flow (Appendix A.2), from the graphs alone.

    The mean of three F1 scores over elements that meet by text: nodes and groups; which group holds which of them;
    which of them follows which, along a path of the other graph. The second and the third are left out where neither
    graph has any.
    """
    pairs = np.array(pairs_by_text(pred, asked, similarity), dtype=np.intp).reshape(-1, 2)
    presence = Counts.one_to_one(len(pairs), len(_elements(pred)), len(_elements(asked)))
    held = _agreement(_containment(pred), _containment(asked), pairs)
    led = _flow(_successors(pred), _successors(asked), pairs)
    return float(np.mean([counts.f1 for counts in (presence, held, led) if counts is not None]))


def _agreement(pred: Bools, asked: Bools, pairs: NDArray[np.intp]) -> Counts | None:
    """Of what is related in each graph, what is in the other; None where nothing is in either.

    What was invented counts among elements that were asked for alone: the rest is wrong by its presence already.
    """
    if not pred.any() and not asked.any():
        return None
    met = pred[np.ix_(pairs[:, 0], pairs[:, 0])]
    correct = met & asked[np.ix_(pairs[:, 1], pairs[:, 1])]
    return Counts.one_to_one(int(correct.sum()), int(met.sum()), int(asked.sum()))


def _flow(pred: Bools, asked: Bools, pairs: NDArray[np.intp]) -> Counts | None:
    """Of what follows what in each graph, what does in the other along a path; None where nothing does in either.

    As for SciFlow-Bench's edges, a path of the prediction is one of right arcs.
    """
    if not pred.any() and not asked.any():
        return None
    drawn, wanted = pred[np.ix_(pairs[:, 0], pairs[:, 0])], asked[np.ix_(pairs[:, 1], pairs[:, 1])]
    right = drawn & closure(len(asked), np.argwhere(asked))[np.ix_(pairs[:, 1], pairs[:, 1])]
    recovered = wanted & closure(len(right), np.argwhere(right))
    return Counts(int(right.sum()), int(drawn.sum()), int(recovered.sum()), int(asked.sum()))


def _elements(graph: FlowGraph) -> tuple[Node | Group, ...]:
    return (*graph.nodes, *graph.groups)


def _numbers(graph: FlowGraph) -> dict[str, int]:
    return {element.id: number for number, element in enumerate(_elements(graph))}


def _containment(graph: FlowGraph) -> Bools:
    """[i, j]: group i holds element j, directly."""
    number = _numbers(graph)
    held = np.zeros((len(number),) * 2, dtype=np.bool_)
    for element in _elements(graph):
        owner = element.group if isinstance(element, Node) else element.parent
        if owner is not None:
            held[number[owner], number[element.id]] = True
    return held


def _successors(graph: FlowGraph) -> Bools:
    """[i, j]: an arc leads from element i to another element j."""
    number = _numbers(graph)
    led = np.zeros((len(number),) * 2, dtype=np.bool_)
    for source, target in graph.arcs():
        led[number[source], number[target]] = source != target
    return led


def _precedence(graph: FlowGraph) -> Bools:
    """[i, j]: a path leads from element i to another element j."""
    led = _successors(graph)
    reached = closure(len(led), np.argwhere(led))
    np.fill_diagonal(reached, False)
    return reached


def geometric_flow(graph: FlowGraph, direction: Direction) -> float:
    """Arrow directionality, spatial ordering and grouping consistency (Appendix A.3), from boxes and lines.

    The mean of three shares: edges that have heads and do not run against ``direction``, loops aside; nodes that
    overlap no other node and edges that cross no other edge; nodes that lie within the frames of their own groups and
    within no other (left out without groups). 0 where nothing is connected.

    Raises:
        MissingPartError: there are nodes, and none has a box.
    """
    edges = [edge for edge in graph.edges if edge.arcs()]
    if not edges:
        return 0.0
    boxes: dict[str, Box] = {e.id: e.box for e in _elements(graph) if e.box is not None}
    if not boxes:
        raise MissingPartError("the prediction has no boxes")
    directed = [looped or _runs_ahead(edge, boxes, _AHEAD[direction]) for edge, looped in _looped(graph, edges)]
    shares = [_share(directed), _share([*_apart(graph), *_uncrossed(edges, boxes)])]
    grouped = list(_framed(graph))
    return float(np.mean([*shares, _share(grouped)] if grouped else shares))


def _looped(graph: FlowGraph, edges: Sequence[Edge]) -> Iterator[tuple[Edge, bool]]:
    """Each edge, and whether it is part of a loop: one arc of which must run back."""
    number, leads = _numbers(graph), _precedence(graph)
    for edge in edges:
        source, target = number[edge.source], number[edge.target]
        back_and_forth = bool(leads[source, target] and leads[target, source])
        yield edge, not edge.undirected and (back_and_forth or source == target)


def _runs_ahead(edge: Edge, boxes: dict[str, Box], ahead: tuple[int, int]) -> bool:
    """One-headed, and its target's middle is not behind its source."""
    (source, target), *more = edge.arcs()
    if more or source not in boxes or target not in boxes:
        return False
    x0, y0, x1, y1 = boxes[source]
    half = (abs(ahead[0]) * (x1 - x0) + abs(ahead[1]) * (y1 - y0)) / 2.0
    there, here = _middle(boxes[target]), _middle(boxes[source])
    return ahead[0] * (there[0] - here[0]) + ahead[1] * (there[1] - here[1]) > -half


def _apart(graph: FlowGraph) -> list[bool]:
    """For each node with a box, of the first 2,000, whether it overlaps no other."""
    boxes = np.array([node.box for node in graph.nodes if node.box is not None][:_NODES]).reshape(-1, 4)
    left, top, right, bottom = boxes.T
    overlapping = np.less.outer(left, right) & np.less.outer(top, bottom)
    overlapping &= overlapping.T
    np.fill_diagonal(overlapping, False)
    apart: list[bool] = (~overlapping.any(axis=1)).tolist()
    return apart


def _uncrossed(edges: Sequence[Edge], boxes: dict[str, Box]) -> list[bool]:
    """For each edge with a line, of the first 500, whether it crosses no other."""
    drawn = (line for edge in edges if (line := _line(edge, boxes)) is not None)
    lines = np.array(list(islice(drawn, _EDGES)), dtype=object)
    crossing = set(shapely.STRtree(lines).query(lines, predicate="crosses")[0].tolist())
    return [index not in crossing for index in range(len(lines))]


def _line(edge: Edge, boxes: dict[str, Box]) -> shapely.LineString | None:
    """The drawn line, or the straight one between its ends."""
    if edge.path is not None and len(edge.path) > 1:
        return shapely.LineString(edge.path)
    if edge.source in boxes and edge.target in boxes:
        return shapely.LineString([_middle(boxes[edge.source]), _middle(boxes[edge.target])])
    return None


def _framed(graph: FlowGraph) -> Iterator[bool]:
    """For each node that is in a group, or within a frame, whether the frames around it are those of its groups."""
    frames = {group.id: group.box for group in graph.groups if group.box is not None}
    for node in graph.nodes:
        if node.box is None:
            continue
        around = {name for name, frame in frames.items() if _holds(frame, _middle(node.box))}
        owners = set(_owners(graph, node)) & frames.keys()
        if around or owners:
            yield around == owners


def _owners(graph: FlowGraph, node: Node) -> Iterator[str]:
    owner = node.group
    while owner is not None:
        yield owner
        owner = graph.group_by_id[owner].parent


def _holds(frame: Box, point: tuple[float, float]) -> bool:
    return frame[0] <= point[0] <= frame[2] and frame[1] <= point[1] <= frame[3]


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0


def _share(held: Sequence[bool]) -> float:
    return sum(held) / len(held) if held else 0.0
