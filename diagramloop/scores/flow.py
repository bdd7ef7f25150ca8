"""A flow beside its reference: what leads on where a node that only one of the two has is passed over.

A drawing that leaves a step out and joins its neighbours keeps the flow; one that leaves the step out and nothing in
its place breaks it. Scores of edges between matched nodes alone prefer the second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum

import numpy as np

from diagramloop.graph import FlowGraph
from diagramloop.scores.alignment import Alignment
from diagramloop.scores.counts import Counts
from diagramloop.scores.similarity import TextSimilarity, fold
from diagramloop.scores.text_alignment import THRESHOLD
from diagramloop.scores.topology import Bools, Floats, Positions, Topology, induced_adjacency, reachability

_HALF = 0.5  # of an edge: one of its two ends, or its ends without its label


@dataclass(frozen=True)
class Contraction:
    """A graph whose vertices without a counterpart are passed over.

    Attributes:
        adjacency: which vertex an arc leads from and to, shape (vertices, vertices); those with a counterpart first.
        matched: number of vertices with a counterpart.
    """

    adjacency: Bools
    matched: int

    @cached_property
    def _within(self) -> Bools:
        """Which unmatched vertex leads to which through unmatched ones, itself among them."""
        inner = self.adjacency[self.matched :, self.matched :]
        return reachability(inner) | np.eye(len(inner), dtype=np.bool_)

    @cached_property
    def before(self) -> Bools:
        """[s, v]: v is the matched vertex s, or s leads to v through unmatched vertices; shape (matched, vertices)."""
        first_steps = self.adjacency[: self.matched, self.matched :]
        return np.hstack([np.eye(self.matched, dtype=np.bool_), _joined(first_steps, self._within)])

    @cached_property
    def after(self) -> Bools:
        """[v, t]: v is the matched vertex t, or leads to it through unmatched vertices; shape (vertices, matched)."""
        last_steps = self.adjacency[self.matched :, : self.matched]
        return np.vstack([np.eye(self.matched, dtype=np.bool_), _joined(self._within, last_steps)])

    @cached_property
    def direct(self) -> Bools:
        """Arcs between matched vertices, shape (matched, matched)."""
        return self.adjacency[: self.matched, : self.matched]

    @cached_property
    def passing(self) -> Bools:
        """Pairs of matched vertices that a path joins which has an unmatched vertex in it and no matched one."""
        return _joined(self.before[:, self.matched :], self.adjacency[self.matched :, : self.matched])

    @property
    def flows(self) -> Bools:
        """The arcs between matched vertices once all others are contracted away, shape (matched, matched)."""
        return self.direct | self.passing

    @cached_property
    def loose(self) -> Bools:
        """Arcs that are part of no flow: they come from, or lead to, no matched vertex; as ``adjacency``."""
        on_the_way = np.outer(self.before.any(axis=0), self.after.any(axis=1))
        return self.adjacency & ~on_the_way


def _joined(first: Bools, second: Bools) -> Bools:
    return np.asarray(first.astype(np.float32) @ second.astype(np.float32) > 0)


def contracted(side: Topology, matched: Bools) -> Topology:
    """``side`` with the arcs that it has once vertices that are not ``matched`` are passed over, and its loose ones."""
    order = np.argsort(~matched, kind="stable")
    contraction = Contraction(induced_adjacency(side.arcs, order.tolist()), int(matched.sum()))
    arcs = contraction.loose.copy()
    arcs[: contraction.matched, : contraction.matched] |= contraction.flows
    return replace(side, arcs=_ascending(order[np.argwhere(arcs)]))


def _ascending(arcs: Positions) -> Positions:
    return np.unique(arcs.reshape(-1, 2), axis=0)


class FlowComparison:
    """Two graphs whose elements were aligned, with what each leads to.

    Args:
        pred, gold: the graphs.
        alignment: of their elements by text.
        similarity: of texts and labels.
    """

    def __init__(self, pred: FlowGraph, gold: FlowGraph, alignment: Alignment, similarity: TextSimilarity) -> None:
        self._pred, self._gold, self._alignment, self._similarity = pred, gold, alignment, similarity
        met = [(pred.nodes[p].id, gold.nodes[g].id) for p, g in alignment.nodes.matched]
        met += [(pred.groups[p].id, gold.groups[g].id) for p, g in alignment.groups.matched]
        self._sides = _Side(pred, [p for p, _ in met]), _Side(gold, [g for _, g in met])

    @cached_property
    def paths(self) -> Counts:
        """Credits of edges whatever their labels, beside their numbers; see :attr:`flow`.

        An edge at an unmatched node has the whole share of the flows through it: who joins what lies before a node to
        what lies behind it has all of them.
        """
        predicted, reference = self._sides
        matched = self._alignment.edges.matched
        correct = predicted.credit(reference, {p: 1.0 for p, _ in matched}, at_unmatched=1.0)
        recalled = reference.credit(predicted, {g: 1.0 for _, g in matched}, at_unmatched=1.0)
        return Counts(correct, predicted.edges, recalled, reference.edges)

    @cached_property
    def flow(self) -> Counts:
        """Credits of nodes and edges, beside their numbers.

        A matched node has the similarity of its texts, half where one of the two says nothing. An edge between matched
        ends has its label's credit; so has, whole and once, one that the other graph draws through unmatched nodes. An
        edge at an unmatched node has half the share of the flows through it that the other graph has too.
        """
        nodes = fsum(
            self._likeness(self._pred.nodes[p].text, self._gold.nodes[g].text) for p, g in self._alignment.nodes.matched
        )
        labelled = {(p, g): self._label_credit(p, g) for p, g in self._alignment.edges.matched}
        predicted, reference = self._sides
        correct = predicted.credit(reference, {p: credit for (p, _), credit in labelled.items()}, at_unmatched=_HALF)
        recalled = reference.credit(predicted, {g: credit for (_, g), credit in labelled.items()}, at_unmatched=_HALF)
        all_predicted, all_gold = len(self._pred.nodes) + predicted.edges, len(self._gold.nodes) + reference.edges
        return Counts(nodes + correct, all_predicted, nodes + recalled, all_gold)

    def _likeness(self, text: str, other: str) -> float:
        blank, other_blank = not text.strip(), not other.strip()
        if blank or other_blank:
            return 1.0 if blank and other_blank else _HALF
        return float(self._similarity.matrix([text], [other])[0, 0])

    def _label_credit(self, p: int, g: int) -> float:
        """1 for an edge with its label, half for one that lacks it, none for one whose label says something else."""
        label, other = fold(self._pred.edges[p].label), fold(self._gold.edges[g].label)
        if bool(label) != bool(other):
            return _HALF
        alike = self._likeness(label, other)
        return _HALF + _HALF * alike if alike >= THRESHOLD else 0.0


class _Side:
    """One graph of two, its elements numbered: those that are matched first, in the same order as in the other."""

    def __init__(self, graph: FlowGraph, matched: Sequence[str]) -> None:
        ids = dict.fromkeys([*matched, *graph.node_by_id, *(group.id for group in graph.groups)])
        number = {id: place for place, id in enumerate(ids)}
        self._edges = [[(number[u], number[v]) for u, v in edge.arcs()] for edge in graph.edges]
        self._labels = [fold(edge.label) for edge in graph.edges]
        arcs = np.array([arc for arcs in self._edges for arc in arcs], dtype=np.intp).reshape(-1, 2)
        adjacency = np.zeros((len(number), len(number)), dtype=np.bool_)
        adjacency[arcs[:, 0], arcs[:, 1]] = True
        self.contraction = Contraction(adjacency, len(matched))
        self.edges = sum(1 for arcs in self._edges if arcs)

    def credit(self, other: _Side, labelled: Mapping[int, float], *, at_unmatched: float) -> float:
        """The credits of all edges: of those that were matched as given, of others by what they lead through.

        Args:
            at_unmatched: credit of an edge at an unmatched node all of whose flows the other graph has.
        """
        credits, shares = [*labelled.values()], self._shares(other.contraction, at_unmatched)
        credited: set[tuple[object, ...]] = set()  # an edge that is drawn twice is right once
        for number, (arcs, label) in enumerate(zip(self._edges, self._labels, strict=True)):
            drawn = label, *sorted(arcs)
            if number not in labelled and arcs and drawn not in credited:
                credited.add(drawn)
                credits.append(float(np.mean([shares[arc] for arc in arcs])))
        return fsum(credits)  # whatever their order

    def _shares(self, other: Contraction, at_unmatched: float) -> Floats:
        """The credit of an arc that has no match, as ``adjacency``."""
        own = self.contraction
        recovered = own.before.T.astype(np.float64) @ other.flows.astype(np.float64) @ own.after.T
        through = np.outer(own.before.sum(axis=0), own.after.sum(axis=1))
        shares = at_unmatched * recovered / np.maximum(through, 1)
        shares[: own.matched, : own.matched] = other.passing & ~other.direct & ~own.passing
        return shares
