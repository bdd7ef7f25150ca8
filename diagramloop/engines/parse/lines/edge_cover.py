"""Which ports belong together: the cheapest set of paths that uses every port.

A minimum-cost edge cover (reduced to a matching as in Schrijver 2003, Section 19.3, here in a general graph, since
a line may have two heads or none) in which a port may stay unused at a price: a line that passes behind a node
ends twice at its border. A port that is used costs what speaks against it, once: of lines that merge each has its own
tail, and all have one head.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.lines.ports import Port

NO_GAIN = 1e-9  # what is no more than this is an error of rounding

Costs = NDArray[np.float64]
Flags = NDArray[np.bool_]  # of each port
Pairs = NDArray[np.bool_]  # of each two


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Prices of the cheapest set of edges that uses every port.
COVER_EDGE_COST = 1.0  # of one more: an explanation with fewer is better
_TWO_HEADS_COST = 1.0  # extra, of a line with a head at either end
_NO_HEAD_COST = 1.2  # extra, of a line without a head
# extra, of a line without a head that runs through a fork: more likely two lines with a head each part there
_FORKING_COST = 2.0
_DOUBTFUL_HEAD_COST = 0.3  # extra, of two heads of which one may be another line's
_DIRECTED_COUNT = 3  # bare ends to each head, up to which all lines are expected to have one
_UNUSED_HEAD_COST = 4.0  # of a head that belongs to no edge
_UNUSED_TAIL_COST = 2.0  # of a bare end that belongs to no edge
_STOPPING_COST = 1.2  # of a bare end that could go on
_EASY_COST = 0.5  # of the cheapest join at an end, below which the line could go on there
_PASSING_COST = 0.25  # of an end that a line merely passes through, added to that of its join


@dataclass(frozen=True)
class Joined:
    """Two ports, numbered as given, of which the second has the head if only one has."""

    tail: int
    head: int
    cost: float


def cover_ports(ports: list[Port], path_cost: Costs, forking: Pairs, passing: Costs, impossible: Pairs) -> list[Joined]:
    """Pairs of ports that are the ends of one edge.

    Args:
        ports: n ports.
        path_cost: of the best path between each two; symmetric, shape (n, n), inf where there is none.
        forking: whether that path runs through a place where lines part or cross; symmetric, shape (n, n).
        passing: cost of the cheapest join at each port's end, inf where there is none; shape (n,).
        impossible: pairs that cannot be an edge; shape (n, n).
    """
    own = np.array([port.cost for port in ports])
    own += np.where(_bare(ports) & (passing < _EASY_COST), _STOPPING_COST, 0.0)
    cost = _pair_costs(ports, path_cost, forking, own, impossible)
    unused = _unused_costs(ports, passing)
    joining = cost - np.minimum(own, unused)  # of one port more at another that is used anyway
    price = np.minimum(unused, joining.min(axis=1, initial=np.inf))
    pairs = _matching(price[:, None] + price[None, :] - cost)
    left = set(range(len(ports))) - {i for pair in pairs for i in pair}
    pairs += [(i, int(joining[i].argmin())) for i in sorted(left) if joining[i].min(initial=np.inf) < unused[i]]
    return [_orient(ports, i, j, float(cost[i, j])) for i, j in pairs]


def dearest_paths(ports: list[Port], passing: Costs) -> Costs:
    """Cost of the dearest path that may be worth an edge from each port to those that need one no more; shape (n,).

    A dearer one costs more than to leave both its ends unused. ``passing`` is as in :func:`cover_ports`.
    """
    return 2 * _unused_costs(ports, passing) - COVER_EDGE_COST


def _unused_costs(ports: list[Port], passing: Costs) -> Costs:
    unused = np.where(_bare(ports), _UNUSED_TAIL_COST, _UNUSED_HEAD_COST)
    return np.minimum(unused, _PASSING_COST + passing)


def _bare(ports: list[Port]) -> Flags:
    return np.array([port.head == "none" for port in ports], bool)


def _pair_costs(ports: list[Port], path_cost: Costs, forking: Pairs, own: Costs, impossible: Pairs) -> Costs:
    cost = _head_costs(ports, forking)
    cost += COVER_EDGE_COST
    cost += path_cost
    cost += own[:, None]
    cost += own[None, :]
    cost[impossible] = np.inf
    np.fill_diagonal(cost, np.inf)
    return cost


def _head_costs(ports: list[Port], forking: Pairs) -> Costs:
    """Of two ports both of which, or neither of which, has a head."""
    headed = ~_bare(ports)
    sure = np.array([port.sure for port in ports], bool)
    two_heads = np.where(sure[:, None] == sure[None, :], _TWO_HEADS_COST, _DOUBTFUL_HEAD_COST)
    forked = np.where(forking, _FORKING_COST, 0.0)
    cost = np.where(headed[:, None] & headed[None, :], two_heads + forked, 0.0)
    directed = min(1.0, _DIRECTED_COUNT * headed.sum() / max(1, (~headed).sum()))  # 0: no line lacks a head
    cost += np.where(~headed[:, None] & ~headed[None, :], (_NO_HEAD_COST + forked) * directed, 0.0)
    return cost


def _matching(gain: Costs) -> list[tuple[int, int]]:
    """Pairs of the matching of largest gain, lower number first, in order."""
    gaining = np.argwhere(np.triu(gain > NO_GAIN, 1))
    BUDGET.check("edges", len(gaining))
    import networkx as nx  # slow to import

    class Graph(nx.Graph):  # type: ignore[type-arg,misc,unused-ignore]
        """Looks neighbours up in its own dictionary: views of it cost half the time of a matching."""

        def __getitem__(self, node: int) -> dict[int, dict[str, float]]:  # type: ignore[override,unused-ignore]
            found: dict[int, dict[str, float]] = self._adj[node]  # type: ignore[attr-defined,unused-ignore]
            return found

    graph: Any = Graph()
    for i, j in gaining.tolist():
        graph.add_edge(i, j, weight=float(gain[i, j]))
    return sorted((min(p), max(p)) for p in nx.max_weight_matching(graph))


def _orient(ports: list[Port], i: int, j: int, cost: float) -> Joined:
    """The end with the head last; of two heads the surer one."""
    first, second = ((ports[k].head != "none", ports[k].sure) for k in (i, j))
    return Joined(j, i, cost) if first > second else Joined(i, j, cost)
