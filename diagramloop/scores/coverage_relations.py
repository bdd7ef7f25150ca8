"""The five path-coverage relations between a predicted and a true path (FloCA, Section 6.3, Figure 4)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum


class CoverageRelation(StrEnum):
    """Exactly one holds for any two paths."""

    EXACT = "exact"  # the same nodes in the same order
    COVERS = "covers"  # every true node was predicted, not in this order or with others
    CONTAINED = "contained"  # every predicted node is true, and some true one is missing
    PARTIAL = "partial"  # some nodes are shared, and either side has others
    DISJOINT = "disjoint"  # no node is shared


def coverage_relation(predicted: Sequence[str], gold: Sequence[str]) -> CoverageRelation:
    """The relation of ``predicted`` to ``gold``; containment is that of sets, as the paper writes it.

    An empty path shares nothing with another one.
    """
    covered, true = set(predicted), set(gold)
    if tuple(predicted) == tuple(gold):
        return CoverageRelation.EXACT
    if not covered & true:
        return CoverageRelation.DISJOINT
    if true <= covered:
        return CoverageRelation.COVERS
    return CoverageRelation.CONTAINED if covered <= true else CoverageRelation.PARTIAL
