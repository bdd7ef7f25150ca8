"""FlowGraph: the one graph type of diagramloop.

A FlowGraph is an immutable value. Two graphs with the same content compare equal, hash equal and have
the same :meth:`FlowGraph.digest` on every machine. Coordinates are pixels of the picture the graph was
drawn to or read from, origin at the top left, x to the right, y downwards.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from pkgutil import resolve_name
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from diagramloop.errors import GraphError
from diagramloop.graph._elements import Confidence, Direction, Edge, EdgeKind, Element, Group, Node

SCHEMA = "diagramloop/graph/1"


class FlowGraph(Element):
    """A directed, labelled graph with groups; see the module docstring.

    Attributes:
        nodes, edges, groups: in the author's order, which is kept by every format.
        direction: layout direction.
        title: of the whole chart, or empty.
        size: (width, height) in pixels of the picture that boxes and paths refer to.
        estimated_edge_f1: that the reader thinks its edges have; None for gold, and where nobody estimated it.
        estimated_f1: likewise of all that is drawn: nodes by their texts, edges, labels.

    Raises:
        GraphError: repeated id, an edge end or group reference that does not exist, a group cycle.
    """

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    groups: tuple[Group, ...] = ()
    direction: Direction = "TB"
    title: str = ""
    size: tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]] | None = None
    estimated_edge_f1: Confidence | None = None
    estimated_f1: Confidence | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _check_unique_ids([*self.nodes, *self.groups])
        _check_references(self)
        _check_group_forest(self.groups)
        return self

    @cached_property
    def node_by_id(self) -> dict[str, Node]:
        """Nodes by id.

        Example:
            >>> from diagramloop.graph.mermaid import read_mermaid
            >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
            >>> tea.node_by_id['b'].text
            'Ready?'
        """
        return {node.id: node for node in self.nodes}

    @property
    def ends(self) -> tuple[Node | Group, ...]:
        """Everything that an edge may end at: nodes, then groups."""
        return (*self.nodes, *self.groups)

    @cached_property
    def group_by_id(self) -> dict[str, Group]:
        """Groups by id."""
        return {group.id: group for group in self.groups}

    def arcs(self) -> Iterator[tuple[str, str]]:
        """All ordered pairs asserted by the edges, in order; see :meth:`Edge.arcs`.

        Example:
            >>> from diagramloop.graph.mermaid import read_mermaid
            >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
            >>> list(tea.arcs())
            [('a', 'b'), ('b', 'c'), ('b', 'a')]
        """
        for edge in self.edges:
            yield from edge.arcs()

    def interruptions(self) -> Iterator[tuple[str, Node]]:
        """Pairs of a node's or group's id and an event that is attached to it; one that is not there any more has none.

        Example:
            >>> from diagramloop.graph import FlowGraph, Node
            >>> waiting = FlowGraph(nodes=[Node(id='wait'), Node(id='timer', text='3 days', attached='wait')])
            >>> [(host, event.text) for host, event in waiting.interruptions()]
            [('wait', '3 days')]
        """
        for node in self.nodes:
            if node.attached is not None and (node.attached in self.node_by_id or node.attached in self.group_by_id):
                yield node.attached, node

    def with_interruptions(self) -> FlowGraph:
        """The graph with a conditional edge to each attached event, for those who walk it: no edge is drawn there.

        What is done either ends or is interrupted, so edges without a condition that leave it are for otherwise.

        Example:
            >>> from diagramloop.graph import FlowGraph, Node
            >>> waiting = FlowGraph(nodes=[Node(id='wait'), Node(id='timer', text='3 days', attached='wait')])
            >>> [(edge.source, edge.label, edge.target) for edge in waiting.with_interruptions().edges]
            [('wait', '3 days', 'timer')]
        """
        pairs = list(self.interruptions())
        hosts = {host for host, _ in pairs}
        edges = []
        for edge in self.edges:
            ends = edge.source in hosts and edge.kind is EdgeKind.SEQUENCE and not edge.label.strip()
            edges.append(edge.model_copy(update={"label": "otherwise", "kind": EdgeKind.CONDITION}) if ends else edge)
        for host, event in pairs:
            label = event.text.strip() or "interrupted"
            edges.append(Edge(source=host, target=event.id, label=label, kind=EdgeKind.CONDITION))
        return self.replace(edges=tuple(edges)) if pairs else self

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: schema name first, defaults left out but for the identifying fields."""
        body = self.model_dump(mode="json", exclude_defaults=True)
        body["nodes"] = [
            _with(n, id=n["id"], text=n.get("text", ""), kind=n.get("kind", "process")) for n in body.get("nodes", ())
        ]
        body["edges"] = [
            _with(e, source=e["source"], target=e["target"], label=e.get("label", "")) for e in body.get("edges", ())
        ]
        return {"schema": SCHEMA, **body}

    def digest(self) -> str:
        """SHA-256 (hex) of the canonical JSON form; equal for equal content on every machine.

        Example:
            >>> from diagramloop.graph.mermaid import read_mermaid
            >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
            >>> tea.digest() == read_mermaid('flowchart TD; a[Start] --> b[Go]').digest()
            False
        """
        canonical = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()

    def replace(self, **changes: Any) -> FlowGraph:
        """A validated copy with the named fields replaced."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return FlowGraph(**(fields | changes))

    def without_geometry(self) -> FlowGraph:
        """The same graph with every pixel coordinate, colour and confidence dropped.

        Example:
            >>> from diagramloop.graph.mermaid import read_mermaid
            >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
            >>> tea.without_geometry() == tea  # Mermaid's text says nothing of places
            True
        """
        bare = {"box": None, "fill": None, "stroke": None, "confidence": None, "text_confidence": None}
        of_line = {"path": None, "label_box": None, "stroke": None, "confidence": None, "label_confidence": None}
        nodes = tuple(n.model_copy(update=bare | {"polygon": None}) for n in self.nodes)
        edges = tuple(e.model_copy(update=of_line) for e in self.edges)
        groups = tuple(g.model_copy(update=bare) for g in self.groups)
        return FlowGraph(nodes=nodes, edges=edges, groups=groups, direction=self.direction, title=self.title)

    def _repr_svg_(self) -> str:
        """The graph as a notebook shows it: drawing stands above this room, and is loaded when one looks."""
        return str(resolve_name("diagramloop.render.display:shown_svg")(self))


def _with(row: dict[str, Any], **first: Any) -> dict[str, Any]:
    """``row`` with ``first`` leading, so that a reader meets the identifying fields at once."""
    return {**first, **{key: value for key, value in row.items() if key not in first}}


def _check_unique_ids(elements: Iterable[Node | Group]) -> None:
    counts = Counter(element.id for element in elements)
    repeated = [name for name, count in counts.items() if count > 1]
    if repeated:
        raise GraphError(f"repeated id {repeated[0]!r}")


def _check_references(graph: FlowGraph) -> None:
    groups = {group.id for group in graph.groups}
    known = groups | {node.id for node in graph.nodes}
    for edge in graph.edges:
        for end in (edge.source, edge.target):
            if end not in known:
                raise GraphError(f"edge end {end!r} is neither a node nor a group")
    for owner, group in [*((n.id, n.group) for n in graph.nodes), *((g.id, g.parent) for g in graph.groups)]:
        if group is not None and group not in groups:
            raise GraphError(f"{owner!r} lies in unknown group {group!r}")


def _check_group_forest(groups: tuple[Group, ...]) -> None:
    parent = {group.id: group.parent for group in groups}
    settled: set[str] = set()
    for start in parent:
        trail: set[str] = set()
        group_id: str | None = start
        while group_id is not None and group_id not in settled:
            if group_id in trail:
                raise GraphError(f"group {group_id!r} contains itself")
            trail.add(group_id)
            group_id = parent[group_id]
        settled |= trail
