"""One person's verification of a parsed graph: minimal edits that keep identities (SciFlow-Bench, Appendix B)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Box, Edge, FlowGraph, Node
from diagramloop.scores.counts import Counts


class VerificationError(DiagramloopError):
    """An edit that the graph as it stands does not allow."""


def identified(graph: FlowGraph) -> FlowGraph:
    """``graph`` with an id of its own for every edge: the author's where it is the only one, else by its place."""
    given = [edge.id for edge in graph.edges]
    taken = {id for id, count in Counter(given).items() if count == 1}
    names = [id if id and id in taken else _free(f"edge-{number}", taken) for number, id in enumerate(given, start=1)]
    return graph.replace(
        edges=[edge.model_copy(update={"id": id}) for edge, id in zip(graph.edges, names, strict=True)]
    )


@dataclass(frozen=True)
class Verification:
    """A parsed graph and what one person made of it; every edit gives a new value.

    Attributes:
        parsed: :func:`identified`; no element of it ever changes.
        nodes, edges: added by the person.
        excluded_nodes, excluded_edges: ids, in order of exclusion.
    """

    parsed: FlowGraph
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    excluded_nodes: tuple[str, ...] = ()
    excluded_edges: tuple[str, ...] = ()

    @property
    def all_nodes(self) -> tuple[Node, ...]:
        """Parsed and added ones, excluded or not."""
        return (*self.parsed.nodes, *self.nodes)

    @property
    def all_edges(self) -> tuple[Edge, ...]:
        """Parsed and added ones, excluded or not."""
        return (*self.parsed.edges, *self.edges)

    @cached_property
    def added_nodes(self) -> frozenset[str]:
        """Ids of the nodes that the person added; no parsed node has one of them."""
        return frozenset(node.id for node in self.nodes)

    @cached_property
    def added_edges(self) -> frozenset[str]:
        """Ids of the edges that the person added; no parsed edge has one of them."""
        return frozenset(edge.id for edge in self.edges)

    def has_node(self, id: str) -> bool:
        """True for a node that is not excluded."""
        return id in self._node_ids and id not in self.excluded_nodes

    def has_edge(self, id: str) -> bool:
        """True for an edge that is not excluded, nor any of its ends."""
        edge = self._edge_by_id.get(id)
        ends = (edge.source, edge.target) if edge else ()
        return bool(ends) and id not in self.excluded_edges and not any(end in self.excluded_nodes for end in ends)

    def exclude(self, nodes: Sequence[str] = (), edges: Sequence[str] = ()) -> Verification:
        """Marks elements as unsupported; the edges of an excluded node go with it.

        Raises:
            VerificationError: an element that there is not, or that is excluded already.
        """
        self._check(nodes, edges, excluded=False)
        return replace(
            self,
            excluded_nodes=(*self.excluded_nodes, *nodes),
            excluded_edges=(*self.excluded_edges, *edges),
        )

    def restore(self, nodes: Sequence[str] = (), edges: Sequence[str] = ()) -> Verification:
        """The inverse of :meth:`exclude`.

        Raises:
            VerificationError: an element that is not excluded.
        """
        self._check(nodes, edges, excluded=True)
        return replace(
            self,
            excluded_nodes=tuple(id for id in self.excluded_nodes if id not in nodes),
            excluded_edges=tuple(id for id in self.excluded_edges if id not in edges),
        )

    def link(self, id: str, source: str, target: str) -> Verification:
        """Adds the directed edge ``id``, fresh, between two nodes.

        Raises:
            VerificationError: a node that is not there or excluded, or an edge between them that is there already.
        """
        for end in (source, target):
            if not self.has_node(end):
                raise VerificationError(f"no node {end[:100]!r} to link", reason=RejectionReason.MISSING)
        if any((source, target) in edge.arcs() and self.has_edge(edge.id) for edge in self.all_edges):
            raise VerificationError("these two are linked already")
        edge = Edge(id=_free(id, {edge.id for edge in self.all_edges}), source=source, target=target)
        return replace(self, edges=(*self.edges, edge))

    def add_node(self, id: str, text: str, box: Box) -> Verification:
        """Adds the node ``id``, fresh, where the figure shows it.

        Raises:
            VerificationError: a box without area, or beyond the picture.
        """
        x0, y0, x1, y1 = box
        width, height = self.parsed.size or (float("inf"), float("inf"))
        if not (0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height):
            raise VerificationError("a node's box has an area and lies on the picture")
        taken = {node.id for node in self.all_nodes} | set(self.parsed.group_by_id)
        return replace(self, nodes=(*self.nodes, Node(id=_free(id, taken), text=text, box=box)))

    @property
    def verified(self) -> FlowGraph:
        """The graph of what is not excluded; its parsed elements are as they were parsed."""
        return self.parsed.replace(
            nodes=tuple(node for node in self.all_nodes if self.has_node(node.id)),
            edges=tuple(edge for edge in self.all_edges if self.has_edge(edge.id)),
        )

    @property
    def counts(self) -> Mapping[str, Counts]:
        """Of ``node`` and ``edge``: retained, parsed, and retained or added."""
        nodes = _counts([self.has_node(n.id) for n in self.parsed.nodes], [self.has_node(n.id) for n in self.nodes])
        edges = _counts([self.has_edge(e.id) for e in self.parsed.edges], [self.has_edge(e.id) for e in self.edges])
        return {"node": nodes, "edge": edges}

    @cached_property
    def _node_ids(self) -> frozenset[str]:
        return frozenset(node.id for node in self.all_nodes)

    @cached_property
    def _edge_by_id(self) -> Mapping[str, Edge]:
        return {edge.id: edge for edge in self.all_edges}

    def _check(self, nodes: Sequence[str], edges: Sequence[str], excluded: bool) -> None:
        for asked, known, out in (
            (nodes, self._node_ids, self.excluded_nodes),
            (edges, self._edge_by_id.keys(), self.excluded_edges),
        ):
            wrong = [id for id in asked if id not in known or (id in out) is not excluded]
            if wrong or len(set(asked)) < len(asked):
                state = "excluded" if excluded else "included"
                raise VerificationError(f"not {state}, or named twice: {[id[:100] for id in wrong[:5]]}")


def _counts(retained: Sequence[bool], added: Sequence[bool]) -> Counts:
    return Counts.one_to_one(sum(retained), len(retained), sum(retained) + sum(added))


def _free(id: str, taken: set[str]) -> str:
    """``id``, with a mark behind it where it is taken; it is taken then."""
    while id in taken:
        id += "'"
    taken.add(id)
    return id
