"""A procedural graph under construction: flows with open ends, splits and joins."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rapidfuzz import fuzz

from flowbench.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind

GATEWAYS = frozenset({NodeKind.XOR, NodeKind.AND, NodeKind.OR})
CONSTRAINTS = frozenset({NodeKind.DATA_OBJECT, NodeKind.TEXT_ANNOTATION})
SAME = 80.0
"""Least similarity (rapidfuzz token set ratio, 0 to 100) at which a text refers to a node."""


@dataclass(frozen=True)
class OpenEnd:
    """A place where a flow goes on.

    Attributes:
        node: number of the node that the next one follows.
        condition: under which it follows.
        splits: numbers of the gateways it lies inside of, outermost first.
    """

    node: int
    condition: str = ""
    splits: tuple[int, ...] = ()


@dataclass
class DraftNode:
    """A node to be; its text and kind may still change."""

    kind: NodeKind
    text: str
    actor: str
    flow: int


@dataclass
class Draft:
    """Nodes and edges by number, in the order in which they were added; at most one edge of a kind between two."""

    nodes: list[DraftNode] = field(default_factory=list)
    edges: dict[tuple[int, int], tuple[str, EdgeKind]] = field(default_factory=dict)

    def add(self, kind: NodeKind, text: str, actor: str, flow: int) -> int:
        """A new node's number."""
        self.nodes.append(DraftNode(kind, text, actor, flow))
        return len(self.nodes) - 1

    def connect(self, end: OpenEnd, target: int) -> None:
        """The flow goes on from ``end`` to ``target``."""
        kind = EdgeKind.CONDITION if end.condition else EdgeKind.SEQUENCE
        self.edges.setdefault((end.node, target), (end.condition, kind))

    def constrain(self, source: int, target: int) -> None:
        """A data object or annotation bears on a step (text2flow's constraint flow)."""
        self.edges.setdefault((source, target), ("", EdgeKind.CONSTRAINT))

    def join(self, ends: list[OpenEnd], actor: str, flow: int) -> OpenEnd:
        """One open end that follows all of ``ends``, joined from the innermost split outwards."""
        while len(ends) > 1:
            split = _innermost(ends)
            if split is None:
                node = self.add(NodeKind.XOR, "", actor, flow)
                for end in ends:
                    self.connect(end, node)
                return OpenEnd(node)
            inside = [end for end in ends if split in end.splits]
            outer = inside[0].splits[: inside[0].splits.index(split)]
            if len(inside) == 1:
                merged = replace(inside[0], splits=outer)
            else:
                node = self.add(self.nodes[split].kind, "", actor, flow)
                for end in inside:
                    self.connect(end, node)
                merged = OpenEnd(node, "", outer)
            at = ends.index(inside[0])
            rest = [end for end in ends if end not in inside]
            ends = [*rest[:at], merged, *rest[at:]]
        return replace(ends[0], splits=())

    def out(self, node: int) -> list[int]:
        """What the flow goes on to from a node."""
        return [t for (s, t), (_, kind) in self.edges.items() if s == node and kind is not EdgeKind.CONSTRAINT]

    def find(self, text: str, flow: int, kinds: frozenset[NodeKind]) -> int | None:
        """The node of ``kinds`` that ``text`` refers to: the most similar, and the latest of these, in its flow first."""
        best, found = SAME, None
        for number, node in enumerate(self.nodes):
            if node.kind in kinds and node.text:
                score = similarity(text, node.text) + (1e-6 * number) + (0.5 if node.flow == flow else 0.0)
                if score >= best:
                    best, found = score, number
        return found

    def graph(self) -> FlowGraph:
        """The draft as a graph; nodes are called n1, n2, ..."""
        used = {end for edge in self.edges for end in edge}
        nodes = [
            Node(id=f"n{at + 1}", text=n.text, kind=n.kind, actor=n.actor) for at, n in enumerate(self.nodes) if at in used
        ]
        edges = [
            Edge(source=f"n{source + 1}", target=f"n{target + 1}", label=label, kind=kind)
            for (source, target), (label, kind) in self.edges.items()
        ]
        return FlowGraph(nodes=tuple(nodes), edges=tuple(edges))


def _innermost(ends: list[OpenEnd]) -> int | None:
    """The split in which at least two ends lie, or else any, that was opened last."""
    splits = [split for end in ends for split in end.splits]
    shared = [split for split in splits if splits.count(split) > 1]
    return max(shared or splits, default=None)


def similarity(one: str, other: str) -> float:
    """0 to 100; 100 when the words of one are all among the other's."""
    return fuzz.token_sort_ratio(one.lower(), other.lower())
