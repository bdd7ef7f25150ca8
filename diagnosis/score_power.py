"""Simulated boards: of the differences that a board calls least detectable, four in five should be found.

Each trial draws a board of two systems that are as good as each other, as a pilot, and takes the least detectable
difference from it. It then draws other charts on which the systems are so far apart, and lets the board's own paired
test decide.

    python -m diagnosis.score_power [--trials 2000]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache

import numpy as np

from diagramloop.scores.counts import Floats, f1
from diagramloop.scores.detectable import LEVEL, spread_of_difference
from diagramloop.scores.significance import exchanged_totals, two_sided_p_value

PERMUTATIONS = 999
SKILL, SKILL_SPREAD = 0.85, 0.1  # of finding an edge, over charts
EDGES = (5, 40)  # of a chart: from, and up to but not including
QUESTIONS = (4, 7)  # on a chart, as the corpus has them: from, and up to but not including
SHARED = 0.5  # part of a chart's difficulty that both systems feel
DISCORDANT = 0.4  # share of charts that one of two systems alone has right

Drawn = Callable[[np.random.Generator, int, float], tuple[Floats, Floats]]  # both systems' counts, so far apart


def edges_found(chance: np.random.Generator, charts: int, apart: float) -> tuple[Floats, Floats]:
    """Counts of an edge F1, in which right edges count linearly: the second system has fewer by what ``apart`` asks."""
    first, second = _read(chance, charts)
    second[:, [0, 2]] *= 1 - apart / _usual_f1()
    return first, second


@cache
def _usual_f1() -> float:
    """The F1 over so many charts that it is everybody's."""
    return float(f1(_read(np.random.default_rng(0), 200_000)[0].sum(axis=0)))


def _read(chance: np.random.Generator, charts: int) -> list[Floats]:
    gold, common = chance.integers(*EDGES, charts), chance.normal(size=charts)
    sides = []
    for _ in range(2):
        felt = np.sqrt(SHARED) * common + np.sqrt(1 - SHARED) * chance.normal(size=charts)
        right = chance.binomial(gold, np.clip(SKILL + SKILL_SPREAD * felt, 0.0, 1.0))
        predicted = np.maximum(right, chance.binomial(gold, 0.95))
        sides.append(np.stack([right, predicted, right, gold], axis=-1).astype(float))
    return sides


def values_of_charts(chance: np.random.Generator, charts: int, apart: float) -> tuple[Floats, Floats]:
    """Counts of a mean over charts, whose values go together."""
    common = chance.normal(0.6, 0.15, charts)
    first, second = (common + chance.normal(0.0, 0.1, charts) for _ in range(2))
    return _of_one(first), _of_one(second - apart)


def verdicts(chance: np.random.Generator, charts: int, apart: float) -> tuple[Floats, Floats]:
    """Counts of a share of charts that are right as a whole."""
    only = max(DISCORDANT, apart)
    fate = chance.random(charts)
    first_only = fate < (only + apart) / 2
    second_only = ~first_only & (fate < only)
    both = fate > only + (1 - only) / 2
    return _of_one((first_only | both).astype(float)), _of_one((second_only | both).astype(float))


def answers_to_questions(chance: np.random.Generator, charts: int, apart: float) -> tuple[Floats, Floats]:
    """Counts of a share of right answers, where a chart has several questions and makes them hard for both systems.

    One is better and the other worse by half, so that answers vary as much as with systems of the same skill.
    """
    asked, common = chance.integers(*QUESTIONS, charts), chance.uniform(0.5, 0.8, charts)
    first, second = (common + chance.uniform(-0.1, 0.1, charts) for _ in range(2))
    rights = [chance.binomial(asked, np.clip(sure, 0.0, 1.0)) for sure in (first + apart / 2, second - apart / 2)]
    better, worse = (np.stack([right, asked, right, asked], axis=-1).astype(float) for right in rights)
    return better, worse


BOARDS: dict[str, tuple[Drawn, int]] = {
    "edge F1, 18 charts": (edges_found, 18),
    "edge F1, 24 charts": (edges_found, 24),
    "edge F1, 41 charts": (edges_found, 41),
    "edge F1, 96 charts": (edges_found, 96),
    "mean over 10 charts": (values_of_charts, 10),
    "mean over 41 charts": (values_of_charts, 41),
    "questions on 41 charts": (answers_to_questions, 41),
    "questions on 96 charts": (answers_to_questions, 96),
    "share of 24 charts": (verdicts, 24),
    "share of 96 charts": (verdicts, 96),
    "share of 400 charts": (verdicts, 400),
}


def power(drawn: Drawn, charts: int, *, trials: int, seed: int = 0) -> float:
    """Share of trials in which the difference that a pilot calls least detectable is found."""
    chance = np.random.default_rng(seed)
    return float(np.mean([_found(drawn, charts, chance) for _ in range(trials)]))


def _found(drawn: Drawn, charts: int, chance: np.random.Generator) -> bool:
    apart = spread_of_difference(*drawn(chance, charts, 0.0), f1).detectable()
    assert apart is not None
    totals = exchanged_totals(
        *drawn(chance, charts, apart), seed=int(chance.integers(2**31)), permutations=PERMUTATIONS
    )
    first, second = (f1(side) for side in totals)
    return two_sided_p_value(first - second) < LEVEL


def _of_one(values: Floats) -> Floats:
    ones = np.ones_like(values)
    return np.stack([values, ones, values, ones], axis=-1)


def main() -> None:
    """Print the share that is found of each kind of board."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=2_000)
    trials = parser.parse_args().trials
    for name, (drawn, charts) in BOARDS.items():
        print(f"{name}: {power(drawn, charts, trials=trials):.3f} found, 0.800 claimed")


if __name__ == "__main__":
    main()
