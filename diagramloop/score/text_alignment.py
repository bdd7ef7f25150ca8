"""Elements matched by what is written on them, for references that say nothing of where things are drawn.

One to one: nodes with nodes, groups with groups, texts at or above a similarity, the greatest total similarity. What
carries no text (gateways, events) meets what carries none either and is of the same family of kinds. Where several
matchings are as good, the surroundings decide: agreement of kinds and of what lies next along the arcs and in the
groups, spread from element to element (as in similarity flooding, Melnik et al. 2002); where these are the same too,
the first such pair is settled and its surroundings follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array

from diagramloop.graph import FlowGraph, Group, Node, NodeKind
from diagramloop.score.similarity import TextSimilarity

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

THRESHOLD = 0.5  # SciFlow-Bench, Appendix A.1, as in its published evaluator

_FAMILIES = (
    {NodeKind.DECISION, NodeKind.XOR, NodeKind.OR, NodeKind.AND},
    {NodeKind.START, NodeKind.END, NodeKind.EVENT, NodeKind.CONNECTOR},
    {NodeKind.PROCESS, NodeKind.SUBROUTINE, NodeKind.MODULE},
    {NodeKind.IO, NodeKind.STORE, NodeKind.DOCUMENT, NodeKind.DATA_OBJECT},
    {NodeKind.NOTE, NodeKind.TEXT_ANNOTATION},
)
_FAMILY = {kind: min(family) for family in _FAMILIES for kind in family}
_GROUP = "group"

_DECIMALS = 3  # of a similarity: what differs by less is as good
_OTHER_KIND = 0.5  # likeness of textless elements of one family and of different kinds
_STEPS = 8  # along which agreement spreads
_EQUAL = 1e-9
_DENSE = 128  # elements up to which making a sparse table costs more than it saves
_SETTLED = 64  # pairs at most that are settled because nothing tells them apart
_SETTLED_WORK = 4_000_000  # and pairs of elements looked at while settling


def pairs_by_text(
    pred: FlowGraph, gold: FlowGraph, similarity: TextSimilarity, threshold: float = THRESHOLD
) -> list[tuple[int, int]]:
    """Positions (predicted, reference) of what is the same, in each graph's nodes followed by its groups; ascending.

    Args:
        threshold: least similarity of two texts that are the same.
    """
    sides = _Side(pred), _Side(gold)
    if not sides[0].elements or not sides[1].elements:
        return []
    alike = _likeness(*sides, similarity)
    allowed = (alike >= threshold) & _comparable(*sides)
    rows, columns = _Matching(*sides, np.where(allowed, alike.round(_DECIMALS), 0.0), allowed).best()
    return [(r, c) for r, c in zip(rows.tolist(), columns.tolist(), strict=True) if allowed[r, c]]


@dataclass(frozen=True)
class _Side:
    """One graph as numbered elements, nodes first."""

    graph: FlowGraph

    @cached_property
    def elements(self) -> tuple[Node | Group, ...]:
        return (*self.graph.nodes, *self.graph.groups)

    @cached_property
    def texts(self) -> list[str]:
        return [element.text for element in self.elements]

    @cached_property
    def blank(self) -> Bools:
        return np.array([not text.strip() for text in self.texts], dtype=np.bool_)

    @cached_property
    def kinds(self) -> list[str]:
        return [element.kind if isinstance(element, Node) else _GROUP for element in self.elements]

    @cached_property
    def families(self) -> list[str]:
        return [_FAMILY.get(kind, kind) if isinstance(kind, NodeKind) else kind for kind in self.kinds]

    @cached_property
    def relations(self) -> tuple[Any, ...]:
        """What lies next to each element: after it, before it, both (itself), inside it, around it.

        Each of shape (elements, elements), the square root of how often: of two elements whose neighbours meet, the
        products then add up to what both have in common, and to no more than either has.
        """
        number = {element.id: at for at, element in enumerate(self.elements)}
        arcs = [(number[u], number[v]) for u, v in self.graph.arcs()]
        after, loops = (self._matrix([(u, v) for u, v in arcs if (u == v) is loop]) for loop in (False, True))
        inside = self._matrix(
            [
                (number[owner], number[element.id])
                for element in self.elements
                if (owner := element.group if isinstance(element, Node) else element.parent) is not None
            ]
        )
        return after, after.T, loops, inside, inside.T

    @cached_property
    def degrees(self) -> Floats:
        return np.sum([(relation**2).sum(axis=1) for relation in self.relations], axis=0, dtype=np.float64)

    def _matrix(self, pairs: Sequence[tuple[int, int]]) -> Any:
        """An array, or a sparse one, which multiply alike."""
        rows, columns = np.array(pairs, dtype=np.intp).reshape(len(pairs), 2).T
        shape = (len(self.elements),) * 2
        if len(self.elements) > _DENSE:
            return csr_array((np.ones(len(pairs)), (rows, columns)), shape=shape).sqrt()
        often = np.zeros(shape)
        np.add.at(often, (rows, columns), 1.0)
        return np.sqrt(often)


def _likeness(pred: _Side, gold: _Side, similarity: TextSimilarity) -> Floats:
    """Similarity of texts; of two elements without any, 1 if their families agree; shape (predicted, reference)."""
    either, both = np.logical_or.outer(pred.blank, gold.blank), np.logical_and.outer(pred.blank, gold.blank)
    return np.where(either, both & _equal(pred.families, gold.families), similarity.matrix(pred.texts, gold.texts))


def _comparable(pred: _Side, gold: _Side) -> Bools:
    """Nodes with nodes, groups with groups."""
    groups = [np.array([kind == _GROUP for kind in side.kinds]) for side in (pred, gold)]
    return np.asarray(groups[0][:, None] == groups[1])


def _equal(a: Sequence[str], b: Sequence[str]) -> Bools:
    return np.equal.outer(np.array(a, dtype=object), np.array(b, dtype=object)).astype(np.bool_)


class _Matching:
    """The search for the matching, given similarities to a fixed number of decimals and the pairs that may be."""

    def __init__(self, pred: _Side, gold: _Side, alike: Floats, allowed: Bools) -> None:
        self._pred, self._gold, self._alike, self._allowed = pred, gold, alike, allowed
        other_kind = np.logical_and.outer(pred.blank, gold.blank) & ~_equal(pred.kinds, gold.kinds)
        self._own = np.where(other_kind, _OTHER_KIND, alike) * allowed
        self._degrees = np.maximum(np.maximum.outer(pred.degrees, gold.degrees), 1.0)
        # All surroundings together count for less than the last decimal of one similarity.
        self._weight = 10.0**-_DECIMALS / (2.0 * (min(alike.shape) + 1))

    def best(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The rows and columns of the matching; pairs that may not be are among them."""
        rows, columns = self._assigned(self._own)
        settled = np.zeros_like(self._allowed)
        for _ in range(min(_SETTLED, _SETTLED_WORK // self._alike.size)):
            surroundings = self._surroundings(settled)
            rows, columns = self._assigned(surroundings)
            open_pairs = self._undecided(rows, columns, surroundings, settled)
            if not open_pairs.size:
                break
            settled[rows[open_pairs[0]], columns[open_pairs[0]]] = True
        return rows, columns

    def _assigned(self, surroundings: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        rows, columns = linear_sum_assignment(self._alike + self._weight * surroundings, maximize=True)
        return rows, columns

    def _surroundings(self, settled: Bools) -> Floats:
        """Agreement in [0, 1] of each pair and of what lies around it, shape (predicted, reference)."""
        taken = np.logical_or.outer(settled.any(axis=1), settled.any(axis=0))
        own = np.where(taken, settled, self._own)
        found = own
        for _ in range(_STEPS):
            share = found / np.maximum(np.maximum.outer(found.sum(axis=1), found.sum(axis=0)), _EQUAL)
            near = sum(
                (
                    one @ (other @ share.T).T
                    for one, other in zip(self._pred.relations, self._gold.relations, strict=True)
                ),
                np.zeros_like(share),
            )
            found = (own + near / self._degrees) / 2.0 * (own > 0)
        return np.where(settled, 1.0, found)

    def _undecided(
        self, rows: NDArray[np.intp], columns: NDArray[np.intp], surroundings: Floats, settled: Bools
    ) -> NDArray[np.intp]:
        """Which of the assigned pairs is no better than another of its row, by text and surroundings."""
        worth = np.where(self._allowed, self._alike + surroundings, -1.0)
        rivals = (np.abs(worth[rows] - worth[rows, columns][:, None]) < _EQUAL).sum(axis=1)
        undecided = self._allowed[rows, columns] & (rivals > 1) & ~settled[rows].any(axis=1)
        return np.flatnonzero(undecided)
