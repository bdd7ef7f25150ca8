"""A graph's arcs between numbered vertices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from diagramloop.graph._model import FlowGraph

BoolMatrix = npt.NDArray[np.bool_]
BoolVector = npt.NDArray[np.bool_]
IntVector = npt.NDArray[np.int64]
Successors = Sequence[Sequence[int]]
"""Numbers of the vertices that follow each vertex."""


@dataclass(frozen=True)
class Arcs:
    """A graph's arcs as arrays.

    Attributes:
        ids: (v,) vertex names; nodes first.
        ends: (m, 2) numbers of each arc's source and target; parallel arcs kept.
    """

    ids: tuple[str, ...]
    ends: IntVector

    @classmethod
    def of(cls, graph: FlowGraph) -> Arcs:
        """The arcs of ``graph``."""
        touched = {end for edge in graph.edges for end in (edge.source, edge.target)}
        ids = (*(n.id for n in graph.nodes), *(g.id for g in graph.groups if g.id in touched))
        number = {name: index for index, name in enumerate(ids)}
        pairs = [(number[source], number[target]) for source, target in graph.arcs()]
        return cls(ids, np.array(pairs, dtype=np.int64).reshape(-1, 2))

    @cached_property
    def number(self) -> dict[str, int]:
        """Vertex names to their numbers."""
        return {name: index for index, name in enumerate(self.ids)}

    @cached_property
    def successors(self) -> Successors:
        """Vertices that an arc leads to from each of the v vertices, ascending, parallel arcs once."""
        return successors(len(self.ids), self.ends)

    @cached_property
    def predecessors(self) -> Successors:
        """Vertices that an arc leads from to each of the v vertices, ascending, parallel arcs once."""
        return successors(len(self.ids), self.ends[:, ::-1])


def successors(size: int, ends: npt.NDArray[np.integer]) -> Successors:
    """Targets of the arcs ``ends`` (m, 2) from each of ``size`` vertices, ascending and each once."""
    targets: list[list[int]] = [[] for _ in range(size)]
    for source, target in sorted(set(map(tuple, ends.tolist()))):
        targets[source].append(target)
    return targets


def degrees(graph: FlowGraph) -> tuple[dict[str, int], dict[str, int]]:
    """In-degree and out-degree of every vertex, by id.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> entering, leaving = degrees(tea)
        >>> leaving
        {'a': 1, 'b': 2, 'c': 0}
    """
    arcs = Arcs.of(graph)
    counts = (np.bincount(arcs.ends[:, side], minlength=len(arcs.ids)).tolist() for side in (1, 0))
    into, out = (dict(zip(arcs.ids, count, strict=True)) for count in counts)
    return into, out
