"""A procedural graph under construction: flows with open ends, splits and joins."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind

_JUMP = re.compile(r"(?:go|skip|proceed|jump|move|continue) (?:to|with|at) step (\d{1,3})", re.IGNORECASE)


@dataclass(frozen=True)
class SplitBranch:
    """One way out of a split: the gateway's number and the way's place among its branches."""

    gateway: int
    place: int


@dataclass(frozen=True)
class OpenEnd:
    """A place where a flow goes on.

    Attributes:
        node: number of the node that the next one follows.
        condition: under which it follows.
        branches: it lies in, outermost first.
    """

    node: int
    condition: str = ""
    branches: tuple[SplitBranch, ...] = ()

    def lies_in(self, gateway: int) -> bool:
        """It is on a branch of that gateway."""
        return any(branch.gateway == gateway for branch in self.branches)


@dataclass
class DraftNode:
    """A node to be; its text and kind may still change."""

    kind: NodeKind
    text: str
    actor: str
    flow: int
    span: tuple[int, int] | None = None


@dataclass(frozen=True)
class DraftEdge:
    """An edge to be, between nodes by number."""

    source: int
    target: int
    condition: str
    kind: EdgeKind


@dataclass
class Draft:
    """Nodes by number and edges, in the order in which they were added; no edge twice.

    Attributes:
        span: of the sentence being told, in characters of the document.
    """

    nodes: list[DraftNode] = field(default_factory=list)
    edges: dict[DraftEdge, None] = field(default_factory=dict)
    span: tuple[int, int] | None = None

    def add(self, kind: NodeKind, text: str, actor: str, flow: int) -> int:
        """A new node's number."""
        self.nodes.append(DraftNode(kind, text, actor, flow, self.span))
        return len(self.nodes) - 1

    def connect(self, end: OpenEnd, target: int) -> None:
        """The flow goes on from ``end`` to ``target``."""
        kind = EdgeKind.CONDITION if end.condition else EdgeKind.SEQUENCE
        self.edges.setdefault(DraftEdge(end.node, target, end.condition, kind))

    def constrain(self, source: int, target: int) -> None:
        """A data object or annotation bears on a step (text2flow's constraint flow)."""
        self.edges.setdefault(DraftEdge(source, target, "", EdgeKind.CONSTRAINT))

    @property
    def flows(self) -> list[DraftEdge]:
        """The edges by which the process goes on."""
        return [edge for edge in self.edges if edge.kind is not EdgeKind.CONSTRAINT]

    def into(self, node: int) -> list[DraftEdge]:
        """The flows that lead to a node."""
        return [edge for edge in self.flows if edge.target == node]

    def out_of(self, node: int) -> list[DraftEdge]:
        """The flows that lead away from a node."""
        return [edge for edge in self.flows if edge.source == node]

    def leads(self, node: int, other: int) -> bool:
        """A way leads from a node to another."""
        seen, queue = {node}, deque([node])
        while queue and other not in seen:
            onward = [edge.target for edge in self.out_of(queue.popleft()) if edge.target not in seen]
            seen.update(onward)
            queue.extend(onward)
        return other in seen

    def trapped(self, flow: int) -> set[int]:
        """The nodes of a flow from which no way leads to an End."""
        back: dict[int, list[int]] = {}
        connected = set()
        for edge in self.flows:
            back.setdefault(edge.target, []).append(edge.source)
            connected |= {edge.source, edge.target}
        queue = deque(number for number, node in enumerate(self.nodes) if node.kind is NodeKind.END)
        leading = set(queue)
        while queue:
            before = [source for source in back.get(queue.popleft(), ()) if source not in leading]
            leading.update(before)
            queue.extend(before)
        return {number for number in connected - leading if self.nodes[number].flow == flow}

    def remove(self, edge: DraftEdge) -> None:
        """Takes an edge back."""
        del self.edges[edge]

    def drop(self, node: int) -> None:
        """Takes a node's edges back, so that it will be left out."""
        for edge in [edge for edge in self.edges if node in (edge.source, edge.target)]:
            self.remove(edge)
        self.nodes[node].flow = 0

    def follow_jumps(self, step_of: Mapping[int, int]) -> None:
        """Leads branches that only go to a numbered step, which is told later, there.

        Args:
            step_of: by the number of a list's item, the first node that it tells.
        """
        for number, node in enumerate(self.nodes):
            jump = _JUMP.fullmatch(node.text)
            target = step_of.get(int(jump[1])) if jump else None
            into = self.into(number)
            if target is None or not all(edge.condition for edge in into):
                continue
            behind = [edge.target for edge in self.out_of(number)]
            for edge in into:
                self.edges.setdefault(replace(edge, target=self._side_by_side(target)))
            self.drop(number)
            for gateway in behind:
                self._leave_out(gateway)

    def _side_by_side(self, step: int) -> int:
        """The split that a step is one branch of, where it is done beside others; else the step itself."""
        splits = [edge.source for edge in self.into(step) if self.nodes[edge.source].kind is NodeKind.AND]
        return splits[0] if splits else step

    def _leave_out(self, gateway: int) -> None:
        """Takes a gateway away that joins nothing and splits nothing any more."""
        into, out = self.into(gateway), self.out_of(gateway)
        if self.nodes[gateway].kind is NodeKind.XOR and len(into) == len(out) == 1:
            self.drop(gateway)
            self.edges.setdefault(replace(into[0], target=out[0].target))

    def constraint(self, kind: NodeKind, text: str, flow: int) -> int:
        """The number of the data object or annotation with that text, which exists once."""
        for number, node in enumerate(self.nodes):
            if (node.kind, node.text) == (kind, text):
                return number
        return self.add(kind, text, "", flow)

    def join(self, ends: list[OpenEnd], actor: str, flow: int) -> OpenEnd:
        """One open end that follows all of ``ends``, joined from the innermost split outwards."""
        while len(ends) > 1:
            gateway = _innermost(ends)
            inside = [end for end in ends if gateway is None or end.lies_in(gateway)]
            merged = self._merge(inside, gateway, actor, flow)
            place = ends.index(inside[0])
            before, after = ends[:place], [end for end in ends[place:] if end not in inside]
            ends = [*before, merged, *after]
        return ends[0]

    def _merge(self, inside: list[OpenEnd], gateway: int | None, actor: str, flow: int) -> OpenEnd:
        outer = tuple(branch for branch in inside[0].branches if gateway is not None and branch.gateway < gateway)
        if len(inside) == 1:
            return replace(inside[0], branches=outer)
        node = self.add(NodeKind.XOR if gateway is None else self.nodes[gateway].kind, "", actor, flow)
        for end in inside:
            self.connect(end, node)
        return OpenEnd(node, "", outer)

    def graph(self) -> FlowGraph:
        """The draft as a graph: nodes n1, n2, ... breadth first; those that no flow reaches are left out."""
        name = {number: f"n{place}" for place, number in enumerate(self._order(), start=1)}
        nodes = []
        for number, id in name.items():
            node = self.nodes[number]
            nodes.append(Node(id=id, text=node.text, kind=node.kind, actor=node.actor, span=node.span))
        edges = []
        for edge in self.edges:
            if edge.source in name and edge.target in name:
                source, target = name[edge.source], name[edge.target]
                edges.append(Edge(source=source, target=target, label=edge.condition, kind=edge.kind))
        return FlowGraph(nodes=tuple(nodes), edges=tuple(edges))

    def _order(self) -> list[int]:
        """Nodes breadth first from one start after the other, then the constraints on them."""
        onward: dict[int, list[int]] = {}
        for edge in self.edges:
            onward.setdefault(edge.source, []).append(edge.target)
        starts = [n for n, node in enumerate(self.nodes) if node.kind is NodeKind.START and n in onward]
        order: dict[int, None] = {}
        for start in starts:
            queue = deque([start])
            while queue:
                number = queue.popleft()
                if number not in order:
                    order[number] = None
                    queue.extend(onward.get(number, ()))
        inputs = (edge.source for edge in self.edges if edge.target in order and edge.kind is EdgeKind.CONSTRAINT)
        return list(dict.fromkeys([*order, *inputs]))


def _innermost(ends: list[OpenEnd]) -> int | None:
    """The gateway opened last among those of which at least two ends are branches, or else among all."""
    gateways = Counter(branch.gateway for end in ends for branch in end.branches)
    shared = [gateway for gateway, count in gateways.items() if count > 1]
    return max(shared or gateways, default=None)
