"""Runs against a plain interpreter that plays the token game one token at a time, in any order."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.extract.simulation_agent import simulate
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node, NodeKind

KINDS = (NodeKind.PROCESS, NodeKind.XOR, NodeKind.AND)
Marking = tuple[int, ...]


class Oracle:
    """The exact distribution of what an acyclic graph's runs execute and leave over."""

    def __init__(self, graph: FlowGraph, order: random.Random) -> None:
        self.kind = {node.id: node.kind for node in graph.nodes}
        self.arcs = [(edge.source, edge.target) for edge in graph.edges]
        self.order = order
        self.visits: Counter[str] = Counter()
        self.left: Fraction = Fraction(0)
        starts = [node.id for node in graph.nodes if node.kind is NodeKind.START]
        for start in starts:
            marking = tuple([0] * len(self.arcs))
            for out in self.outcomes(start):
                probability = Fraction(1, len(starts) * len(self.outcomes(start)))
                self.play(self.laid(marking, out), frozenset({start}), probability)

    def into(self, node: str) -> list[int]:
        return [at for at, (_, target) in enumerate(self.arcs) if target == node]

    def outcomes(self, node: str) -> list[tuple[int, ...]]:
        """The sets of flows that a node may take, equally likely."""
        out = [at for at, (source, _) in enumerate(self.arcs) if source == node]
        if self.kind[node] is NodeKind.END or not out:
            return [()]
        if self.kind[node] is NodeKind.XOR:
            return [(at,) for at in out]
        if self.kind[node] is NodeKind.OR:
            return [subset for size in range(1, len(out) + 1) for subset in combinations(out, size)]
        return [tuple(out)]

    def laid(self, marking: Marking, out: tuple[int, ...]) -> Marking:
        return tuple(tokens + (at in out) for at, tokens in enumerate(marking))

    def reaches(self, node: str, goal: str) -> bool:
        return node == goal or any(self.reaches(target, goal) for source, target in self.arcs if source == node)

    def consumed(self, marking: Marking, node: str) -> tuple[int, ...] | None:
        """The flows from which the node takes a token; None where it must wait."""
        into = self.into(node)
        full = [at for at in into if marking[at]]
        if not full:
            return None
        if self.kind[node] is NodeKind.AND:
            return tuple(full) if full == into else None
        if self.kind[node] is NodeKind.OR and len(into) > 1:
            others = [self.arcs[at][1] for at, tokens in enumerate(marking) if tokens and at not in into]
            return None if any(self.reaches(other, node) for other in others) else tuple(full)
        return (self.order.choice(full),)

    def play(self, marking: Marking, executed: frozenset[str], probability: Fraction) -> None:
        moves = [(node, taken) for node in self.kind if (taken := self.consumed(marking, node)) is not None]
        if not moves:
            for node in executed:
                self.visits[node] += probability
            self.left += probability * (sum(marking) > 0)
            return
        node, taken = self.order.choice(moves)
        rest = tuple(tokens - (at in taken) for at, tokens in enumerate(marking))
        outcomes = self.outcomes(node)
        for out in outcomes:
            self.play(self.laid(rest, out), executed | {node}, probability / len(outcomes))


@st.composite
def acyclic_graphs(draw: st.DrawFn) -> FlowGraph:
    """Any acyclic graph of actions, XOR and AND gateways, right or wrong."""
    inner = draw(st.integers(1, 5))
    kinds = [NodeKind.START, *(draw(st.sampled_from(KINDS)) for _ in range(inner)), NodeKind.END]
    names = [f"n{at}" for at in range(len(kinds))]
    forward = [(a, b) for a, b in combinations(range(len(kinds)), 2) if (a, b) != (0, len(kinds) - 1)]
    chosen = draw(st.lists(st.sampled_from(forward), unique=True, min_size=1, max_size=9))
    edges = tuple(Edge(source=names[a], target=names[b]) for a, b in chosen)
    nodes = tuple(Node(id=name, text=name, kind=kind) for name, kind in zip(names, kinds, strict=True))
    return FlowGraph(nodes=nodes, edges=edges)


class Block:
    """Grows block-structured graphs: every split is closed by a join of its kind."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self.splits = 0

    def node(self, kind: NodeKind) -> str:
        self.nodes.append(Node(id=f"n{len(self.nodes)}", text=f"step {len(self.nodes)}", kind=kind))
        return self.nodes[-1].id

    def grow(self, at: str, depth: int) -> str:
        """Appends a block behind ``at``; returns its last node."""
        kind = self.draw(st.sampled_from((NodeKind.PROCESS, NodeKind.XOR, NodeKind.OR, NodeKind.AND)))
        if kind is NodeKind.PROCESS or depth == 0 or self.splits > 3:
            step = self.node(NodeKind.PROCESS)
            self.edges.append(Edge(source=at, target=step))
            return step
        self.splits += 1
        split, join = self.node(kind), self.node(kind)
        self.edges.append(Edge(source=at, target=split))
        for branch in range(self.draw(st.integers(2, 3))):
            first = self.node(NodeKind.PROCESS)
            label = "" if kind is NodeKind.AND else f"case {branch}"
            self.edges.append(Edge(source=split, target=first, label=label))
            self.edges.append(Edge(source=self.grow(first, depth - 1), target=join))
        return join


@st.composite
def block_graphs(draw: st.DrawFn) -> FlowGraph:
    """Sound graphs."""
    block = Block(draw)
    at = block.node(NodeKind.START)
    for _ in range(draw(st.integers(1, 2))):
        at = block.grow(at, 2)
    block.edges.append(Edge(source=at, target=block.node(NodeKind.END)))
    return FlowGraph(nodes=tuple(block.nodes), edges=tuple(block.edges))


def agrees_with_oracle(graph: FlowGraph, seed: int) -> None:
    oracle = Oracle(graph, random.Random(seed))
    simulation = simulate(graph, exact=True)
    for node in graph.nodes:
        assert simulation.visits[node.id] == pytest.approx(float(oracle.visits[node.id]), abs=1e-12)
    assert 1.0 - simulation.completed == pytest.approx(float(oracle.left), abs=1e-12)


@given(acyclic_graphs(), st.integers(0, 9))
def test_enumeration_agrees_with_a_plain_interpreter_on_any_acyclic_graph(graph: FlowGraph, seed: int) -> None:
    agrees_with_oracle(graph, seed)


@given(block_graphs(), st.integers(0, 9))
def test_enumeration_agrees_with_a_plain_interpreter_on_inclusive_blocks(graph: FlowGraph, seed: int) -> None:
    agrees_with_oracle(graph, seed)


@given(block_graphs())
def test_block_structured_graphs_are_sound(graph: FlowGraph) -> None:
    simulation = simulate(graph)
    assert simulation.sound, simulation.issues
    assert simulation.completed == 1.0


def outside(frequency: float, probability: float, trials: int) -> bool:
    """Beyond six standard deviations (and one trial) of a binomial frequency: one test in a billion."""
    return abs(frequency - probability) > 6 * (probability * (1 - probability) / trials) ** 0.5 + 1 / trials


@given(st.one_of(block_graphs(), acyclic_graphs()), st.integers(0, 2**32))
def test_sampled_frequencies_lie_near_the_enumerated(graph: FlowGraph, seed: int) -> None:
    trials = 10_000
    exact, drawn = simulate(graph, exact=True), simulate(graph, exact=False, seed=seed, trials=trials)
    assert not [n for n, p in exact.visits.items() if outside(drawn.visits[n], p, trials)]
    shares = {(issue.kind, issue.nodes): issue.share for issue in exact.issues}
    seen = {(issue.kind, issue.nodes): issue.share for issue in drawn.issues}
    assert not [key for key, share in shares.items() if outside(seen.get(key, 0.0), share, trials)]
    often = {trace.choices: trace.share for trace in exact.traces}
    assert not [t for t in drawn.traces if t.choices in often and outside(t.share, often[t.choices], trials)]


def looping() -> FlowGraph:
    """try -> XOR -> (again) try | (fine) End"""
    kinds = {"s": NodeKind.START, "try": NodeKind.PROCESS, "x": NodeKind.XOR, "e": NodeKind.END}
    ends = (("s", "try", ""), ("try", "x", ""), ("x", "try", "again"), ("x", "e", "fine"))
    return FlowGraph(
        nodes=tuple(Node(id=id, text=id, kind=kind) for id, kind in kinds.items()),
        edges=tuple(Edge(source=a, target=b, label=label) for a, b, label in ends),
    )


def test_a_loop_is_walked_as_often_as_its_choices_say() -> None:
    simulation = simulate(looping())
    assert simulation.exact
    assert [trace.share for trace in simulation.traces[:3]] == [0.5, 0.25, 0.125]
    assert simulation.traces[1].nodes == ("s", "try", "x", "try", "x", "e")
    assert simulation.completed == pytest.approx(1.0)
    drawn = simulate(looping(), exact=False)
    assert not [n for n in range(3) if outside(drawn.traces[n].share, simulation.traces[n].share, drawn.trials)]


@pytest.mark.parametrize("exact", [True, False])
def test_a_join_that_waits_for_a_loop_which_the_bound_ends_waits_not_in_vain(exact: bool) -> None:
    kinds = {"s": "start", "f": "and", "one": "process", "try": "process", "x": "xor", "j": "and", "e": "end"}
    ends = [("s", "f", ""), ("f", "one", ""), ("one", "j", ""), ("f", "try", ""), ("try", "x", "")]
    ends += [("x", "try", "again"), ("x", "j", "done"), ("j", "e", "")]
    graph = FlowGraph(
        nodes=tuple(Node(id=id, text=id, kind=NodeKind(kind)) for id, kind in kinds.items()),
        edges=tuple(Edge(source=a, target=b, label=label) for a, b, label in ends),
    )
    assert simulate(graph, exact=exact).sound


def test_the_same_seed_gives_the_same_simulation() -> None:
    assert simulate(looping(), exact=False, seed=3) == simulate(looping(), exact=False, seed=3)
    assert simulate(looping(), exact=False, seed=3) != simulate(looping(), exact=False, seed=4)


def test_more_runs_than_trials_are_drawn() -> None:
    assert not simulate(looping(), trials=10).exact
    with pytest.raises(DiagramloopError) as refused:
        simulate(looping(), trials=10, exact=True)
    assert refused.value.reason is RejectionReason.TOO_LARGE


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(DiagramloopError) as empty:
        simulate(FlowGraph())
    assert empty.value.reason is RejectionReason.EMPTY
    crowd = FlowGraph(nodes=tuple(Node(id=str(at)) for at in range(2_001)))
    with pytest.raises(DiagramloopError) as large:
        simulate(crowd)
    assert large.value.reason is RejectionReason.TOO_LARGE
    with pytest.raises(DiagramloopError):
        simulate(looping(), trials=0)
