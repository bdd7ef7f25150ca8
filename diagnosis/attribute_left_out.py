"""The embedded attributor on charts that its weights have not seen, beside word overlap, question by question.

    python -m diagnosis.attribute_left_out FLOWEXPLAINBENCH [--bags 5] [--rounds 10000]

Readings are grown on FlowExplainBench and the shipped corpus, in five folds by chart, as the stage
``learned_weights@attributor`` grows them. For each data set: micro F1 of both systems, and the p value of a paired
permutation test of the difference (the systems' answers to a question are exchanged at random). ``--bags 1`` takes a
fifth of the time.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from diagramloop.engines.attribute.lexical import Lexical
from diagramloop.engines.training.grown_trees import TreeSettings
from diagramloop.engines.training.language.attributor import (
    AttributorSettings,
    asked_in,
    chosen,
    cross_validated,
    threshold_of,
)


def micro(counts: np.ndarray) -> np.ndarray:
    """Micro F1 of (..., questions, 3) counts of right, named and gold nodes."""
    right, named, gold = np.moveaxis(counts.sum(axis=-2), -1, 0)
    return 2 * right / (named + gold)


def p_value(one: np.ndarray, other: np.ndarray, rounds: int) -> float:
    """Share of exchanges at random with a difference as large, two-sided."""
    random = np.random.default_rng(0)
    seen = abs(float(micro(one) - micro(other)))
    larger = 0
    for _ in range(rounds):
        swapped = random.random(len(one))[:, None] < 0.5
        first, second = np.where(swapped, other, one), np.where(swapped, one, other)
        larger += abs(float(micro(first) - micro(second))) >= seen - 1e-12
    return (larger + 1) / (rounds + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--bags", type=int, default=TreeSettings().bags)
    parser.add_argument("--rounds", type=int, default=10_000)
    given = parser.parse_args()
    settings = AttributorSettings(trees=TreeSettings(bags=given.bags))
    asked = asked_in(given.data, settings)
    chances = cross_validated(asked, settings)
    threshold, lexical = threshold_of(asked, chances, settings), Lexical()
    print(f"threshold {threshold}")
    for style in dict.fromkeys(one.style for one in asked):
        own = [one for one in asked if one.style == style]
        learned, overlap = [], []
        for one in own:
            named = set(lexical.attribute(one.task).nodes)
            by_words = np.array([node.id in named for node in one.task.graph.nodes])
            for found, counts in ((chosen(one, chances, threshold), learned), (by_words, overlap)):
                counts.append(((found & one.gold).sum(), found.sum(), one.gold.sum()))
        left, right = np.array(learned), np.array(overlap)
        p = p_value(left, right, given.rounds)
        print(
            f"{style:18}{len(own):5} questions: learned {micro(left):.4f}, word overlap {micro(right):.4f}, p {p:.4f}"
        )


if __name__ == "__main__":
    main()
