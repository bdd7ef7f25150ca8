"""Metrics beside human judgement (DiagramEval, Section 5.4): do two diagrams express the same logic?

How far the judges agree with each other, and each metric with their mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from diagramloop.scores.bootstrap import RESAMPLES, percentile_interval
from diagramloop.scores.correlation import Key, Values, kendall, paired, pearson, spearman
from diagramloop.scores.counts import Floats
from diagramloop.scores.judgement_csv import Judgement, Judgements, marks_by_unit
from diagramloop.scores.rater_agreement import intraclass_correlation, kappa


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """The agreement of the judges.

    Attributes:
        alpha: Krippendorff's, for intervals; None where nobody judged what another did, or all gave one mark.
        identical: share of pairs of judgements of one unit that are the same; None without pairs.
        kappa: mean over pairs of judges of the quadratically weighted kappa on what both judged; None where no pair has
            one.
        icc: ICC(2, 1) on what all of them judged; None where that is fewer than two units.
        judges, units: their numbers; a unit is an item of a system that two or more judged.
    """

    alpha: float | None
    identical: float | None
    kappa: float | None
    icc: float | None
    judges: int
    units: int


@dataclass(frozen=True, slots=True)
class HumanCorrelation:
    """One metric beside the mean judgement.

    Attributes:
        metric: its name.
        coefficient: ``pearson``, ``spearman`` or ``kendall``.
        value: in [-1, 1]; None where metric or judgement is constant.
        low, high: bounds of the 95 % bootstrap interval over items, or None.
        n, items: observations, and the items (clusters) that they are of.
    """

    metric: str
    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    items: int


def judge_agreement(rows: Sequence[Judgement]) -> JudgeAgreement:
    """Agreement of the judges on what two or more of them judged.

    Krippendorff's alpha (2011, "Computing Krippendorff's Alpha-Reliability") with the interval metric: 1 - D_o / D_e,
    the observed over the expected mean squared difference of two judgements. Judges may have judged different units.
    """
    units = [list(marks.values()) for marks in marks_by_unit(rows).values() if len(marks) > 1]
    judges = len({row.judge for row in rows})
    if not units:
        return JudgeAgreement(None, None, None, None, judges, 0)
    same = [first == second for marks in units for first, second in combinations(marks, 2)]
    shared = sum(same) / len(same)
    return JudgeAgreement(_alpha(units), shared, _mean_kappa(rows), _whole_icc(rows), judges, len(units))


def _alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Krippendorff's alpha of the marks of each unit; None where all marks are alike."""
    everything = np.concatenate([np.array(marks) for marks in units])
    weights = np.concatenate([np.full(len(marks), 1.0 / (len(marks) - 1)) for marks in units])
    within = np.concatenate([((np.array(marks)[:, None] - np.array(marks)) ** 2).sum(axis=1) for marks in units])
    observed = float((weights * within).sum()) / len(everything)
    expected = 2.0 * float(everything.var()) * len(everything) / (len(everything) - 1)
    return 1.0 - observed / expected if expected > 0 else None


def _mean_kappa(rows: Sequence[Judgement]) -> float | None:
    """Over the pairs of judges who have one."""
    marks = list(marks_by_unit(rows).values())
    known = []
    for first, second in combinations(sorted({row.judge for row in rows}), 2):
        both = [of for of in marks if first in of and second in of]
        agreement = kappa([of[first] for of in both], [of[second] for of in both], quadratic=True)
        if agreement is not None:
            known.append(agreement)
    return float(np.mean(known)) if known else None


def _whole_icc(rows: Sequence[Judgement]) -> float | None:
    """On the units that all judged."""
    judges = sorted({row.judge for row in rows})
    whole = [[of[judge] for judge in judges] for of in marks_by_unit(rows).values() if len(of) == len(judges)]
    return intraclass_correlation(np.array(whole, np.float64).reshape(len(whole), len(judges)))


def human_correlations(
    judgements: Judgements, values: Values, *, seed: int, resamples: int = RESAMPLES
) -> list[HumanCorrelation]:
    """Each metric beside the mean judgement, by three coefficients, over what has both.

    Intervals are percentiles over bootstrap samples of items: all that was made for one item is drawn together.

    Args:
        values: see :func:`~diagramloop.scores.correlation.values_of`.

    Raises:
        DiagramloopError: TOO_LARGE, more than 4,000 observations.
    """
    return [
        row for metric, known in values.items() for row in _correlated(judgements.means, metric, known, seed, resamples)
    ]


def _correlated(
    means: Mapping[Key, float], metric: str, known: Mapping[Key, float], seed: int, resamples: int
) -> Iterator[HumanCorrelation]:
    x, y = paired(known, means)
    items, cluster = np.unique([item for item, _ in sorted(known.keys() & means.keys())], return_inverse=True)
    weights = _resampled(len(items), seed, resamples)[:, cluster] if len(items) else np.ones((1, 0))
    for coefficient in (pearson, spearman, kendall):
        drawn = coefficient(x, y, weights)
        value, drawn = float(drawn[0]), drawn[np.isfinite(drawn)]
        has_value = np.isfinite(value)
        low, high = percentile_interval(drawn[1:]) if has_value and len(drawn) > 1 else (None, None)
        yield HumanCorrelation(
            metric, coefficient.__name__, value if has_value else None, low, high, len(x), len(items)
        )


def _resampled(items: int, seed: int, resamples: int) -> Floats:
    """Number of times that each item is drawn; first once each, then by bootstrap; shape (1 + resamples, items)."""
    drawn = np.random.default_rng(seed).multinomial(items, np.full(items, 1.0 / items), size=resamples)
    return np.vstack([np.ones((1, items)), drawn])
