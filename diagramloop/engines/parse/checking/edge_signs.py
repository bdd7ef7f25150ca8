"""Signs of edges: ink along their paths, their ends, rivals for the same ink, what the network says of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Blackboard, Environment
from diagramloop.engines.parse.checking.explanation import EdgeSigns, NodeSigns
from diagramloop.engines.parse.checking.ink_views import longest_gap, mean_at, mean_course, most_near
from diagramloop.engines.parse.checking.page_ink import PageInk, Points
from diagramloop.engines.parse.ink_maps import InkMaps
from diagramloop.graph import Edge, FlowGraph

UNKNOWN = float("nan")
BESIDE = 1.5  # reaches of ink within which two lines run side by side
AT_ENDS = 1.0  # heights of text from a line's ends, where lines may meet


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Distances on the page within which a mark belongs to what was read.
CHECK_HEAD_REACH_TEXT_HEIGHTS = 0.8  # of a head's ink from the end of its line


@dataclass(frozen=True)
class Edges:
    """The edges of a reading with what their signs are told from.

    Attributes:
        ink: of the page.
        left: the part of it that nothing owns.
        nodes: signs of the nodes, in the order of the board.
    """

    board: Blackboard
    graph: FlowGraph
    environment: Environment
    ink: PageInk
    left: PageInk
    nodes: list[NodeSigns]

    def signs(self) -> list[EdgeSigns]:
        """Signs of each edge of the graph, in its order."""
        return [self._signs(number, edge) for number, edge in enumerate(self.graph.edges)]

    @cached_property
    def paths(self) -> list[Points]:
        """Points along each edge, in pixels of the checks; none for an edge without a path."""
        return [self.ink.along(e.path) if e.path else np.zeros((0, 2)) for e in self.graph.edges]

    @cached_property
    def _lines(self) -> NDArray[np.object_]:
        return np.array([shapely.LineString(p) if len(p) > 1 else shapely.LineString() for p in self.paths], object)

    @cached_property
    def _outlines(self) -> dict[str, shapely.Geometry]:
        nodes = {n.id: shapely.make_valid(shapely.Polygon(self.ink.pixels(n.shape.polygon))) for n in self.board.nodes}
        return nodes | {g.id: shapely.LinearRing(self.ink.pixels(g.shape.polygon)) for g in self.board.groups}

    @cached_property
    def _ends(self) -> Counter[str]:
        return Counter(end for edge in self.graph.edges for end in {edge.source, edge.target})

    @cached_property
    def _pairs(self) -> Counter[frozenset[str]]:
        return Counter(frozenset((edge.source, edge.target)) for edge in self.graph.edges)

    @cached_property
    def _flow(self) -> NDArray[np.float64]:
        """Direction in which most edges run."""
        steps = [path[-1] - path[0] for path in self.paths if len(path) > 1]
        return np.median(np.array(steps), axis=0) if steps else np.zeros(2)

    @cached_property
    def _node_signs(self) -> dict[str, NodeSigns]:
        return {node.id: signs for node, signs in zip(self.board.nodes, self.nodes, strict=True)}

    def _signs(self, number: int, edge: Edge) -> EdgeSigns:
        path = self.paths[number]
        ends = [self._node_signs[end] for end in (edge.source, edge.target) if end in self._node_signs]
        return EdgeSigns(
            cost_confidence=UNKNOWN if edge.confidence is None else edge.confidence,
            **self._drawn(number),
            source_text_heights=self._far(edge.source, path[:1]),
            target_text_heights=self._far(edge.target, path[-1:]),
            through_nodes=self._through(number, edge),
            shared=self._shared(number),
            crossings=self._crossings(number),
            headless=float(edge.undirected),
            two_headed=float(edge.bidirectional),
            at_group=float(len(ends) < 2),
            loop=float(edge.source == edge.target),
            parallels=float(self._pairs[frozenset((edge.source, edge.target))] - 1),
            source_edges=float(self._ends[edge.source] - 1),
            target_edges=float(self._ends[edge.target] - 1),
            dotted=float(edge.line == "dotted"),
            weakest_node=min((end.shape_confidence for end in ends), default=UNKNOWN),
            weakest_outline=min((end.outline_ink for end in ends), default=UNKNOWN),
            against_flow=float((path[-1] - path[0]) @ self._flow < 0) if len(path) > 1 else UNKNOWN,
            **self._seen(path, self.environment.ink),
        )

    def _drawn(self, number: int) -> dict[str, float]:
        path, ink = self.paths[number], self.ink
        if len(path) < 2:
            names = (
                "inked",
                "gap_text_heights",
                "length_text_heights",
                "straightness",
                "head_ink",
                "tail_ink",
                "left_near",
            )
            return dict.fromkeys(names, UNKNOWN)
        inked = ink.inked(path)
        length = max(1.0, float(np.hypot(*np.diff(path, axis=0).T).sum()))
        head, tail = self._thickness(path, length)
        left, own = (float(kind.density(path, ink.unit / 2).mean()) for kind in (self.left, ink))
        return {
            "inked": float(inked.mean()),
            "gap_text_heights": longest_gap(inked, path) / ink.unit,
            "length_text_heights": length / ink.unit,
            "straightness": float(np.hypot(*(path[-1] - path[0]))) / length,
            "head_ink": head,
            "tail_ink": tail,
            "left_near": left / max(own, 1e-3),
        }

    def _thickness(self, path: Points, length: float) -> tuple[float, float]:
        """Ink a little before the end, and a little after the beginning, in shares of a line's own."""
        reach = CHECK_HEAD_REACH_TEXT_HEIGHTS * self.ink.unit / 2
        off = min(len(path) // 2, round(reach / length * (len(path) - 1)))
        inked = self.ink.broad(path[[off, -1 - off]], reach)
        line = min(1.0, (self.ink.stroke + 2 * self.ink.reach) / (2 * reach))
        return float(inked[1]) / line, float(inked[0]) / line

    def _far(self, element: str, end: Points) -> float:
        if not len(end) or element not in self._outlines:
            return UNKNOWN
        return float(shapely.distance(self._outlines[element], shapely.Point(end[0]))) / self.ink.unit

    def _through(self, number: int, edge: Edge) -> float:
        """Share of a path inside of nodes at which it does not end."""
        others = [self._outlines[n.id] for n in self.board.nodes if n.id not in (edge.source, edge.target)]
        path = self.paths[number]
        if not len(path) or not others:
            return 0.0
        line = self._lines[number]
        near = [other for other in others if shapely.intersects(other, line)]
        points = shapely.points(path)
        return float(np.mean([shapely.contains(other, points) for other in near], axis=1).sum()) if near else 0.0

    def _shared(self, number: int) -> float:
        """Share of a path that runs beside another one, on which ends at the same place do not count."""
        path = self.paths[number]
        if len(path) < 2:
            return 0.0
        far = np.minimum(np.hypot(*(path - path[0]).T), np.hypot(*(path - path[-1]).T))
        inner = path[far > AT_ENDS * self.ink.unit]
        others = np.delete(self._lines, number)
        if not len(inner) or not len(others):
            return 0.0
        near = others[shapely.dwithin(others, self._lines[number], BESIDE * self.ink.reach)]
        if not len(near):
            return 0.0
        beside = shapely.dwithin(shapely.points(inner)[:, None], near[None, :], BESIDE * self.ink.reach)
        return float(beside.any(axis=1).mean())

    def _crossings(self, number: int) -> float:
        return float(shapely.crosses(self._lines[number], np.delete(self._lines, number)).sum())

    def _seen(self, path: Points, maps: InkMaps | None) -> dict[str, float]:
        if maps is None or len(path) < 2:
            return dict.fromkeys(("network_line", "network_head", "network_tail", "network_course"), UNKNOWN)
        points = path / self.ink.scale
        reach = np.full(2, CHECK_HEAD_REACH_TEXT_HEIGHTS * self.ink.unit / self.ink.scale)
        heads = maps.at_cells("head")
        return {
            "network_line": mean_at(maps, maps.at_cells("connector", "head"), points),
            "network_head": most_near(maps, heads, points[-1], reach),
            "network_tail": most_near(maps, heads, points[0], reach),
            "network_course": mean_course(maps, points),
        }
