"""Bags: the words of texts with their weights, and how alike two of them are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping

Bag = Mapping[str, float]
"""How much each word of a text counts."""


def rarity(bags: Iterable[Bag]) -> dict[str, float]:
    """The weight of each word that some of n bags have: log(1 + n / bags with it)."""
    several = list(bags)
    held = Counter(word for bag in several for word in bag)
    return {word: math.log(1 + len(several) / count) for word, count in held.items()}


def cosine(bag: Bag, other: Bag, rarities: Mapping[str, float], unknown: float) -> float:
    """Cosine of two bags, in [0, 1], their words weighted by rarity.

    Args:
        unknown: the rarity of words that ``rarities`` lacks.
    """

    def dot(a: Bag, b: Bag) -> float:
        return math.fsum(a[word] * b[word] * rarities.get(word, unknown) ** 2 for word in a.keys() & b.keys())

    shared = dot(bag, other)
    return shared / math.sqrt(dot(bag, bag) * dot(other, other)) if shared else 0.0
