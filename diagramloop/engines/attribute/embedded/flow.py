"""The flow around nodes, as arrays: who is next to whom, how far, and on whose way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.attribute.embedded.term_index import Matrix, Vector
from diagramloop.graph import FlowGraph
from diagramloop.graph.algorithms import Arcs, distances_from, roots

FAR = 12.0  # arcs; what is farther, or not to be reached, counts as so far


class FlowDistances:
    """A graph's arcs; the first n vertices are its n nodes."""

    def __init__(self, graph: FlowGraph) -> None:
        self.arcs = Arcs.of(graph)
        self.nodes = len(graph.nodes)
        self._depth_from = [self.arcs.number[root] for root in roots(graph)]

    def away(self, starts: Sequence[int]) -> Matrix:
        """(k, v) arcs on the shortest way from each of k starts, infinite where there is none."""
        return distances_from(self.arcs.successors, starts)

    def towards(self, ends: Sequence[int]) -> Matrix:
        """(k, v) arcs on the shortest way to each of k ends."""
        return distances_from(self.arcs.predecessors, ends)

    def depth(self) -> Vector:
        """(n,) arcs from the nearest root; the nodes that no root reaches are one deeper than all others."""
        nearest = self.away(self._depth_from).min(axis=0)[: self.nodes]
        reached = np.isfinite(nearest)
        depth: Vector = np.where(reached, nearest, nearest[reached].max() + 1)
        return depth

    def successors_best(self, values: Vector) -> Vector:
        """(n,) highest of ``values`` (n,) among each node's successors; -1 where it has none."""
        return self._best(values, 0)

    def predecessors_best(self, values: Vector) -> Vector:
        """(n,) highest of ``values`` (n,) among each node's predecessors; -1 where it has none."""
        return self._best(values, 1)

    def degrees(self) -> tuple[Vector, Vector]:
        """(n,) numbers of distinct predecessors and successors."""
        ends = np.unique(self.arcs.ends, axis=0)
        into, out = (np.bincount(ends[:, side], minlength=self.nodes)[: self.nodes] for side in (1, 0))
        return into.astype(float), out.astype(float)

    def _best(self, values: Vector, owner: int) -> Vector:
        within: NDArray[np.int64] = self.arcs.ends[(self.arcs.ends < self.nodes).all(axis=1)]
        best = np.full(self.nodes, -1.0)
        np.maximum.at(best, within[:, owner], values[within[:, 1 - owner]])
        return best
