"""Steps that were found one by one, put together to a procedural graph by the order in which they are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind


@dataclass(frozen=True)
class Fact:
    """A step.

    Attributes:
        sentence: number of the one that tells it.
        action: in words.
        actor: who takes it, or empty.
        data: that it uses or makes.
        gateway: that opens before it, or of which it is a further branch; None where it follows the step before.
        condition: under which it is taken, or empty.
    """

    sentence: int
    action: str
    actor: str = ""
    data: tuple[str, ...] = ()
    gateway: NodeKind | None = None
    condition: str = ""


@dataclass(frozen=True)
class _Split:
    """Branches of one gateway, each with its steps in order."""

    kind: NodeKind
    branches: tuple[tuple[Fact, ...], ...]


def graph_of(facts: Sequence[Fact]) -> FlowGraph:
    """The graph in which each step follows the one told before it.

    Steps that open a gateway of one kind in neighbouring sentences are its branches; what else their sentences tell
    goes on in the branch, and the next sentence joins them. A single branch may be passed by; what happens beside a
    step is a branch beside it. The flow is that of the actor who takes most of its steps.

    Raises:
        DiagramloopError: there is no step (EMPTY).
    """
    if not facts:
        raise DiagramloopError("no step was found in the document", reason=RejectionReason.EMPTY)
    draft = _Draft()
    draft.put(NodeKind.START, "", main_actor(fact.actor for fact in facts))
    for part in _grouped(facts):
        draft.split(part) if isinstance(part, _Split) else draft.step(part)
    draft.put(NodeKind.END, "")
    return FlowGraph(nodes=tuple(draft.nodes), edges=tuple(draft.edges))


def main_actor(actors: Iterable[str]) -> str:
    """The actor of most steps, of several the first: whose flow it is; empty where none is named."""
    named = Counter(actor for actor in actors if actor)
    return max(named, key=lambda actor: named[actor], default="")


def _grouped(facts: Sequence[Fact]) -> Iterator[Fact | _Split]:
    plain: list[Fact] = []
    position = 0
    while position < len(facts):
        if (kind := facts[position].gateway) is None:
            plain.append(facts[position])
            position += 1
            continue
        beside = [(plain.pop(),)] if kind is NodeKind.AND and plain else []
        yield from plain
        plain = []
        branches, position = _branches(facts, position, kind)
        yield _Split(kind, (*beside, *branches))
    yield from plain


def _branches(facts: Sequence[Fact], position: int, kind: NodeKind) -> tuple[list[tuple[Fact, ...]], int]:
    """The branches that begin at a fact, and the place behind them."""
    branches: list[tuple[Fact, ...]] = []
    last = facts[position].sentence
    while position < len(facts) and facts[position].gateway is kind and facts[position].sentence <= last + 1:
        end, last = position + 1, facts[position].sentence
        while end < len(facts) and facts[end].gateway is None and facts[end].sentence == last:
            end += 1
        branches.append(tuple(facts[position:end]))
        position = end
    return branches, position


@dataclass
class _Draft:
    """A graph to be.

    Attributes:
        ends: nodes that the next one follows, with the condition under which it does.
    """

    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    ends: list[tuple[str, str]] = field(default_factory=list)

    def put(self, kind: NodeKind, text: str, actor: str = "") -> str:
        node = Node(id=f"n{len(self.nodes) + 1}", text=text, kind=kind, actor=actor)
        self.nodes.append(node)
        for source, condition in self.ends:
            flow = EdgeKind.CONDITION if condition else EdgeKind.SEQUENCE
            self.edges.append(Edge(source=source, target=node.id, label=condition, kind=flow))
        self.ends = [(node.id, "")]
        return node.id

    def step(self, fact: Fact) -> None:
        step = self.put(NodeKind.PROCESS, fact.action, fact.actor)
        for text in fact.data:
            data = Node(id=f"n{len(self.nodes) + 1}", text=text, kind=NodeKind.DATA_OBJECT, actor=fact.actor)
            self.nodes.append(data)
            self.edges.append(Edge(source=step, target=data.id, kind=EdgeKind.CONSTRAINT))

    def split(self, split: _Split) -> None:
        gateway = self.put(split.kind, "")
        ends = [] if len(split.branches) > 1 else [(gateway, "")]
        for branch in split.branches:
            self.ends = [(gateway, branch[0].condition)]
            self._chain(branch)
            ends += self.ends
        self.ends = ends
        self.put(split.kind, "")

    def _chain(self, facts: Iterable[Fact]) -> None:
        for fact in facts:
            self.step(fact)
