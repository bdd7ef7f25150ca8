"""A graph to a tree of statements, where its jumps can be told as blocks (structured programming).

Loops are found by their back edges: a decision of which all ways but one lead back is a ``while``, a decision at the
end of a loop is a ``repeat while``. Blocks end where all ways of a decision meet again: its immediate
postdominator in the graph without back edges. An edge that no block can hold becomes a ``goto``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from diagramloop.graph._elements import Edge, EdgeKind, Node, NodeKind
from diagramloop.graph._limits import MAX_DEPTH, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.algorithms import feedback_arcs, immediate_dominators, roots
from diagramloop.graph.plantuml import program as p

_TERMINATORS = {NodeKind.SUBROUTINE: "|", NodeKind.IO: "/"}
MAX_BLOCK_NODES = 2_000
_OUT = ""  # the vertex behind all ends; no node can be called so


def program_of(graph: FlowGraph) -> tuple[p.Program, dict[str, str]]:
    """Statements for ``graph``, and by which ids the reader will know the nodes that they write.

    Raises:
        FormatError: TOO_LARGE, more than 2,000 nodes, or nested deeper than the reader reads.
    """
    check_count("nodes to tell as blocks", len(graph.nodes), MAX_BLOCK_NODES)
    structure = _Structure(graph, _Structure(graph).targets())
    body = structure.whole()
    nodes = {id: f"n{number}" for number, id in enumerate(structure.written, start=1)}
    notes = {id: f"note{number}" for number, id in enumerate(structure.remarked, start=1)}
    return p.Program(body, graph.title), nodes | notes


class _Structure:
    """Statements for one graph, made once; ``labelled`` are the nodes that jumps lead to."""

    def __init__(self, graph: FlowGraph, labelled: frozenset[str] = frozenset()) -> None:
        self._graph = graph
        self._labelled = labelled
        self._jumped: set[str] = set()
        self._reserved: set[str] = set()  # joins and tests that the blocks around will write at their ends
        self._name = {node.id: f"step{number}" for number, node in enumerate(graph.nodes, start=1)}
        self._onward: dict[str, list[Edge]] = {node.id: [] for node in graph.nodes}
        self._notes: dict[str, list[Node]] = {}
        forward = []
        for edge in graph.edges:
            if {edge.source, edge.target} <= graph.node_by_id.keys():
                self._add(edge)
                if edge.kind is not EdgeKind.CONSTRAINT:
                    forward.append(edge.model_copy(update={"head": "arrow", "tail": "none"}))
        self._back = Counter(feedback_arcs(graph.replace(edges=tuple(forward))))
        self._depth = 0
        self._lane = ""
        self.written: dict[str, None] = {}
        self.remarked: dict[str, None] = {}

    def _add(self, edge: Edge) -> None:
        """An edge between two nodes: a way on, or what ties a note to a step."""
        source = self._graph.node_by_id[edge.source]
        if edge.kind is not EdgeKind.CONSTRAINT:
            self._onward[edge.source].append(edge)
        elif source.kind is NodeKind.NOTE:
            self._notes.setdefault(edge.target, []).append(source)

    def whole(self) -> p.Body:
        """Return the statements that the root leads to, and behind them whatever else there is."""
        body: list[p.Statement] = []
        for id in (*roots(self._graph), *self._onward):
            if id not in self.written and self._graph.node_by_id[id].kind is not NodeKind.NOTE:
                body += self.block(id, _OUT)
        return tuple(body)

    def targets(self) -> frozenset[str]:
        """The nodes to which jumps are needed."""
        self.whole()
        return frozenset(self._jumped)

    def block(self, name: str, stop: str) -> list[p.Statement]:
        """The statements from ``name`` up to, without, ``stop``; jumps to what has been written before."""
        self._depth += 1
        check_count("nested blocks", self._depth, MAX_DEPTH // 2)
        body: list[p.Statement] = []
        while name not in (stop, _OUT):
            if name in self.written or name in self._reserved:
                self._jumped.add(name)
                body.append(p.Goto(self._name[name]))
                break
            name = self._statement(name, body)
        self._depth -= 1
        return body

    def _statement(self, name: str, body: list[p.Statement]) -> str:
        """Appends what begins at ``name``; returns where it goes on."""
        latch = self._latch(name)
        if self._is_while(name):
            return self._while(name, body)
        if latch is not None:
            return self._repeat(name, latch, body)
        return self._plain(name, body)

    def _enter(self, name: str, body: list[p.Statement]) -> None:
        """Makes ``name`` the next node: labelled if it is jumped to, in another lane if another acts there."""
        self.written[name] = None
        if name in self._labelled:
            body.append(p.Label(self._name[name]))
        actor = self._graph.node_by_id[name].actor
        if actor and actor != self._lane:
            body.append(p.Lane(actor))
            self._lane = actor

    def _plain(self, name: str, body: list[p.Statement]) -> str:
        node, edges = self._graph.node_by_id[name], self._onward[name]
        self._enter(name, body)
        if len(edges) > 1 or (edges and node.kind is NodeKind.DECISION):
            return self._ways(node, body)
        body.append(_step(node))
        body += self._remarks(name)
        if not edges:
            if node.kind is not NodeKind.END:
                body.append(p.Detach())
            return _OUT
        body += _arrow(edges[0])
        return edges[0].target

    def _remarks(self, name: str) -> list[p.Statement]:
        """The notes beside a step; those beside decisions have no place that is surely theirs."""
        notes = [note for note in self._notes.get(name, ()) if note.id not in self.remarked]
        self.remarked |= dict.fromkeys(note.id for note in notes)
        return [p.Remark(note.text) for note in notes]

    def _ways(self, node: Node, body: list[p.Statement]) -> str:
        meet = self._meeting_point(node.id)
        if node.kind is NodeKind.AND:
            return self._fork(node, meet, body)
        branches = (p.Branch(edge.label, self._way(edge, meet)) for edge in self._onward[node.id])
        body.append(p.Choice(node.text, tuple(branches)))
        return meet

    def _fork(self, node: Node, meet: str, body: list[p.Statement]) -> str:
        """The end of a fork is a join; where the ways meet in no join, none of them may reach its end."""
        joined = self._graph.node_by_id.get(meet)
        free = meet not in self.written and meet not in self._reserved
        joins = free and joined is not None and joined.kind is NodeKind.AND and len(self._onward[meet]) == 1
        stop = meet if joins else _OUT
        with self._reserve(stop):
            *ways, last = [self._way(edge, stop, arrow=True) for edge in self._onward[node.id]]
        ending: list[p.Statement] = []
        if joins:
            self._enter(meet, ending)
        body.append(p.Parallel("fork", (*ways, (*last, *ending))))
        if not joins:
            return _OUT
        body += _arrow(self._onward[meet][0])
        return self._onward[meet][0].target

    @contextmanager
    def _reserve(self, id: str) -> Iterator[None]:
        self._reserved.add(id)
        yield
        self._reserved.discard(id)

    def _while(self, name: str, body: list[p.Statement]) -> str:
        self._enter(name, body)
        leaving = self._leaving(name)[0]
        (staying,) = (edge for edge in self._onward[name] if edge is not leaving)
        way = self._way(staying, name)
        body.append(p.While(self._graph.node_by_id[name].text, staying.label, way, leaving.label))
        return leaving.target

    def _repeat(self, name: str, latch: str, body: list[p.Statement]) -> str:
        """The body is written as if nothing led back to its first node."""
        del self._back[latch, name]
        again, leaving = sorted(self._onward[latch], key=lambda edge: edge.target != name)
        with self._reserve(latch):
            inner = self.block(name, latch)
        self._enter(latch, inner)
        body.append(p.Repeat(tuple(inner), self._graph.node_by_id[latch].text, again.label, leaving.label))
        return leaving.target

    def _way(self, edge: Edge, stop: str, *, arrow: bool = False) -> p.Body:
        """Statements behind an edge; its label is the branch's own, its style and a fork's label need an arrow."""
        marked = edge if arrow else edge.model_copy(update={"label": ""})
        return (*_arrow(marked), *self.block(edge.target, stop))

    def _latch(self, name: str) -> str | None:
        """The decision that ends the loop which begins at ``name``, if it is one ``repeat while`` can tell."""
        sources = [source for source, target in self._back if target == name]
        if len(sources) != 1 or len(self._onward[sources[0]]) != 2 or not self._graph.node_by_id[sources[0]].text:
            return None
        taken = sources[0] in self.written or sources[0] in self._reserved
        return None if taken else sources[0]

    def _is_while(self, name: str) -> bool:
        headed = any(target == name for _, target in self._back)
        return headed and len(self._onward[name]) == 2 and len(self._leaving(name)) == 1

    def _leaving(self, name: str) -> list[Edge]:
        """The edges out of ``name`` from which no way leads back to it."""
        return [edge for edge in self._onward[name] if name not in self._reached[edge.target]]

    @cached_property
    def _reached(self) -> dict[str, set[str]]:
        targets = {id: [edge.target for edge in edges] for id, edges in self._onward.items()}
        return {id: _reached_from(id, targets) for id in targets}

    def _meeting_point(self, name: str) -> str:
        return self._postdominators.get(name, _OUT)

    @cached_property
    def _postdominators(self) -> dict[str, str]:
        """Immediate postdominators; what leads back leads on to where its loop is left instead."""
        backward: dict[str, list[str]] = {}
        for id, edges in self._onward.items():
            for target in dict.fromkeys(map(self._exit, edges)) or [_OUT]:
                backward.setdefault(target, []).append(id)
        return immediate_dominators(backward, _OUT)

    def _exit(self, edge: Edge) -> str:
        """Target of an edge once its loop is done."""
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


def _reached_from(start: str, targets: dict[str, list[str]]) -> set[str]:
    """``start`` and all that a way leads to from it."""
    reached = {start}
    waiting = [start]
    for id in waiting:
        for target in targets[id]:
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached
