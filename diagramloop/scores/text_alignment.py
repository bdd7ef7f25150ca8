"""Elements matched by what is written on them, for references that say nothing of where things are drawn.

One to one: nodes with nodes, groups with groups, texts at or above a similarity, the greatest total similarity. What
carries no text (gateways, events) meets what carries none either and is of the same family of kinds. Where several
matchings are as good, the surroundings decide (:mod:`diagramloop.scores.one_to_one`): agreement of kinds and of what
lies next along the arcs and in the groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from diagramloop.graph import FlowGraph, Group, Node, NodeKind
from diagramloop.scores.one_to_one import Bools, Floats, Neighbourhood, best_pairs
from diagramloop.scores.similarity import TextSimilarity

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

_OTHER_KIND = 0.5  # likeness of textless elements of one family and of different kinds


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
    other_kind = _both_blank(*sides) & ~_equal(sides[0].kinds, sides[1].kinds)
    own = np.where(other_kind, _OTHER_KIND, alike)
    allowed = (alike >= threshold) & _comparable(*sides)
    return best_pairs(sides[0].surroundings, sides[1].surroundings, alike, allowed, own)


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
    def surroundings(self) -> Neighbourhood:
        number = {element.id: number for number, element in enumerate(self.elements)}
        holds = [
            (number[owner], number[element.id])
            for element in self.elements
            if (owner := element.group if isinstance(element, Node) else element.parent) is not None
        ]
        return Neighbourhood([(number[u], number[v]) for u, v in self.graph.arcs()], len(number), holds)


def _both_blank(pred: _Side, gold: _Side) -> Bools:
    return np.asarray(np.logical_and.outer(pred.blank, gold.blank))


def _likeness(pred: _Side, gold: _Side, similarity: TextSimilarity) -> Floats:
    """Similarity of texts; of two elements without any, 1 if their families agree; shape (predicted, reference)."""
    either = np.logical_or.outer(pred.blank, gold.blank)
    return np.where(
        either,
        _both_blank(pred, gold) & _equal(pred.families, gold.families),
        similarity.matrix(pred.texts, gold.texts),
    )


def _comparable(pred: _Side, gold: _Side) -> Bools:
    """Nodes with nodes, groups with groups."""
    groups = [np.array([kind == _GROUP for kind in side.kinds]) for side in (pred, gold)]
    return np.asarray(groups[0][:, None] == groups[1])


def _equal(a: Sequence[str], b: Sequence[str]) -> Bools:
    return np.equal.outer(np.array(a, dtype=object), np.array(b, dtype=object)).astype(np.bool_)
