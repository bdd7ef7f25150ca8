"""Reading triples."""

from __future__ import annotations

from dataclasses import dataclass, field

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Edge, EdgeKind, Node, NodeKind
from diagramloop.graph._limits import MAX_EDGES, MAX_NODES, check_count, check_document
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND
from diagramloop.graph.procedural import ARTIFACTS
from diagramloop.graph.triples._line import Name, Triple, read_line
from diagramloop.graph.triples._walk import flows

_Key = tuple[str, int, NodeKind, str]


def read_triples(text: str) -> FlowGraph:
    """Read procedural triples, leniently: bullets, numbering, quotes, code fences, arrows of any kind.

    ``For ACTOR:`` names the actor of what follows. A line from a Start opens a flow of that actor; in one flow
    nodes of one name (letter case aside; gateways: of one number) are one node. Lines without an arrow are prose,
    lines from artifact to artifact are passed over.
    Nodes are numbered in the order in which :func:`~diagramloop.graph.triples.flows` tells them.

    Raises:
        FormatError: EMPTY, no triple in it; TOO_LARGE; UNREADABLE for NUL.
    """
    check_document(text)
    reader = _Reader()
    for line in text.splitlines():
        reader.read(line)
    if not reader.edges:
        raise FormatError("no triple like 'Start -> action'", reason=RejectionReason.EMPTY)
    return in_order(reader.graph())


@dataclass
class _Reader:
    """The part that was read so far."""

    nodes: dict[_Key, Node] = field(default_factory=dict)
    edges: dict[tuple[str, str, str], Edge] = field(default_factory=dict)
    actor: str = ""
    flow: dict[str, int] = field(default_factory=dict)
    before: Name | None = None

    def read(self, line: str) -> None:
        parsed = read_line(line)
        if parsed.actor is not None or not parsed.triples:
            self.before = None
        if parsed.actor is not None:
            self.actor = parsed.actor
        for triple in parsed.triples:
            self._open_flow(triple)
            self._enter(triple)
            self.before = triple.source

    def graph(self) -> FlowGraph:
        return FlowGraph(nodes=tuple(self.nodes.values()), edges=tuple(self.edges.values()))

    def _open_flow(self, triple: Triple) -> None:
        """A line from a Start opens a flow, unless the line right before it is from the very same."""
        if triple.source.kind is NodeKind.START and triple.source != self.before:
            self.flow[self.actor] = self.flow.get(self.actor, 0) + 1

    def _enter(self, triple: Triple) -> None:
        artifacts = sum(name.kind in ARTIFACTS for name in (triple.source, triple.target))
        if artifacts > 1:  # a constraint is one of a step
            return
        source, target = self._node(triple.source), self._node(triple.target)
        flow = EdgeKind.CONDITION if triple.condition else EdgeKind.SEQUENCE
        kind, label = (EdgeKind.CONSTRAINT, "") if artifacts else (flow, triple.condition)
        if (source, target, label) not in self.edges:
            self.edges[source, target, label] = Edge(source=source, target=target, label=label, kind=kind)
        check_count("edges", len(self.edges), MAX_EDGES)

    def _node(self, name: Name) -> str:
        key = (self.actor, self.flow.get(self.actor, 0), name.kind, name.number or name.text.casefold())
        node = self.nodes.get(key)
        if node is None or (name.text and not node.text):
            id = node.id if node else str(len(self.nodes))
            actor = "" if name.kind in ARTIFACTS else self.actor
            self.nodes[key] = Node(id=id, text=name.text, kind=name.kind, shape=SHAPE_FOR_KIND[name.kind], actor=actor)
            check_count("nodes", len(self.nodes), MAX_NODES)
        return self.nodes[key].id


def in_order(graph: FlowGraph) -> FlowGraph:
    """Return the graph that ``flows`` tell, in that order; nodes are ``n1``, ``n2``, ... and lie in no group."""
    edges = [edge for flow in flows(graph) for edge in flow.edges]
    ends = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target))
    spelled = {id: f"n{number}" for number, id in enumerate(ends, start=1)}
    nodes = [graph.node_by_id[old].model_copy(update={"id": new, "group": None}) for old, new in spelled.items()]
    renamed = [
        edge.model_copy(update={"source": spelled[edge.source], "target": spelled[edge.target]})
        for edge in {id(edge): edge for edge in edges}.values()
    ]
    return FlowGraph(nodes=tuple(nodes), edges=tuple(renamed))
