"""Alignment: which drawn element is which, and what is missing, invented or turned round.

Nodes and groups are matched by the overlap of their boxes, or by their texts where two drawings need not
be laid out alike; edges by their matched ends. An end may be a node or a group: both are looked up the
same way. This is what the report draws and what the exact metrics count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from diagramloop.base.assignment import linear_sum_assignment
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.scores.agreement import Agreeing
from diagramloop.scores.counts import Counts
from diagramloop.scores.regions import IOU_THRESHOLD, boxes_array, iou_matrix, match_regions
from diagramloop.scores.similarity import Lexical, TextSimilarity, edit_similarity
from diagramloop.scores.text_alignment import THRESHOLD, pairs_by_text

Pairs = tuple[tuple[int, int], ...]
Elements = Sequence[Node | Group]


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs of predicted and reference elements; positions in their graph's tuples, ascending.

    Attributes:
        matched: (predicted, reference) pairs that agree.
        reversed: (predicted, reference) pairs of edges with the right ends and the wrong direction:
            turned round, or with a head lost or added. Both count as errors. Empty for nodes and groups.
        invented: predicted elements that meet nothing.
        missing: reference elements that nothing meets.
    """

    matched: Pairs
    reversed: Pairs
    invented: tuple[int, ...]
    missing: tuple[int, ...]

    @property
    def counts(self) -> Counts:
        """One-to-one counts, a reversed pair being an error on both sides."""
        both = len(self.matched) + len(self.reversed)
        return Counts.one_to_one(len(self.matched), both + len(self.invented), both + len(self.missing))


@dataclass(frozen=True, slots=True)
class Alignment:
    """A prediction laid over its reference."""

    nodes: Matching
    groups: Matching
    edges: Matching


def align(pred: FlowGraph, gold: FlowGraph, threshold: float = IOU_THRESHOLD) -> Alignment:
    """Match ``pred`` to ``gold`` by place.

    Where both graphs know the size of their picture and the sizes differ, predicted boxes are scaled to
    the reference's pixels first.

    Args:
        threshold: least intersection over union of two boxes that are the same.
    """
    scale = np.ones(4) if not (pred.size and gold.size) else np.tile(np.divide(gold.size, pred.size), 2)

    def pairs(predicted: Elements, reference: Elements) -> list[tuple[int, int]]:
        boxes = (boxes_array([element.box for element in side]) for side in (predicted, reference))
        return match_regions(iou_matrix(next(boxes) * scale, next(boxes)), threshold)

    return aligned(pred, gold, pairs(pred.nodes, gold.nodes), pairs(pred.groups, gold.groups))


def align_by_text(
    pred: FlowGraph, gold: FlowGraph, similarity: TextSimilarity | None = None, threshold: float = THRESHOLD
) -> Alignment:
    """Match ``pred`` to ``gold`` by what is written, for drawings that need not be laid out alike.

    See :mod:`diagramloop.scores.text_alignment`.

    Args:
        similarity: lexical when None, contradictions apart (:class:`~diagramloop.scores.agreement.Agreeing`).
        threshold: least similarity of two texts that are the same.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> from diagramloop.scores import align_by_text
        >>> align_by_text(tea, tea).nodes.matched
        ((0, 0), (1, 1), (2, 2))
    """
    pairs = pairs_by_text(pred, gold, similarity or Agreeing(Lexical()), threshold)
    nodes = [(p, g) for p, g in pairs if p < len(pred.nodes)]
    groups = [(p - len(pred.nodes), g - len(gold.nodes)) for p, g in pairs if p >= len(pred.nodes)]
    return aligned(pred, gold, nodes, groups)


def aligned(pred: FlowGraph, gold: FlowGraph, nodes: list[tuple[int, int]], groups: list[tuple[int, int]]) -> Alignment:
    """Return the alignment that pairs of nodes and of groups make: (predicted, reference) positions, one to one."""
    same = {pred.nodes[p].id: gold.nodes[g].id for p, g in nodes}
    same |= {pred.groups[p].id: gold.groups[g].id for p, g in groups}
    of_nodes = _matching(nodes, [], range(len(pred.nodes)), range(len(gold.nodes)))
    of_groups = _matching(groups, [], range(len(pred.groups)), range(len(gold.groups)))
    return Alignment(of_nodes, of_groups, _match_edges(pred.edges, gold.edges, same))


def _match_edges(pred: Sequence[Edge], gold: Sequence[Edge], same: Mapping[str, str]) -> Matching:
    """Edges whose ends are the same and whose direction agrees; then, of the rest, the reversed ones."""
    seen_pred, seen_gold = _visible(pred), _visible(gold)
    placed_pred = {p: _place(pred[p], same) for p in seen_pred if {pred[p].source, pred[p].target} <= same.keys()}
    itself = {end: end for edge in gold for end in (edge.source, edge.target)}
    placed_gold = {g: _place(gold[g], itself) for g in seen_gold}
    labels = ([edge.label for edge in pred], [edge.label for edge in gold])
    matched = _pair_equal(placed_pred, placed_gold, *labels)
    rest_pred = _undirected(placed_pred, {p for p, _ in matched})
    rest_gold = _undirected(placed_gold, {g for _, g in matched})
    return _matching(matched, _pair_equal(rest_pred, rest_gold, *labels), seen_pred, seen_gold)


def _visible(edges: Sequence[Edge]) -> list[int]:
    return [number for number, edge in enumerate(edges) if edge.arcs()]


def _undirected(placed: Mapping[int, tuple[str, str, bool, bool]], used: Set[int]) -> dict[int, Hashable]:
    """The ends, in no order, of the edges that are not ``used``."""
    return {number: frozenset(place[:2]) for number, place in placed.items() if number not in used}


def _place(edge: Edge, same: Mapping[str, str]) -> tuple[str, str, bool, bool]:
    """One spelling for every way to write the same drawn edge: ends in drawn order, and its heads."""
    first, second = (same[end] for end in edge.arcs()[0])
    if edge.undirected or edge.bidirectional:
        first, second = sorted((first, second))
    return first, second, edge.undirected, edge.bidirectional


def _pair_equal(
    pred: Mapping[int, Hashable], gold: Mapping[int, Hashable], pred_labels: Sequence[str], gold_labels: Sequence[str]
) -> list[tuple[int, int]]:
    """Pair positions with equal keys, as often as both sides have them; parallel edges by their labels."""
    candidates: dict[Hashable, list[int]] = defaultdict(list)
    for p, key in pred.items():
        candidates[key].append(p)
    wanted: dict[Hashable, list[int]] = defaultdict(list)
    for g, key in gold.items():
        if key in candidates:
            wanted[key].append(g)
    return [
        pair
        for key, golds in wanted.items()
        for pair in _pair_parallel(candidates[key], golds, pred_labels, gold_labels)
    ]


def _pair_parallel(
    preds: Sequence[int], golds: Sequence[int], pred_labels: Sequence[str], gold_labels: Sequence[str]
) -> list[tuple[int, int]]:
    """The pairing of edges between the same ends whose labels agree best."""
    if len(preds) == len(golds) == 1:  # nearly every edge
        return [(preds[0], golds[0])]
    alike = edit_similarity([pred_labels[p] for p in preds], [gold_labels[g] for g in golds])
    rows, columns = linear_sum_assignment(alike, maximize=True)
    return [(preds[row], golds[column]) for row, column in zip(rows, columns, strict=True)]


def _matching(
    matched: list[tuple[int, int]], turned: list[tuple[int, int]], predicted: Sequence[int], gold: Sequence[int]
) -> Matching:
    """``predicted`` and ``gold`` are the positions that count: an invisible line neither errs nor is missed."""
    met_pred, met_gold = ({pair[side] for pair in [*matched, *turned]} for side in (0, 1))
    return Matching(
        matched=tuple(sorted(matched)),
        reversed=tuple(sorted(turned)),
        invented=tuple(p for p in predicted if p not in met_pred),
        missing=tuple(g for g in gold if g not in met_gold),
    )
