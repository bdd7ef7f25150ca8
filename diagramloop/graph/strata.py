"""Strata of structural difficulty.

SciFlow-Bench, Section 4.3: "Structural difficulty is characterized by the size and relational complexity of
the canonical graphs, including node count, branching density, and hierarchical organization"; its Table 3
reports Easy, Medium and Hard without giving thresholds. Those stated below are this project's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import group_depth
from diagramloop.graph.algorithms import degrees

SIZE_BOUNDS = (12, 24)
"""Nodes: up to the first is small, up to the second medium, beyond it large."""

BRANCHING_BOUNDS = (0.10, 0.25)
"""Share of nodes that arcs leave by two ways or more: up to the first is linear, to the second branched."""

HIERARCHY_BOUNDS = (0, 1)
"""Depth of nested groups: none is flat, one level grouped, more nested."""


class Difficulty(StrEnum):
    """SciFlow-Bench's three levels."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


_LEVELS = tuple(Difficulty)


@dataclass(frozen=True)
class Strata:
    """A graph's strata.

    Attributes:
        size: number of nodes.
        branching: share of nodes with two or more outgoing arcs, 0 to 1.
        hierarchy: depth of nested groups.
        by_size, by_branching, by_hierarchy: the level on each axis.
        difficulty: the hardest level that two of the three axes reach, as one axis alone says little: the
            median.
    """

    size: int
    branching: float
    hierarchy: int
    by_size: Difficulty
    by_branching: Difficulty
    by_hierarchy: Difficulty
    difficulty: Difficulty


def strata(graph: FlowGraph) -> Strata:
    """The strata a graph falls in.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> strata(tea).size
        3
    """
    size = len(graph.nodes)
    branching = branching_density(graph)
    hierarchy = group_depth(graph)
    axes = (_level(size, SIZE_BOUNDS), _level(branching, BRANCHING_BOUNDS), _level(hierarchy, HIERARCHY_BOUNDS))
    median = sorted(axes, key=_LEVELS.index)[1]
    return Strata(size, branching, hierarchy, *axes, difficulty=median)


def branching_density(graph: FlowGraph) -> float:
    """Share of nodes with two or more outgoing arcs; 0 without nodes.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> round(branching_density(tea), 3)
        0.333
    """
    _, out = degrees(graph)
    return sum(out[node.id] >= 2 for node in graph.nodes) / len(graph.nodes) if graph.nodes else 0.0


def _level(value: float, bounds: tuple[float, float]) -> Difficulty:
    return _LEVELS[sum(value > bound for bound in bounds)]
