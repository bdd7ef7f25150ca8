"""The chart that grows while a Mermaid document is read, by the rules of Mermaid's own flow database."""

from __future__ import annotations

from dataclasses import dataclass, field

from diagramloop.errors import FormatError, GraphError, RejectionReason
from diagramloop.graph._elements import Direction, Edge, Group, Node
from diagramloop.graph._limits import MAX_DEPTH, MAX_EDGES, MAX_NODES, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import check_nesting
from diagramloop.graph.mermaid.links import LinkLook
from diagramloop.graph.mermaid.shapes import kind_of


@dataclass
class _Vertex:
    text: str
    shape: str = "rect"


@dataclass
class _OpenGroup:
    """A subgraph whose ``end`` has not come yet; ``members`` keeps first mentions in order."""

    id: str | None
    text: str
    number: int
    direction: Direction | None = None
    members: dict[str, None] = field(default_factory=dict)


class MermaidChart:
    """Vertices, links and subgraphs so far.

    Mermaid's rules: a vertex exists once mentioned, and later text or shape replaces earlier; an id
    belongs to the first subgraph to *close* among those that mention it; a vertex named like a subgraph
    is that subgraph; subgraphs of the same id are one; a subgraph without an id is numbered by its
    closing.
    """

    def __init__(self) -> None:
        self._vertices: dict[str, _Vertex] = {}
        self._edges: list[Edge] = []
        self._edge_ids: set[str] = set()
        self._open: list[_OpenGroup] = []
        self._closed: list[tuple[int, Group]] = []
        self._parent: dict[str, str] = {}
        self._opened = 0

    def mention(self, vertex: str, *, text: str | None = None, shape: str | None = None) -> None:
        """Bring a vertex into being, or give it a new text or shape."""
        known = self._vertices.setdefault(vertex, _Vertex(vertex))
        if text is not None:
            known.text = text
        if shape is not None:
            known.shape = shape
        check_count("nodes", len(self._vertices), MAX_NODES)

    def enlist(self, vertex: str) -> None:
        """Note that the innermost open subgraph mentions this id."""
        if self._open:
            self._open[-1].members[vertex] = None

    def is_edge(self, name: str) -> bool:
        """True if an author gave this id to an edge."""
        return name in self._edge_ids

    def connect(self, sources: list[str], targets: list[str], arrow: LinkLook, label: str, name: str) -> None:
        """Link every source with every target; the id goes to the link from the last source to the first target."""
        check_count("edges", len(self._edges) + len(sources) * len(targets), MAX_EDGES)
        for source in sources:
            for target in targets:
                named = source == sources[-1] and target == targets[0] and name not in self._edge_ids
                self._edges.append(_edge(source, target, arrow, label, name if named else ""))
        if name:
            self._edge_ids.add(name)

    def open_group(self, group: str | None, text: str) -> None:
        """Begin a subgraph."""
        check_count("nested subgraphs", len(self._open) + 1, MAX_DEPTH)
        check_count("subgraphs", self._opened + 1, MAX_NODES)
        self._open.append(_OpenGroup(group, text, self._opened))
        self._opened += 1

    def direct(self, direction: Direction) -> None:
        """Set the direction of the innermost open subgraph; at the top Mermaid ignores it."""
        if self._open:
            self._open[-1].direction = direction

    @property
    def depth(self) -> int:
        """The number of subgraphs that are open."""
        return len(self._open)

    def close_group(self) -> None:
        """End the innermost subgraph: it takes every id it mentioned that no other has taken."""
        closing = self._open.pop()
        name = closing.id if closing.id is not None else f"subGraph{len(self._closed)}"
        self._closed.append((closing.number, Group(id=name, text=closing.text, direction=closing.direction)))
        for member in closing.members:
            self._parent.setdefault(member, name)
        self._check_loop(name)
        self.enlist(name)

    def _check_loop(self, name: str) -> None:
        outer = self._parent.get(name)
        for _ in range(MAX_DEPTH):
            if outer is None:
                return
            if outer == name:
                raise FormatError(f"subgraph {name!r} would contain itself", reason=RejectionReason.INVALID)
            outer = self._parent.get(outer)

    def graph(self, direction: Direction, title: str) -> FlowGraph:
        """The finished graph.

        Raises:
            FormatError: INVALID, a subgraph would contain itself.
        """
        groups: dict[str, Group] = {}
        for _, group in sorted(self._closed, key=lambda numbered: numbered[0]):
            groups.setdefault(group.id, group.model_copy(update={"parent": self._parent.get(group.id)}))
        nodes = (self._node(name, vertex) for name, vertex in self._vertices.items() if name not in groups)
        try:
            graph = FlowGraph(
                nodes=tuple(nodes),
                edges=tuple(self._edges),
                groups=tuple(groups.values()),
                direction=direction,
                title=title,
            )
        except GraphError as error:
            raise FormatError(str(error), reason=RejectionReason.INVALID) from error
        return check_nesting(graph)

    def _node(self, name: str, vertex: _Vertex) -> Node:
        kind = kind_of(vertex.shape, vertex.text)
        return Node(id=name, text=vertex.text, kind=kind, shape=vertex.shape, group=self._parent.get(name))


def _edge(source: str, target: str, arrow: LinkLook, label: str, name: str) -> Edge:
    return Edge(
        source=source,
        target=target,
        label=label,
        line=arrow.line,
        head=arrow.head,
        tail=arrow.tail,
        length=arrow.length,
        id=name,
    )
