"""Two procedural graphs side by side, and what their nodes have around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph import Edge, EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.procedural import ARTIFACTS, FLOWS
from diagramloop.scores.counterparts._wording import wording
from diagramloop.scores.counts import Floats
from diagramloop.scores.similarity import fold

Integers = NDArray[np.int64]
_Numbered = tuple[int, int, str, str]  # source, target, kind, label
_Place = tuple[int | None, int | None, str]  # source, target, kind
_Step = tuple[str, str, int]  # way and kind, label, to where

ALIKE = 0.5  # least likeness of texts that mean the same

_WORDED = (NodeKind.PROCESS, *ARTIFACTS)
_UNWORDED = 0.5  # what two gateways, Starts or Ends agree in before anything else is known
_MINOR = 0.1  # weight of actors, and of the texts of nodes that need none
_RADIUS = 32  # of surroundings


def said_flows(graph: FlowGraph) -> tuple[Edge, ...]:
    """The flows between nodes, each once however often it is drawn, from where it comes to where its mark is."""
    flows: dict[tuple[str, str, EdgeKind, str], Edge] = {}
    for edge in (edge.forward for edge in graph.edges):
        between_nodes = edge.source in graph.node_by_id and edge.target in graph.node_by_id
        if edge.kind in FLOWS and between_nodes and edge.line != "invisible":
            flows.setdefault((edge.source, edge.target, edge.kind, fold(edge.label)), edge)
    return tuple(flows.values())


class Both:
    """Two graphs side by side, their nodes numbered through, those of the first graph first."""

    def __init__(self, first: FlowGraph, other: FlowGraph) -> None:
        self.nodes = (*first.nodes, *other.nodes)
        self.split = len(first.nodes)
        self.words = [(node.kind.value, fold(node.text), fold(node.actor)) for node in self.nodes]
        flows, others = _numbered(first, 0), _numbered(other, self.split)
        self.flows = [*flows, *others]
        self.known: set[tuple[int | None, int | None, str, str]] = set(self.flows)
        self.places: Mapping[_Place, int] = Counter((source, target, kind) for source, target, kind, _ in self.flows)
        self.fewer_flows = min(len(flows), len(others))
        self.near: list[list[_Step]] = [[] for _ in self.nodes]
        for source, target, kind, label in self.flows:
            self.near[source].append((f">{kind}", label, target))
            self.near[target].append((f"<{kind}", label, source))

    def surroundings(self, singled_out: Sequence[tuple[int, int]] = ()) -> Integers:
        """Colour refinement (Weisfeiler and Leman, 1968): nodes of one colour have the same surroundings.

        Args:
            singled_out: pairs of nodes that have a colour for themselves.

        Returns:
            Colours by radius, shape (radii, nodes), numbered alike whatever the order of nodes and graphs.
        """
        words = list(self.words)
        for number, pair in enumerate(singled_out):
            for vertex in pair:
                words[vertex] = (f"singled out {number}", "", "")
        rounds = [_ranks(words)]
        while len(rounds) <= _RADIUS:
            last = rounds[-1]
            around = [sorted((way, label, last[neighbour]) for way, label, neighbour in near) for near in self.near]
            rounds.append(_ranks([(own, tuple(near)) for own, near in zip(last, around, strict=True)]))
            if max(rounds[-1]) == max(last):
                break
        return np.array(rounds)

    def ordered(self, colours: Integers) -> tuple[list[int], list[int]]:
        """Each graph's nodes by colour, and first the graph whose colours come first."""
        sides = [list(range(self.split)), list(range(self.split, len(self.nodes)))]
        ordered = [sorted(side, key=lambda vertex: int(colours[vertex])) for side in sides]
        left, right = sorted(ordered, key=lambda side: [int(colours[vertex]) for vertex in side])
        return left, right

    def agreement(self, left: Sequence[int], right: Sequence[int]) -> Floats:
        """Agreement of texts and actors, shape (left, right); minus infinity where nodes cannot meet."""
        firsts, others = [self.nodes[vertex] for vertex in left], [self.nodes[vertex] for vertex in right]
        texts = wording([node.text for node in firsts], [node.text for node in others])
        actors = wording([node.actor for node in firsts], [node.actor for node in others])
        kinds = np.array([node.kind for node in firsts])[:, None] == np.array([node.kind for node in others])
        worded = np.array([node.kind in _WORDED for node in firsts])[:, None]
        agreed = np.where(worded, texts, _UNWORDED + _MINOR * texts) + _MINOR * actors
        return np.where(kinds & (~worded | (texts >= ALIKE)), agreed, -np.inf)

    def kept(self, met: Mapping[int, int]) -> tuple[int, int]:
        """Number of flows of one graph that are flows of the other: by kind, and with the very condition as well."""
        free = dict(self.places)
        by_kind = with_condition = 0
        for source, target, kind, label in self.flows:
            place = met.get(source), met.get(target), kind
            if free.get(place, 0):
                free[place] -= 1
                by_kind += 1
                with_condition += (*place, label) in self.known
        return by_kind, with_condition


def _numbered(graph: FlowGraph, offset: int) -> list[_Numbered]:
    """The flows of a graph whose nodes are numbered from ``offset``."""
    number = {node.id: vertex for vertex, node in enumerate(graph.nodes, start=offset)}
    return [(number[e.source], number[e.target], e.kind.value, fold(e.label)) for e in said_flows(graph)]


def _ranks(keys: Sequence[Any]) -> list[int]:
    number = {key: rank for rank, key in enumerate(sorted(set(keys)))}
    return [number[key] for key in keys]
