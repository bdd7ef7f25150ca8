"""The view of a graph for text-matched metrics: labelled vertices and the arcs between them.

A group at which an edge ends takes part in the flow, so it is a vertex like a node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import FlowGraph, Group, Node
from diagramloop.graph.algorithms import closure
from diagramloop.scores.similarity import TextSimilarity

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Positions = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Topology:
    """Vertices and arcs of one graph.

    Attributes:
        texts: label of each vertex, nodes first, then the groups at which an edge ends.
        kinds: coarse type of each vertex, compared where labels are empty.
        edges: (source, target) positions of each visible edge as written, shape (edges, 2).
        arcs: the distinct (u, v) that some edge asserts, ascending, shape (arcs, 2); an edge with two
            heads or none asserts both directions.
    """

    texts: tuple[str, ...]
    kinds: tuple[str, ...]
    edges: Positions
    arcs: Positions


def topology_of(graph: FlowGraph) -> Topology:
    """The :class:`Topology` of ``graph``."""
    edges = [edge for edge in graph.edges if edge.arcs()]
    ends = {end for edge in edges for end in (edge.source, edge.target)}
    groups = [group for group in graph.groups if group.id in ends]
    vertices: list[Node | Group] = [*graph.nodes, *groups]
    position = {vertex.id: index for index, vertex in enumerate(vertices)}
    texts = tuple(vertex.text for vertex in vertices)
    kinds = [node.kind.value for node in graph.nodes] + ["group"] * len(groups)
    written = _positions([(edge.source, edge.target) for edge in edges], position)
    arcs = np.unique(_positions(list(graph.arcs()), position), axis=0)
    return Topology(texts, tuple(kinds), written, arcs)


def vertex_similarity(pred: Topology, gold: Topology, similarity: TextSimilarity) -> Floats:
    """Similarity of vertices in [0, 1], shape (predicted, reference).

    As in SciFlow-Bench (Appendix A.1) the coarse type stands in for absent labels: two empty labels are
    alike (1) if the types agree, and an empty label is unlike (0) any other.
    """
    blank_pred, blank_gold = (np.array([not text.strip() for text in side.texts], dtype=bool) for side in (pred, gold))
    same_kind = np.equal.outer(np.array(pred.kinds, dtype=object), np.array(gold.kinds, dtype=object)).astype(bool)
    same_kind = same_kind.reshape(len(pred.kinds), len(gold.kinds))
    written = similarity.matrix(pred.texts, gold.texts)
    any_blank = blank_pred[:, None] | blank_gold[None, :]
    both_blank = blank_pred[:, None] & blank_gold[None, :]
    return np.where(any_blank, both_blank & same_kind, written)


def _positions(pairs: Sequence[tuple[str, str]], position: dict[str, int]) -> Positions:
    return np.array([(position[u], position[v]) for u, v in pairs], dtype=np.intp).reshape(len(pairs), 2)


def induced_adjacency(arcs: Positions, vertices: Sequence[int]) -> Bools:
    """[i, j] is True where an arc leads from vertices[i] to vertices[j]; shape (len(vertices),) * 2."""
    place = {vertex: index for index, vertex in enumerate(vertices)}
    adjacency = np.zeros((len(place), len(place)), dtype=np.bool_)
    for source, target in arcs.tolist():
        if source in place and target in place:
            adjacency[place[source], place[target]] = True
    return adjacency


def reachability(adjacency: Bools) -> Bools:
    """[u, v] is True where a path of at least one arc leads from u to v, for adjacency (n, n)."""
    return closure(len(adjacency), np.argwhere(adjacency))
