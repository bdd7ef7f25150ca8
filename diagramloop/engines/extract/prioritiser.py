"""Which suggestions go into the next prompt: text2flow, Section 4.3.3."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from diagramloop.engines.extract.feedback import Feedback

MOST_SUGGESTIONS = 3
"""Suggestions a round (text2flow, Appendix C)."""
TOKEN_BUDGET = 300
"""B of Equation 9; the paper gives no figure. It holds three suggestions of usual length."""
ORDERS = 4
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Prioritiser:
    """Ranks suggestions by what they promise, w(f) / l(f), and picks greedily within the budget.

    Attributes:
        budget: B, in tokens.
        most: suggestions at most.
    """

    budget: int = TOKEN_BUDGET
    most: int = MOST_SUGGESTIONS

    def select(self, items: Sequence[Feedback], earlier: Sequence[Feedback] = ()) -> tuple[Feedback, ...]:
        """The items to act on, the most efficient first; ties go to the one named first.

        Args:
            items: F_t, this round's feedback.
            earlier: F_<t, that of all rounds before.
        """
        weights = [weight(item, earlier) for item in items]
        lengths = [length(item.text) for item in items]
        return tuple(items[number] for number in greedy(weights, lengths, self.budget, self.most))


def weight(item: Feedback, earlier: Sequence[Feedback]) -> float:
    """w(f) of Equation 8: u(f) + R(f) for structural feedback, R(f) for logical."""
    repeated = repeat_failure(item, earlier)
    return item.frequency + repeated if item.structural else repeated


def repeat_failure(item: Feedback, earlier: Sequence[Feedback]) -> float:
    """R(f) of Equation 7: the highest BLEU against feedback of earlier rounds; 0 where there was none."""
    return max((bleu(item.text, before.text) for before in earlier), default=0.0)


def length(text: str) -> int:
    """l(f): tokens of a text, words and marks, which needs no model's own tokenizer; at least 1."""
    return max(len(_TOKEN.findall(text)), 1)


def greedy(weights: Sequence[float], lengths: Sequence[int], budget: int, most: int | None = None) -> list[int]:
    """Places of the items chosen for Equation 9, by falling w / l, skipping what no longer fits.

    What is chosen can weigh less than one long item that was left out: the paper approximates so.
    """
    ranked = sorted(range(len(weights)), key=lambda number: -weights[number] / lengths[number])
    chosen: list[int] = []
    left = budget
    for number in ranked:
        if lengths[number] <= left and (most is None or len(chosen) < most):
            chosen.append(number)
            left -= lengths[number]
    return chosen


def bleu(hypothesis: str, reference: str) -> float:
    """BLEU-4 of two texts (Papineni et al., 2002), n-gram precisions beyond the first smoothed by one.

    The smoothing is Lin and Och's (2004), method 2 in NLTK, without which two short sentences have BLEU 0. Texts of
    fewer than four tokens are compared by the n-grams they have. 0 where either is empty.
    """
    tokens, reference_tokens = _tokens(hypothesis), _tokens(reference)
    if not tokens or not reference_tokens:
        return 0.0
    orders = min(ORDERS, len(tokens))
    logarithms = [_log_precision(tokens, reference_tokens, order) for order in range(1, orders + 1)]
    brevity = min(0.0, 1.0 - len(reference_tokens) / len(tokens))
    return math.exp(brevity + sum(logarithms) / orders)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.casefold())


def _log_precision(tokens: list[str], reference_tokens: list[str], order: int) -> float:
    ours, theirs = _ngrams(tokens, order), _ngrams(reference_tokens, order)
    hits, total = (ours & theirs).total(), ours.total()
    smoothing = 0 if order == 1 else 1
    return math.log((hits + smoothing) / (total + smoothing)) if hits + smoothing else -math.inf


def _ngrams(tokens: list[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[start : start + order]) for start in range(len(tokens) - order + 1))
