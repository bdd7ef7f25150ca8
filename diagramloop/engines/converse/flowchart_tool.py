"""The flowchart reasoning tool of FloCA: four functions on a text-attributed graph, and no other way to move.

FloCA (Zou et al.), Section 4.1. Whoever decides what an utterance means, a language model or rules, can only
name an outgoing edge; the node it leads to is the chart's. What is named wrongly is an error, never a move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from diagramloop.errors import DiagramloopError, GraphError
from diagramloop.graph import EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.paths import BESIDE_THE_FLOW, flow_root, silent_nodes


class FlowchartError(DiagramloopError):
    """The chart cannot be walked (EMPTY), or a function was called with what is not on it (INVALID)."""


class UnknownNodeError(FlowchartError):
    """The chart has no such node."""


class NoSuchEdgeError(FlowchartError):
    """No edge with this attribute leaves the node."""


@dataclass(frozen=True)
class OutEdge:
    """An outgoing edge as a dialogue sees it: ``attribute`` is unlike that of the node's other edges."""

    attribute: str
    target: str


class FlowchartTool:
    """A flowchart as FloCA's reasoning tool.

    Edges are followed as :meth:`diagramloop.graph.Edge.arcs` says, and to events that interrupt what they are attached
    to; constraints, notes and data are no flow. Nodes and groups that edges touch can be grounded to; their ids are the
    NodeIDs.

    Args:
        graph: the chart.

    Raises:
        FlowchartError: nothing on the chart can be grounded to.
    """

    def __init__(self, graph: FlowGraph) -> None:
        self.graph = graph
        walked = graph.with_interruptions()
        self._text = _texts(walked)
        self._edges = _out_edges(walked, self._text)
        self._silent = silent_nodes(walked)
        try:
            self.root = flow_root(walked)
        except GraphError as error:
            raise FlowchartError(str(error), reason=error.reason) from error

    def node_attr(self, node: str) -> str:
        """NodeAttr(NodeID): the node's text.

        Raises:
            UnknownNodeError: there is none.
        """
        self._check(node)
        return self._text[node]

    def out_edge_attr(self, node: str) -> tuple[str, ...]:
        """OutEdgeAttr(NodeID): the texts of all edges that leave the node, in the chart's order.

        They are unlike each other: equal labels are numbered, ``yes (1)`` and ``yes (2)``, so that each
        attribute names one edge. An edge without a label has the empty text.

        Raises:
            UnknownNodeError: there is no such node.
        """
        return tuple(edge.attribute for edge in self.out_edges(node))

    def next_hop(self, node: str, attribute: str) -> str:
        """NextHop(NodeID, EdgeAttr): the node to which the edge with this attribute leads.

        Args:
            attribute: one of ``out_edge_attr(node)``, to the letter.

        Raises:
            UnknownNodeError: there is no such node.
            NoSuchEdgeError: none of its edges has this attribute.

        Example:
            >>> from diagramloop.graph.mermaid import read_mermaid
            >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
            >>> FlowchartTool(tea).next_hop('b', 'yes')
            'c'
        """
        for edge in self.out_edges(node):
            if edge.attribute == attribute:
                return edge.target
        raise NoSuchEdgeError(f"no edge {attribute[:80]!r} leaves {node[:80]!r}")

    def terminal_check(self, node: str) -> bool:
        """TerminalCheck(NodeID): whether no edge leaves the node.

        Raises:
            UnknownNodeError: there is no such node.

        Example:
            >>> from diagramloop.graph.mermaid import read_mermaid
            >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
            >>> FlowchartTool(tea).terminal_check('c')
            True
        """
        return not self.out_edges(node)

    def out_edges(self, node: str) -> tuple[OutEdge, ...]:
        """The edges behind :meth:`out_edge_attr` with the nodes they lead to; raises as that does.

        Example:
            >>> from diagramloop.graph.mermaid import read_mermaid
            >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
            >>> [edge.target for edge in FlowchartTool(tea).out_edges('b')]
            ['c', 'a']
        """
        self._check(node)
        return self._edges.get(node, ())

    def settled(self, node: str) -> str:
        """The node, or the first one after it that says something: start circles and joins have no words.

        Raises:
            UnknownNodeError: there is no such node.
        """
        self._check(node)
        passed: set[str] = set()
        while node in self._silent and node not in passed:
            passed.add(node)
            (edge,) = self.out_edges(node)
            node = self.next_hop(node, edge.attribute)
        return node

    def kind(self, node: str) -> NodeKind:
        """The kind that the chart gives the node; a group is a module.

        Raises:
            UnknownNodeError: there is no such node.
        """
        self._check(node)
        step = self.graph.node_by_id.get(node)
        return step.kind if step else NodeKind.MODULE

    def _check(self, node: str) -> None:
        if node not in self._text:
            raise UnknownNodeError(f"the chart has no node {node[:80]!r}")


def _texts(graph: FlowGraph) -> dict[str, str]:
    """Texts by id of what can be grounded to: nodes of the flow, and groups that edges touch."""
    touched = {end for edge in graph.edges for end in (edge.source, edge.target)}
    texts = {node.id: node.text for node in graph.nodes if node.kind not in BESIDE_THE_FLOW}
    return texts | {group.id: group.text for group in graph.groups if group.id in touched}


def _out_edges(graph: FlowGraph, text: Mapping[str, str]) -> dict[str, tuple[OutEdge, ...]]:
    edges_of: dict[str, list[tuple[str, str]]] = {}
    for edge in graph.edges:
        if edge.kind is EdgeKind.CONSTRAINT:
            continue
        for source, target in edge.arcs():
            if source in text and target in text:
                edges_of.setdefault(source, []).append((edge.label.strip(), target))
    return {source: _distinct(edges) for source, edges in edges_of.items()}


def _distinct(edges: list[tuple[str, str]]) -> tuple[OutEdge, ...]:
    """The edges, those that say and do the same kept once, equal labels numbered."""
    edges = list(dict.fromkeys(edges))
    times = Counter(label for label, _ in edges)
    taken = set(times)
    return tuple(OutEdge(label if times[label] == 1 else _numbered(label, taken), target) for label, target in edges)


def _numbered(label: str, taken: set[str]) -> str:
    name = next(name for n in count(1) if (name := f"{label} ({n})".strip()) not in taken)
    taken.add(name)
    return name
