"""A graph to a tree of statements, where its jumps can be told as blocks (structured programming).

Loops are found by their back edges: a decision of which all ways but one lead back is a ``while``, a decision at the
end of a loop is a ``repeat while``. Blocks end where all ways of a decision meet again: its immediate
postdominator in the graph without back edges. An edge that no block can hold is left out.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

import networkx as nx

from flowbench.graph._limits import MAX_DEPTH, check_count
from flowbench.graph._model import Edge, FlowGraph, Node, NodeKind
from flowbench.graph.algorithms import feedback_arcs, roots
from flowbench.graph.plantuml import program as p

_TERMINATORS = {NodeKind.SUBROUTINE: "|", NodeKind.IO: "/"}
MAX_BLOCK_NODES = 2_000
_OUT = ""  # the vertex behind all ends; no node can be called so


def program_of(graph: FlowGraph) -> tuple[p.Program, tuple[str, ...]]:
    """Statements for ``graph``, and the ids of its nodes in the order in which they write them.

    Raises:
        FormatError: TOO_LARGE, more than 2,000 nodes, or nested deeper than the reader reads.
    """
    check_count("nodes to tell as blocks", len(graph.nodes), MAX_BLOCK_NODES)
    structure = _Structure(graph)
    body = structure.block(roots(graph)[0], _OUT) if graph.nodes else ()
    return p.Program(tuple(body), graph.title), tuple(structure.written)


class _Structure:
    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self._onward: dict[str, list[Edge]] = {node.id: [] for node in graph.nodes}
        flows = [edge for edge in graph.edges if {edge.source, edge.target} <= graph.node_by_id.keys()]
        for edge in flows:
            self._onward[edge.source].append(edge)
        forward = [edge.model_copy(update={"head": "arrow", "tail": "none"}) for edge in flows]
        self._back = Counter(feedback_arcs(graph.replace(edges=tuple(forward))))
        self._depth = 0
        self._lane = ""
        self.written: dict[str, None] = {}

    def block(self, at: str, stop: str) -> list[p.Statement]:
        """The statements from ``at`` up to, without, ``stop``; ends early at what has been written before."""
        self._depth += 1
        check_count("nested blocks", self._depth, MAX_DEPTH // 2)
        body: list[p.Statement] = []
        while at not in (stop, _OUT):
            if at in self.written:
                body.append(p.Detach())
                break
            at = self._statement(at, body)
        self._depth -= 1
        return body

    def _statement(self, at: str, body: list[p.Statement]) -> str:
        """Appends what begins at ``at``; returns where it goes on."""
        self._enter(at, body)
        latch = self._latch(at)
        if self._is_while(at):
            return self._while(at, body)
        if latch is not None:
            return self._repeat(at, latch, body)
        return self._plain(at, body)

    def _enter(self, at: str, body: list[p.Statement]) -> None:
        """Changes the lane where another acts; there is no way out of all lanes."""
        actor = self._graph.node_by_id[at].actor
        if actor and actor != self._lane:
            body.append(p.Lane(actor))
            self._lane = actor

    def _plain(self, at: str, body: list[p.Statement]) -> str:
        node, edges = self._graph.node_by_id[at], self._onward[at]
        self.written[at] = None
        if len(edges) > 1 or (edges and node.kind is NodeKind.DECISION):
            return self._ways(node, body)
        body.append(_step(node))
        if not edges:
            if node.kind is not NodeKind.END:
                body.append(p.Detach())
            return _OUT
        body += _arrow(edges[0])
        return edges[0].target

    def _ways(self, node: Node, body: list[p.Statement]) -> str:
        meet = self._meeting_point(node.id)
        forked = node.kind is NodeKind.AND
        ways = [(edge, self._way(edge, meet, arrow=forked)) for edge in self._onward[node.id]]
        if not forked:
            branches = tuple(p.Branch(edge.label, way) for edge, way in ways)
            body.append(p.Choice(node.text, branches))
            return meet
        body.append(p.Parallel("fork", tuple(way for _, way in ways)))
        joined = self._graph.node_by_id.get(meet)
        if joined is None or joined.kind is not NodeKind.AND or len(self._onward[meet]) != 1:
            return meet
        self._enter(meet, body)
        self.written[meet] = None
        body += _arrow(self._onward[meet][0])
        return self._onward[meet][0].target

    def _while(self, at: str, body: list[p.Statement]) -> str:
        self.written[at] = None
        leaving = self._leaving(at)[0]
        (staying,) = (edge for edge in self._onward[at] if edge is not leaving)
        way = self._way(staying, at)
        body.append(p.While(self._graph.node_by_id[at].text, staying.label, way, leaving.label))
        return leaving.target

    def _repeat(self, at: str, latch: str, body: list[p.Statement]) -> str:
        """The body is written as if nothing led back to its first node."""
        del self._back[latch, at]
        again, leaving = sorted(self._onward[latch], key=lambda edge: edge.target != at)
        inner = self.block(at, latch)
        self._enter(latch, inner)
        self.written[latch] = None
        body.append(p.Repeat(tuple(inner), self._graph.node_by_id[latch].text, again.label, leaving.label))
        return leaving.target

    def _way(self, edge: Edge, stop: str, *, arrow: bool = False) -> p.Body:
        """What follows an edge; its label is the branch's own, its style and a fork's label need an arrow."""
        marked = edge if arrow else edge.model_copy(update={"label": ""})
        return (*_arrow(marked), *self.block(edge.target, stop))

    def _latch(self, at: str) -> str | None:
        """The decision that ends the loop which begins at ``at``, if it is one ``repeat while`` can tell."""
        sources = [source for source, target in self._back if target == at]
        if len(sources) != 1 or len(self._onward[sources[0]]) != 2 or not self._graph.node_by_id[sources[0]].text:
            return None
        return sources[0]

    def _is_while(self, at: str) -> bool:
        headed = any(target == at for _, target in self._back)
        return headed and len(self._onward[at]) == 2 and len(self._leaving(at)) == 1

    def _leaving(self, at: str) -> list[Edge]:
        """The edges out of ``at`` from which no way leads back to it."""
        return [edge for edge in self._onward[at] if at not in self._reached[edge.target]]

    @cached_property
    def _reached(self) -> dict[str, set[str]]:
        whole = nx.DiGraph([(edge.source, edge.target) for edges in self._onward.values() for edge in edges])
        whole.add_nodes_from(self._onward)
        return {id: {id, *nx.descendants(whole, id)} for id in self._onward}

    def _meeting_point(self, at: str) -> str:
        return self._postdominators.get(at, _OUT)

    @cached_property
    def _postdominators(self) -> dict[str, str]:
        """Immediate postdominators; what leads back leads on to where its loop is left instead."""
        backward: nx.DiGraph[str] = nx.DiGraph()
        for id, edges in self._onward.items():
            onward = {self._exit(edge) for edge in edges}
            backward.add_edges_from((target, id) for target in onward or {_OUT})
        return dict(nx.immediate_dominators(backward, _OUT)) if _OUT in backward else {}

    def _exit(self, edge: Edge) -> str:
        """Where an edge leads once its loop is done."""
        if (edge.source, edge.target) not in self._back:
            return edge.target
        header = self._leaving(edge.target) or self._leaving(edge.source)
        return header[0].target if header else _OUT


def _step(node: Node) -> p.Statement:
    if node.kind is NodeKind.START and not node.text:
        return p.Start()
    if node.kind is NodeKind.END and not node.text:
        return p.Stop("end" if node.shape == "dbl-circ" else "stop")
    return p.Action(node.text, _TERMINATORS.get(node.kind, ";"))


def _arrow(edge: Edge) -> tuple[p.Statement, ...]:
    return (p.Arrow(edge.label, edge.line),) if edge.label or edge.line != "solid" else ()
