"""Scores of FlowExplainBench's two published evaluators, so that our numbers can stand beside published ones.

Neither is right. The agents' one leaves out every question whose prediction names no node: gold on half the questions
and blanks on the rest score 1.0. The box baselines' one never looks at gold nodes that were missed, so that its
micro precision, recall and F1 are all the share of right ones among the nodes named. In both, what stands for no node
costs nothing, and regions count above an IoU of 0.5, where the paper says 0.7.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from diagramloop.scores.counts import Counts


@dataclass(frozen=True, slots=True)
class OfficialAttribution:
    """One question: the nodes named that exist, and the gold ones."""

    named: frozenset[str]
    gold: frozenset[str]

    @property
    def right(self) -> int:
        """Gold nodes that were named."""
        return len(self.named & self.gold)

    @property
    def agent(self) -> Counts:
        """The agents' evaluator, micro: nothing at all for a blank prediction."""
        return Counts.one_to_one(self.right, len(self.named), len(self.gold) if self.named else 0)

    @property
    def boxes(self) -> Counts:
        """The box baselines' evaluator, micro: missed gold nodes are not counted."""
        return Counts.rate(self.right, len(self.named))


def official_macro(questions: Iterable[OfficialAttribution]) -> tuple[float, float, float]:
    """The agents' evaluator, macro: precision, recall and F1 of each node letter, averaged over letters.

    The letter ``A`` is one column for all charts. A letter never named has precision 0, one never gold recall 0.
    """
    kept = [question for question in questions if question.named]
    letters = sorted(frozenset().union(*(question.named | question.gold for question in kept)))
    if not letters:
        return 0.0, 0.0, 0.0
    named, gold = (
        np.array([[letter in side for letter in letters] for side in sides])
        for sides in ([question.named for question in kept], [question.gold for question in kept])
    )
    right, of_named, of_gold = (named & gold).sum(axis=0), named.sum(axis=0), gold.sum(axis=0)
    precision = right / np.maximum(of_named, 1)
    recall = right / np.maximum(of_gold, 1)
    f1 = 2 * right / (of_named + of_gold)
    return float(precision.mean()), float(recall.mean()), float(f1.mean())
