"""All ways through a flowchart from its root to its terminals, loops walked a bounded number of times.

FloCA, Section 6.1, makes its PFDial dialogues along "all paths from the root node to terminal nodes".
:func:`diagramloop.graph.algorithms.walks` visits vertices; here paths are made of edges, so that two answers which lead
to one node are two paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from diagramloop.errors import GraphError, RejectionReason
from diagramloop.graph._elements import Edge, EdgeKind, NodeKind
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.algorithms import levels

BESIDE_THE_FLOW = frozenset({NodeKind.NOTE, NodeKind.DATA_OBJECT, NodeKind.TEXT_ANNOTATION})
MAX_STEPS = 1_000_000
"""Bound on the search, which may try many dead ends between two finds."""


@dataclass(frozen=True)
class FlowPath:
    """One way through.

    Attributes:
        nodes: from the root to a terminal, both included.
        labels: of the edge taken at each node but the last.
    """

    nodes: tuple[str, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Paths:
    """The ways found.

    Attributes:
        found: in depth-first order, edges in the graph's order.
        complete: False when there are more than were asked for, or more than could be searched.
    """

    found: tuple[FlowPath, ...]
    complete: bool


def flow_root(graph: FlowGraph) -> str:
    """The node where the flow begins: the first START, else the first that no edge enters, else the first.

    Raises:
        GraphError: EMPTY, the graph has no node of the flow.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> flow_root(tea)
        'a'
    """
    nodes = [node for node in graph.nodes if node.kind not in BESIDE_THE_FLOW]
    if not nodes:
        raise GraphError("no node to begin with", reason=RejectionReason.EMPTY)
    arcs = [arc for edge in _flow_edges(graph) for arc in edge.arcs()]
    only_left = {source for source, _ in arcs} - {target for _, target in arcs}
    starts = [node.id for node in nodes if node.kind is NodeKind.START]
    sources = [node.id for node in nodes if node.id in only_left]
    return [*starts, *sources, nodes[0].id][0]


def silent_nodes(graph: FlowGraph) -> frozenset[str]:
    """Nodes that a dialogue passes without a word: starts and nodes without text, with one way on, unlabelled."""
    ways = _ways(graph)
    mute = [node.id for node in graph.nodes if node.kind is NodeKind.START or not node.text.strip()]
    return frozenset(id for id in mute if [label for label, _ in ways.get(id, [])] == [""])


def root_to_terminal_paths(graph: FlowGraph, *, edge_uses: int = 1, limit: int = 10_000) -> Paths:
    """The paths from :func:`flow_root` to nodes that no edge leaves.

    Args:
        edge_uses: how often a path may take one edge: 1 walks every loop at most once.
        limit: the most paths that are returned, since their number can be exponential.

    Raises:
        GraphError: EMPTY, the graph has no node of the flow.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> root_to_terminal_paths(tea).found[0].nodes
        ('a', 'b', 'c')
    """
    ways, root = _ways(graph), flow_root(graph)
    ends = [id for id in levels(graph, root) if id not in ways]
    leading = _leading_to(ends, ways)
    search = _Search(ways, leading, edge_uses)
    paths = tuple(islice(search.from_root(root), limit + 1))
    return Paths(paths[:limit], len(paths) <= limit and not search.exhausted)


class _Search:
    """Depth-first over edges; ``exhausted`` says that it gave up."""

    def __init__(self, ways: dict[str, list[tuple[str, str]]], leading: set[str], edge_uses: int) -> None:
        self._ways = ways
        self._leading = leading
        self._edge_uses = edge_uses
        self.exhausted = False

    def from_root(self, root: str) -> Iterator[FlowPath]:
        nodes, labels = [root], list[str]()
        uses: Counter[tuple[str, str, str]] = Counter()
        choices = [iter(self._ways.get(root, ()))]
        if root not in self._ways:
            yield FlowPath((root,), ())
        for _ in range(MAX_STEPS):
            if not choices:
                return
            label, target = next(choices[-1], (None, ""))
            if label is None:
                choices.pop()
                last = nodes.pop()
                if labels:
                    uses[nodes[-1], labels.pop(), last] -= 1
            elif target in self._leading and uses[nodes[-1], label, target] < self._edge_uses:
                if target not in self._ways:
                    yield FlowPath((*nodes, target), (*labels, label))
                    continue
                uses[nodes[-1], label, target] += 1
                nodes.append(target)
                labels.append(label)
                choices.append(iter(self._ways[target]))
        self.exhausted = True


def _flow_edges(graph: FlowGraph) -> Iterator[Edge]:
    return (edge for edge in graph.edges if edge.kind is not EdgeKind.CONSTRAINT)


def _ways(graph: FlowGraph) -> dict[str, list[tuple[str, str]]]:
    """Labels and targets of the edges that leave each node that one leaves, each pair once."""
    ways: dict[str, dict[tuple[str, str], None]] = {}
    for edge in _flow_edges(graph):
        for source, target in edge.arcs():
            ways.setdefault(source, {})[edge.label.strip(), target] = None
    return {source: list(ways) for source, ways in ways.items()}


def _leading_to(ends: list[str], ways: dict[str, list[tuple[str, str]]]) -> set[str]:
    """Nodes that lead to one of ``ends``, and they themselves."""
    before: dict[str, list[str]] = {}
    for source, onward in ways.items():
        for _, target in onward:
            before.setdefault(target, []).append(source)
    leading, open_ = set(ends), list(ends)
    while open_:
        for source in before.get(open_.pop(), ()):
            if source not in leading:
                leading.add(source)
                open_.append(source)
    return leading
