"""Readings that complete each other: what one has missed, others may have found.

Readings under different hypotheses miss different lines. A line that another reading is sure of is added to the best
one, with the nodes that it needs; a line of the best reading that is likelier wrong than right is left out. Of lines
that claim the same ink the likeliest stays. Groups are those whose frames are drawn, where anything is drawn exactly. A
node has the text for which most speaks. What is kept is coded anew, so labels are assigned among all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

import numpy as np
import shapely

from diagramloop.engines.parse.blackboard import Blackboard, GroundedGroup, GroundedNode
from diagramloop.engines.parse.checking.drawn_frames import undrawn_frames
from diagramloop.engines.parse.graph_architect import EmbeddedGraphArchitect
from diagramloop.engines.parse.hmas import ParsedFigure
from diagramloop.engines.parse.joined_groups import additional_groups, with_members, without_titles
from diagramloop.engines.parse.joined_texts import with_likeliest_texts
from diagramloop.engines.parse.lines.drawn_edges import NO_END, DrawnLine
from diagramloop.engines.parse.lines.ports import Port
from diagramloop.engines.parse.lines.topology_coder import coded
from diagramloop.engines.parse.same_places import Boxes, covered, paired
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.geometry import seen_through

Ends = frozenset[str]


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# When something of another reading is added, and something of the best one left out.
_SAME_PLACE_IOU = 0.5  # of boxes that are one node
_SURE = 0.8  # least probability of a line that is added
_DOUBTFUL = 0.5  # probability below which a line of the best reading, or a node of it without a line, is left out
_NODE = 0.7  # least probability of a node that is added with a line
_FREE = 0.2  # area of such a node, in areas of the smaller one, that others may cover at most
_SAME_INK = 0.5  # share of a line beside another one from which on both claim the same ink
_BESIDE_TEXT_HEIGHTS = 0.4  # distance of two lines side by side
_SAMPLES = 60  # points at which a line is looked at


@dataclass(frozen=True)
class Found:
    """A line of a reading, with its ends as the joined reading names them.

    Attributes:
        edge: with its path on the page of the best reading.
        likely: its probability.
        traced: confidence of the agent that traced it.
    """

    edge: Edge
    likely: float
    traced: float

    @property
    def ends(self) -> Ends:
        """Both ends; one if they are the same."""
        return frozenset((self.edge.source, self.edge.target))

    def says(self, other: Found) -> bool:
        """True where both are the same statement: the same ends, the same way."""
        return set(self.edge.arcs()) == set(other.edge.arcs())

    @cached_property
    def line(self) -> shapely.LineString:
        """Its path."""
        return shapely.LineString(self.edge.path)


@dataclass(frozen=True)
class Seen:
    """A reading on the page of the best one.

    Attributes:
        figure: itself.
        graph: with places of that page.
        ids: of its nodes and groups, as the joined reading names them, by its own.
    """

    figure: ParsedFigure
    graph: FlowGraph
    ids: dict[str, str]

    @cached_property
    def lines(self) -> dict[Ends, list[Found]]:
        """Its lines between elements that the joined reading may have, by their ends."""
        assert self.figure.board.graph is not None
        lines = defaultdict(list)
        for edge, own in zip(self.graph.edges, self.figure.board.graph.edges, strict=True):
            if edge.path and edge.source in self.ids and edge.target in self.ids:
                ends = {"source": self.ids[edge.source], "target": self.ids[edge.target]}
                found = Found(edge.model_copy(update=ends), edge.confidence or 0.0, own.confidence or 0.0)
                lines[found.ends].append(found)
        return lines


def joined(best: ParsedFigure, others: Sequence[ParsedFigure]) -> ParsedFigure:
    """The best reading with what others add to it, and less what is doubtful; itself where nothing changes, or where it
    does not say which way a line of its runs.

    Args:
        best: with the probabilities of its parts as confidences in its graph, as the others.
        others: the likelier ones first.
    """
    if not all(edge.path for edge in best.graph.edges):
        return best
    undrawn = _undrawn(best, others)
    nodes, groups, seen = _on_page(best, others, exact=undrawn is not None)
    own = [line for lines in seen[0].lines.values() for line in lines]
    lines = _completed(own, _sure(seen[1:]), _BESIDE_TEXT_HEIGHTS * _text_height(best.board))
    needed = {end for line in lines for end in line.ends}
    nodes = _kept_nodes(best, nodes, needed)
    nodes = with_likeliest_texts(nodes, [(reading.figure.board, reading.ids) for reading in seen])
    dropped = (undrawn or frozenset()) - needed
    groups = [group for group in groups if group.id not in dropped]
    if groups != list(best.board.groups):
        nodes, groups = with_members(nodes, groups)
    if (lines, nodes, groups) == (own, list(best.board.nodes), list(best.board.groups)):
        return best
    return _coded(best, nodes, groups, lines)


def _undrawn(best: ParsedFigure, others: Sequence[ParsedFigure]) -> frozenset[str] | None:
    """The best reading's groups whose frames are not drawn; None where no reading has any, or not exact ones."""
    has_groups = any(reading.board.groups for reading in (best, *others))
    return undrawn_frames(best.board) if has_groups else None


def _completed(own: Sequence[Found], candidates: Iterable[Found], max_distance_px: float) -> list[Found]:
    """The lines of the best reading that are not doubtful, with sure ones of others in the place of those that are
    likely less and run on the same ink."""
    accepted = [line for line in own if line.likely >= _DOUBTFUL]
    for candidate in sorted(candidates, key=lambda line: -line.likely):
        if any(candidate.says(line) for line in accepted):
            continue
        conflicts = [line for line in accepted if _same_ink(candidate, line, max_distance_px)]
        if all(line.likely < candidate.likely for line in conflicts):
            accepted = [line for line in accepted if line not in conflicts]
            accepted.append(candidate)
    return accepted


def _kept_nodes(best: ParsedFigure, nodes: Sequence[GroundedNode], needed: Set[str]) -> list[GroundedNode]:
    """The likely nodes of the best reading, and those at which lines end."""
    likely = {node.id for node in best.graph.nodes if (node.confidence or 0.0) >= _DOUBTFUL}
    return [node for node in nodes if node.id in likely | needed] or list(best.board.nodes)


def _drawn(other: ParsedFigure, graph: FlowGraph) -> list[tuple[Group, GroundedGroup]]:
    """Groups of another reading whose frames are drawn; none where it finds that the page is not drawn exactly."""
    undrawn = undrawn_frames(other.board) if other.board.groups else None
    if undrawn is None:
        return []
    found = zip(graph.groups, other.board.groups, strict=True)
    return [(group, seen) for group, seen in found if seen.id not in undrawn]


def _on_page(
    best: ParsedFigure, others: Sequence[ParsedFigure], exact: bool
) -> tuple[list[GroundedNode], list[GroundedGroup], list[Seen]]:
    """The nodes and groups that the joined reading may have, the best one's first, and all readings on its page.

    Args:
        exact: whether the best one finds that the page is drawn exactly; else no groups are added.
    """
    nodes, groups = list(best.board.nodes), list(best.board.groups)
    own = _seen_from(best, best.board)
    named = {name: name for name in (*(node.id for node in own.nodes), *(group.id for group in own.groups))}
    fresh = (name for number in count(1) if (name := f"N{number}") not in named)
    seen = [Seen(best, own, named)]
    for other in others:
        graph = _seen_from(other, best.board)
        places = np.array([node.shape.box for node in nodes]).reshape(-1, 4)
        ids = {graph.nodes[i].id: nodes[j].id for i, j in paired(_boxes(graph.nodes), places, _SAME_PLACE_IOU)}
        frames = np.array([group.shape.box for group in groups]).reshape(-1, 4)
        pairs = paired(_boxes(graph.groups), frames, _SAME_PLACE_IOU)
        ids |= {graph.groups[i].id: groups[j].id for i, j in pairs}
        drawn = _drawn(other, graph) if exact else []
        for group in additional_groups(drawn, frames, _SAME_PLACE_IOU):
            ids[group.id] = next(fresh)
            groups.append(replace(group, id=ids[group.id]))
        for node in _additional(graph, other.board, places):
            ids[node.id] = next(fresh)
            nodes.append(replace(node, id=ids[node.id], group=ids.get(node.group or "")))
        seen.append(Seen(other, graph, ids))
    return nodes, groups, seen


def _seen_from(figure: ParsedFigure, board: Blackboard) -> FlowGraph:
    """The graph of a reading in places of the board of another one."""
    if board.to_given is None:
        return figure.graph
    height, width = board.picture.shape[:2]
    return seen_through(figure.graph, np.asarray(np.linalg.inv(board.to_given), np.float64), (width, height))


def _additional(graph: FlowGraph, board: Blackboard, places: Boxes) -> Iterator[GroundedNode]:
    """Likely nodes of another reading where there is none yet."""
    cover = covered(_boxes(graph.nodes), places).max(axis=1, initial=0.0)
    for node, seen, share in zip(graph.nodes, board.nodes, cover, strict=True):
        if share < _FREE and (node.confidence or 0.0) >= _NODE and node.polygon:
            yield replace(seen, shape=replace(seen.shape, polygon=node.polygon), caption_box=None, captions=())


def _boxes(elements: Sequence[Node | Group]) -> Boxes:
    return np.array([element.box or (0, 0, 0, 0) for element in elements], np.float64).reshape(-1, 4)


def _text_height(board: Blackboard) -> float:
    assert board.environment is not None
    return board.environment.text_height


def _sure(others: Sequence[Seen]) -> Iterator[Found]:
    """The likeliest line between each two elements, if one of these readings is sure of it."""
    for ends in dict.fromkeys(ends for other in others for ends in other.lines):
        found = max((line for other in others for line in other.lines.get(ends, ())), key=lambda line: line.likely)
        if found.likely >= _SURE:
            yield found


def _same_ink(one: Found, other: Found, reach: float) -> bool:
    def beside(line: shapely.LineString, along: shapely.LineString) -> float:
        points = shapely.line_interpolate_point(line, np.linspace(0, 1, _SAMPLES), normalized=True)
        return float(shapely.dwithin(points, along, reach).mean())

    return max(beside(one.line, other.line), beside(other.line, one.line)) >= _SAME_INK


def _coded(
    best: ParsedFigure, nodes: Sequence[GroundedNode], groups: Sequence[GroundedGroup], kept: Sequence[Found]
) -> ParsedFigure:
    """The reading of these lines between these nodes and groups."""
    labels = without_titles(best.board, groups)
    board = replace(best.board, nodes=tuple(nodes), groups=tuple(groups), labels=labels)
    named = [*(node.id for node in board.nodes), *(group.id for group in board.groups)]
    anchor = {name: number for number, name in enumerate(named)}
    lines = [_line(one, anchor) for one in kept]
    lines.sort(key=lambda line: (line.tail.anchor, line.head.anchor, line.path))
    board = board.with_code(coded(board, lambda _: lines))
    graph = EmbeddedGraphArchitect().build(board)
    board = replace(board, graph=graph)
    assert board.coded is not None
    if board.to_given is not None:
        height, width = best.picture.shape[:2]
        graph = seen_through(graph, board.to_given, (width, height))
    return ParsedFigure(graph, board.coded.mermaid, board, best.picture)


def _line(one: Found, anchor: dict[str, int]) -> DrawnLine:
    edge = one.edge
    tail = Port(NO_END, anchor[edge.source], edge.tail, 0.0)
    head = Port(NO_END, anchor[edge.target], edge.head, 0.0)
    return DrawnLine(tail, head, edge.path or (), edge.line, one.traced)
