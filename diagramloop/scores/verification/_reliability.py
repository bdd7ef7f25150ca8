"""Reliability of parsed graphs: Table 1, computed from verifications."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from diagramloop.scores.counts import Counts
from diagramloop.scores.verification._verification import Verification

OVERALL = "Overall"


@dataclass(frozen=True)
class Reliability:
    """One row of Table 1: precision, recall and F1 of nodes and edges, each the mean over figures.

    Attributes:
        figures: that were verified; several people's verifications of one figure are averaged first.
    """

    domain: str
    figures: int
    node: tuple[float, float, float]
    edge: tuple[float, float, float]


def reliability(verified: Iterable[tuple[str, Sequence[Verification]]]) -> list[Reliability]:
    """Table 1: a row for each domain, in order of first appearance, and one for all figures.

    Args:
        verified: of each figure its domain and the verifications of it, at least one.
    """
    by_domain: dict[str, list[Sequence[Verification]]] = {}
    for domain, verification in verified:
        by_domain.setdefault(domain, []).append(verification)
    rows = [_reliability(domain, figures) for domain, figures in by_domain.items()]
    every = [figure for figures in by_domain.values() for figure in figures]
    return [*rows, _reliability(OVERALL, every)] if every else []


def _reliability(domain: str, figures: Sequence[Sequence[Verification]]) -> Reliability:
    means = {
        kind: [_mean([_measures(verification.counts[kind]) for verification in figure]) for figure in figures]
        for kind in ("node", "edge")
    }
    return Reliability(domain, len(figures), node=_mean(means["node"]), edge=_mean(means["edge"]))


def _measures(counts: Counts) -> tuple[float, float, float]:
    return counts.precision, counts.recall, counts.f1


def _mean(rows: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    precision, recall, f1 = (fmean(column) for column in zip(*rows, strict=True))
    return precision, recall, f1
