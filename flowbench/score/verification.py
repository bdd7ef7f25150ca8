"""Human verification of parsed graphs: minimal edits that keep identities, and Table 1 computed from them.

SciFlow-Bench, Section 4.2 and Appendix B: every parsed element is included to begin with; people exclude what the
figure does not support and add what it shows and the parser missed. What is retained counts as correct, what is
excluded as a false positive, what was added as a false negative; nothing is matched by place or text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean

from flowbench.errors import FlowbenchError, RejectionReason
from flowbench.graph import Box, Edge, FlowGraph, Node
from flowbench.score.counts import Counts

OVERALL = "Overall"


class VerificationError(FlowbenchError):
    """An edit that the graph as it stands does not allow."""


def identified(graph: FlowGraph) -> FlowGraph:
    """``graph`` with an id of its own for every edge: the author's where it is the only one, else by its place."""
    given = [edge.id for edge in graph.edges]
    taken = {id for id, count in Counter(given).items() if count == 1}
    names = [id if id and id in taken else _free(f"edge-{at}", taken) for at, id in enumerate(given, start=1)]
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


def agreed(verifications: Sequence[Verification]) -> FlowGraph:
    """What stands for all who verified one figure: what every one of them has (Appendix B.6: in doubt, exclusion).

    Nodes that people added are the same if they say the same, edges if they join the same.
    """
    first, *others = verifications
    keys = [_keys(other) for other in others]
    graph, names = first.verified, _names(first)
    nodes = [node for node in graph.nodes if all(names[node.id] in found for found, _ in keys)]
    kept = {node.id for node in nodes} | set(graph.group_by_id)
    added = {edge.id for edge in first.edges}
    edges = [
        edge
        for edge in graph.edges
        if {edge.source, edge.target} <= kept and all(_edge_key(edge, names, added) in found for _, found in keys)
    ]
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges))


@dataclass(frozen=True)
class Reliability:
    """One row of Table 1: precision, recall and F1 of nodes and edges, each the mean over figures.

    Attributes:
        figures: that were verified; several people's verifications of one figure are averaged first.
    """

    domain: str
    figures: int
    node: tuple[float, float, float]
    edge: tuple[float, float, float]


def reliability(verified: Iterable[tuple[str, Sequence[Verification]]]) -> list[Reliability]:
    """Table 1: a row for each domain, in order of first appearance, and one for all figures.

    Args:
        verified: of each figure its domain and the verifications of it, at least one.
    """
    by_domain: dict[str, list[Sequence[Verification]]] = {}
    for domain, found in verified:
        by_domain.setdefault(domain, []).append(found)
    rows = [_reliability(domain, figures) for domain, figures in by_domain.items()]
    every = [figure for figures in by_domain.values() for figure in figures]
    return [*rows, _reliability(OVERALL, every)] if every else []


def _reliability(domain: str, figures: Sequence[Sequence[Verification]]) -> Reliability:
    means = {
        kind: [_mean([_measures(made.counts[kind]) for made in figure]) for figure in figures]
        for kind in ("node", "edge")
    }
    return Reliability(domain, len(figures), node=_mean(means["node"]), edge=_mean(means["edge"]))


def _measures(counts: Counts) -> tuple[float, float, float]:
    return counts.precision, counts.recall, counts.f1


def _mean(rows: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    precision, recall, f1 = (fmean(column) for column in zip(*rows, strict=True))
    return precision, recall, f1


def _counts(retained: Sequence[bool], added: Sequence[bool]) -> Counts:
    return Counts.one_to_one(sum(retained), len(retained), sum(retained) + sum(added))


def _keys(made: Verification) -> tuple[set[tuple[str, str]], set[tuple[object, ...]]]:
    """By what the active nodes and edges of one person's verification are known to be another's."""
    names, added = _names(made), {edge.id for edge in made.edges}
    graph = made.verified
    return {names[n.id] for n in graph.nodes}, {_edge_key(edge, names, added) for edge in graph.edges}


def _names(made: Verification) -> dict[str, tuple[str, str]]:
    """Of parsed nodes and groups the id, of added nodes the text."""
    parsed = {id: ("parsed", id) for id in (*made.parsed.node_by_id, *made.parsed.group_by_id)}
    return parsed | {node.id: ("added", " ".join(node.text.casefold().split())) for node in made.nodes}


def _edge_key(edge: Edge, names: Mapping[str, tuple[str, str]], added: set[str]) -> tuple[object, ...]:
    return ("added", names[edge.source], names[edge.target]) if edge.id in added else ("parsed", edge.id)


def _free(id: str, taken: set[str]) -> str:
    """``id``, with a mark behind it where it is taken; it is taken then."""
    while id in taken:
        id += "'"
    taken.add(id)
    return id
