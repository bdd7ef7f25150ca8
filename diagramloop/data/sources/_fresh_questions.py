"""Questions made on a chart that nobody asked any on, of FlowExplainBench's four types, with the nodes behind answers.

Charts may be drawn by people: nodes without a text, or with that of another, are never named, a fork without a question
is known by the step before it, and where a chart has no room for a type it has no question of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import cast

from diagramloop.data.sources._model import Question, QuestionType
from diagramloop.data.synth.fresh import YES
from diagramloop.graph import Edge, EdgeKind, FlowGraph

MOST_ANSWERED = 3  # questions of the chart that a scenario answers
_FLOWS = (EdgeKind.SEQUENCE, EdgeKind.CONDITION)
Asked = tuple[QuestionType, str, tuple[str, ...], tuple[str, ...], str]  # type, question, answers, nodes, reason


def questions_on(chart: str, graph: FlowGraph, chance: Random) -> Iterator[Question]:
    """Those that a chart allows, at most one of each type: without a decision there are two.

    Args:
        chart: its id, with which those of the questions begin.
    """
    ways = _Ways(graph)
    made = [ask(ways, chance) for ask in (_branch, _next_step, _scenario, _distance)]
    for number, (type, question, answers, nodes, reason) in enumerate(filter(None, made), start=1):
        yield Question(f"{chart}_{number}", chart, question, answers, type, nodes, reason)


class _Ways:
    """The arrows of a flow from one node to another, and what the nodes can be called."""

    def __init__(self, graph: FlowGraph) -> None:
        self.nodes = [node.id for node in graph.nodes]
        self.edges: list[Edge] = []
        self.out: dict[str, list[Edge]] = defaultdict(list)
        self.into: dict[str, list[Edge]] = defaultdict(list)
        for drawn in graph.edges:
            edge = drawn.model_copy(update={"label": _one_line(drawn.label)})
            between_nodes = {edge.source, edge.target} <= graph.node_by_id.keys()
            points = edge.arcs() == ((edge.source, edge.target),)
            if between_nodes and points and edge.kind in _FLOWS:
                self.edges.append(edge)
                self.out[edge.source].append(edge)
                self.into[edge.target].append(edge)
        texts = {node.id: _one_line(node.text) for node in graph.nodes}
        uses = Counter(texts.values())
        self.name = {id: text for id, text in texts.items() if text and uses[text] == 1}

    @cached_property
    def start(self) -> str | None:
        """The one node that begins a flow; None where several do, or none."""
        first = [node for node in self.nodes if node in self.out and node not in self.into]
        return first[0] if len(first) == 1 else None

    @cached_property
    def named_edges(self) -> list[Edge]:
        """Those whose two nodes can be named."""
        return [edge for edge in self.edges if {edge.source, edge.target} <= self.name.keys()]

    def question_of(self, fork: str) -> tuple[str, tuple[str, ...]]:
        """Words in which a fork is asked, to go on with a label, and the nodes that have them; empty where none do."""
        if fork in self.name:
            return f'"{self.name[fork]}" is answered with', (fork,)
        sources = [edge.source for edge in self.into.get(fork, ())]
        if len(sources) != 1 or sources[0] not in self.name or len(self.out[sources[0]]) > 1:
            return "", ()
        return f'after "{self.name[sources[0]]}" the way is', (sources[0], fork)


def _branch(ways: _Ways, chance: Random) -> Asked | None:
    uses = Counter((edge.source, edge.label) for edge in ways.edges)
    labelled = [edge for edge in ways.edges if edge.label and uses[edge.source, edge.label] == 1]
    edges = [edge for edge in labelled if edge.target in ways.name and ways.question_of(edge.source)[0]]
    if not edges:
        return None
    edge = chance.choice(edges)
    words, nodes = ways.question_of(edge.source)
    question = f"What follows if {words} {edge.label.lower()}?"
    reason = f"The way out {edge.label} of the decision leads there."
    return QuestionType.FACT_RETRIEVAL, question, (ways.name[edge.target],), (*nodes, edge.target), reason


def _next_step(ways: _Ways, chance: Random) -> Asked | None:
    edges = [e for e in ways.named_edges if not e.label and e.source != ways.start and len(ways.out[e.source]) == 1]
    if not edges:
        return None
    edge = chance.choice(edges)
    question = f'Where does the flow go directly after "{ways.name[edge.source]}"?'
    return (
        QuestionType.FLOW_REFERENTIAL,
        question,
        (ways.name[edge.target],),
        (edge.source, edge.target),
        "The only edge that leaves the step leads there.",
    )


def _scenario(ways: _Ways, chance: Random) -> Asked | None:
    """Follow the chart to where the last told answer leads; told is what is asked on the way, each question once."""
    nodes = [] if ways.start is None else [ways.start]
    told: list[str] = []
    reached = 0  # place in nodes of what the last answer leads to
    while nodes and len(told) < MOST_ANSWERED:
        edge = _onward(ways, nodes, chance)
        if edge is None:
            break
        nodes.append(edge.target)
        if edge.label:
            told.append(f"{ways.question_of(edge.source)[0]} {edge.label.lower()}")
            reached = len(nodes) - 1
    if not told or nodes[reached] not in ways.name:
        return None
    question = f"Suppose that {_listed(told)}. What is reached right after the last of these answers?"
    way = tuple(nodes[: reached + 1])
    return QuestionType.APPLIED_SCENARIO, question, (ways.name[way[-1]],), way, "The answers lead along these nodes."


def _onward(ways: _Ways, nodes: Sequence[str], chance: Random) -> Edge | None:
    """An edge on from the last of ``nodes`` to a new one; None where there is none, or where no question decides."""
    out = sorted(ways.out[nodes[-1]], key=lambda edge: edge.label != YES)
    labels = {edge.label for edge in out}
    decides = len(out) > 1 or labels != {""}
    told_apart = ways.question_of(nodes[-1])[0] and "" not in labels and len(labels) == len(out)
    if not out or (decides and not told_apart):
        return None
    edge = chance.choice(out)
    if edge.target in nodes:  # back into a loop: the other way goes on
        return next((other for other in out if other.target not in nodes), None)
    return edge


def _distance(ways: _Ways, chance: Random) -> Asked | None:
    import networkx as nx  # which only readers need

    if ways.start is None:
        return None
    net = nx.DiGraph([(edge.source, edge.target) for edge in ways.edges])
    before = cast(Mapping[str, Sequence[str]], nx.predecessor(net, ways.start))
    ends = [node for node in ways.nodes if node in before and node in ways.name]
    only = [way for node in ends if len(way := _only_way(before, node)) > 2]
    if not only:
        return None
    way = chance.choice(only)
    question = f'How many edges does the shortest way from the start to "{ways.name[way[-1]]}" have?'
    return QuestionType.TOPOLOGICAL, question, (str(len(way) - 1),), way, "The edges of this way are counted."


def _only_way(before: Mapping[str, Sequence[str]], node: str) -> tuple[str, ...]:
    """The one shortest way to a node; empty where there are several.

    Args:
        before: by node, those before it on shortest ways.
    """
    way = [node]
    while previous := before[way[-1]]:
        if len(previous) > 1:
            return ()
        way.append(previous[0])
    return tuple(reversed(way))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _listed(parts: Sequence[str]) -> str:
    return ", and that ".join(parts)
