"""Strict scores of extraction: one to one, nothing dropped, never above 1.

The columns of text2flow's Table 1. A node is right if it is its counterpart's kind and says the same
(:mod:`diagramloop.scores.counterparts`), an actor if it is the counterpart's, a gateway if besides one of its flows
is right (text2flow, Section 5.1: it connects to a matched element), a flow if both ends, direction, kind and
condition are. What is predicted without counterpart and what is not found both count. The whole graph besides is
scored along its flow (:class:`~diagramloop.scores.flow.FlowComparison`), its nodes being met as counterparts.

Actions, artifacts, Starts and Ends are what they are called: drawn twice with the same text and actor they are one
node. Triples, the notation of all models, name nodes so, and could not reach 1 against gold that draws an End twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from diagramloop.base.assignment import linear_sum_assignment
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.procedural import ACTIONS, GATEWAYS
from diagramloop.scores.agreement import Agreeing
from diagramloop.scores.alignment import aligned
from diagramloop.scores.counterparts import ALIKE, counterparts, said_flows, wording
from diagramloop.scores.counts import Counts, Floats
from diagramloop.scores.flow import FlowComparison
from diagramloop.scores.similarity import fold


class _Wording:
    """Likeness of texts as counterparts have it: gold's are longer than what a document's words make of them."""

    name = "wording"

    def matrix(self, a: Sequence[str], b: Sequence[str]) -> Floats:
        """Likenesses in [0, 1], shape (len(a), len(b))."""
        return wording(a, b)


@dataclass(frozen=True)
class Strict:
    """Two procedural graphs that say everything once, one to one."""

    pred: FlowGraph
    gold: FlowGraph

    @classmethod
    def of(cls, pred: FlowGraph, gold: FlowGraph) -> Strict:
        """Any two graphs."""
        return cls(said_once(pred), said_once(gold))

    @cached_property
    def partners(self) -> dict[str, str]:
        """Ids of predicted nodes to those of their gold counterparts."""
        return counterparts(self.pred, self.gold)

    @cached_property
    def graph(self) -> Counts:
        """Credits of all nodes and flows along the flow; kinds of flows follow from their ends and conditions."""
        places = [{node.id: place for place, node in enumerate(side.nodes)} for side in (self.pred, self.gold)]
        pairs = [(places[0][id], places[1][partner]) for id, partner in self.partners.items()]
        alignment = aligned(self.pred, self.gold, sorted(pairs), [])
        return FlowComparison(self.pred, self.gold, alignment, Agreeing(_Wording())).flow

    def nodes(self, kinds: Iterable[NodeKind]) -> Counts:
        """Nodes of some kinds."""
        wanted = frozenset(kinds)
        right = sum(self.pred.node_by_id[id].kind in wanted for id in self._right_nodes)
        return Counts.one_to_one(right, *(sum(n.kind in wanted for n in g.nodes) for g in (self.pred, self.gold)))

    @cached_property
    def actors(self) -> Counts:
        """Actions that have an actor, with the right one."""
        acting = [(self.pred.node_by_id[a], self.gold.node_by_id[b]) for a, b in self.partners.items()]
        pairs = [(a.actor, b.actor) for a, b in acting if _acts(a) and _acts(b)]
        right = sum(float(wording([actor], [meant])[0, 0]) >= ALIKE for actor, meant in pairs)
        return Counts.one_to_one(right, *(sum(map(_acts, g.nodes)) for g in (self.pred, self.gold)))

    def flows(self, kinds: Iterable[EdgeKind]) -> Counts:
        """Flows of some kinds, each counted once however often it is drawn."""
        wanted = frozenset(kinds)
        sides = [sum(flow.kind in wanted for flow in said_flows(graph)) for graph in (self.pred, self.gold)]
        return Counts.one_to_one(sum(flow.kind in wanted for flow in self._right_flows), *sides)

    @cached_property
    def _right_flows(self) -> list[Edge]:
        """Predicted flows that are gold's."""
        meant = defaultdict(list)
        for flow in said_flows(self.gold):
            meant[flow.source, flow.target, flow.kind].append(flow)
        flows_of = defaultdict(list)
        for flow in said_flows(self.pred):
            if flow.source in self.partners and flow.target in self.partners:
                flows_of[self.partners[flow.source], self.partners[flow.target], flow.kind].append(flow)
        return [flow for place, flows in flows_of.items() for flow in _right(flows, meant[place])]

    @cached_property
    def _right_nodes(self) -> list[str]:
        """Predicted nodes that have a counterpart; gateways only with a right flow, or where neither has any."""
        connected = _ends(self._right_flows)
        pred, gold = (_ends(said_flows(graph)) for graph in (self.pred, self.gold))
        return [
            id
            for id, partner in self.partners.items()
            if self.pred.node_by_id[id].kind not in GATEWAYS
            or id in connected
            or (id not in pred and partner not in gold)
        ]


def _ends(flows: Iterable[Edge]) -> set[str]:
    return {end for flow in flows for end in (flow.source, flow.target)}


def said_once(graph: FlowGraph) -> FlowGraph:
    """The nodes and flows of ``graph``, each once however often it is drawn; gateways, which have no names, stay."""
    first: dict[tuple[str, ...], Node] = {}
    for node in graph.nodes:
        first.setdefault(_called(node), node)
    spelled = {node.id: first[_called(node)].id for node in graph.nodes}
    flows = (e.model_copy(update={"source": spelled[e.source], "target": spelled[e.target]}) for e in said_flows(graph))
    nodes = (node.model_copy(update={"group": None}) for node in first.values())
    merged = FlowGraph(nodes=tuple(nodes), edges=tuple(flows))
    return merged.replace(edges=said_flows(merged))


def _called(node: Node) -> tuple[str, ...]:
    if node.kind in GATEWAYS:
        return (node.kind, node.id)
    return (node.kind, fold(node.text).casefold(), fold(node.actor).casefold())


def _acts(node: Node) -> bool:
    return node.kind in ACTIONS and node.actor.strip() != ""


def _right(given: list[Edge], meant: list[Edge]) -> list[Edge]:
    """Which of the parallel flows ``given`` are one each of those ``meant``; condition flows by their condition."""
    if not meant:
        return []
    if given[0].kind is not EdgeKind.CONDITION:
        return given[: len(meant)]
    alike = wording([flow.label for flow in given], [flow.label for flow in meant])
    rows, columns = linear_sum_assignment(alike >= ALIKE, maximize=True)
    return [given[row] for row, column in zip(rows, columns, strict=True) if alike[row, column] >= ALIKE]
