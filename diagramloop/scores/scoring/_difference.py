"""Systems compared with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from diagramloop.scores.bootstrap import bootstrap_differences, percentile_interval
from diagramloop.scores.counts import Floats
from diagramloop.scores.detectable import LEVEL, Spread, spread_of, spread_of_difference
from diagramloop.scores.registry import METRICS
from diagramloop.scores.scoring._rows import ScoreRow
from diagramloop.scores.scoring._summary import measured_by, named
from diagramloop.scores.scoring._tables import Items, by_chart, items_of, rows_by_metric
from diagramloop.scores.significance import exchanged_totals, holm, two_sided_p_value


@dataclass(frozen=True, slots=True)
class Difference:
    """Two systems compared on one metric over the items both have, clustered by chart.

    Attributes:
        metric, first, second: names.
        difference: value of the first less that of the second.
        p_value: of the paired test, corrected (Holm) over all pairs of systems on this metric, or over all pairs of a
            system and a control.
        n: charts.
        items: that both have: what one of them was not scored on is left out of both.
        error: standard error of the difference; 0 where the two never differ.
        needs: charts with which so great a difference would be found (80 % power, at the level that the correction
            leaves to one of its pairs); None where it is found already, or where that is not known.
    """

    metric: str
    first: str
    second: str
    difference: float
    p_value: float
    n: int
    items: int
    error: float
    needs: int | None

    @property
    def spread(self) -> Spread:
        """The error with the charts that it is of."""
        return Spread(self.error, self.n)


def compare(
    systems: Mapping[str, Iterable[ScoreRow]], *, seed: int, controls: Collection[str] = ()
) -> list[Difference]:
    """Every metric of every pair of systems over the items that both have it on, if the same instruments measured it.

    Args:
        controls: those of ``systems`` that say what a score is worth. They are held beside systems, not beside each
            other, and in a family of tests of their own: how many there are weakens no comparison of systems.

    Returns:
        Metric by metric in order of first appearance, then pair by pair in the order of ``systems``, those with a
        control last.
    """
    tables: dict[str, dict[str, Items]] = defaultdict(dict)
    instruments: dict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    for system, rows in systems.items():
        by_metric = rows_by_metric(rows)
        for metric, items in items_of(by_metric).items():
            tables[metric][system] = items
            instruments[metric][system] = named(measured_by(_rows_of(metric, by_metric)))
    return [
        difference
        for metric, table in tables.items()
        for family in _families(table, instruments[metric], controls)
        for difference in _differences(metric, table, family, seed)
    ]


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Two values of one metric on the same items, clustered by chart.

    Attributes:
        value: of the second less that of the first.
        low, high: bounds of its 95 % bootstrap interval over charts.
        p_value: of the paired test.
        n: charts.
        items: that both have it on.
        detectable: the least difference that the test finds with a power of 80 %; None where it is not known.
        needs: charts with which so great a difference would be found; None where it is found, or not known.
    """

    value: float
    low: float
    high: float
    p_value: float
    n: int
    items: int
    detectable: float | None
    needs: int | None


def paired_difference(
    metric: str, first: Iterable[ScoreRow], second: Iterable[ScoreRow], *, seed: int
) -> PairedDifference | None:
    """The difference of two systems on one metric, or of one system on two days; None where they share no item."""
    a, b = (items_of(rows_by_metric(rows)).get(metric, {}) for rows in (second, first))
    if not a.keys() & b.keys():
        return None
    difference = _difference(metric, "", "", a, b, seed)
    left, right = _side_by_side(a, b)
    low, high = percentile_interval(bootstrap_differences(left, right, METRICS[metric].statistic, seed=seed))
    detectable, needs = difference.spread.detectable(), _needs(difference, difference.p_value, LEVEL)
    return PairedDifference(
        difference.difference, low, high, difference.p_value, difference.n, difference.items, detectable, needs
    )


def spreads(rows: Iterable[ScoreRow]) -> dict[str, Spread]:
    """Spread of one system's value by each metric that has any."""
    counted = {metric: by_chart(items) for metric, items in items_of(rows_by_metric(rows)).items()}
    return {
        metric: spread_of(np.stack(list(table.values())), METRICS[metric].statistic)
        for metric, table in counted.items()
        if table
    }


def _rows_of(metric: str, by_metric: Mapping[str, Sequence[ScoreRow]]) -> Iterator[ScoreRow]:
    """The rows of a metric, or of the parts of a mean."""
    for name in METRICS[metric].mean_of or (metric,):
        yield from by_metric[name]


def _families(
    tables: Mapping[str, Items], instruments: Mapping[str, frozenset[str]], controls: Collection[str]
) -> Iterator[list[tuple[str, str]]]:
    """The pairs of systems, then those of a system and a control; only pairs that share an item, measured alike."""
    pairs = [
        (first, second)
        for first, second in combinations(tables, 2)
        if tables[first].keys() & tables[second].keys() and instruments[first] == instruments[second]
    ]
    for known in (0, 1):
        yield [pair for pair in pairs if sum(name in controls for name in pair) == known]


def _differences(
    metric: str, tables: Mapping[str, Items], pairs: Iterable[tuple[str, str]], seed: int
) -> list[Difference]:
    """These pairs on one metric, p-values corrected together."""
    differences = [_difference(metric, first, second, tables[first], tables[second], seed) for first, second in pairs]
    corrected = holm([difference.p_value for difference in differences])
    return [
        replace(difference, p_value=p_value, needs=_needs(difference, p_value, LEVEL / len(differences)))
        for difference, p_value in zip(differences, corrected, strict=True)
    ]


def _needs(difference: Difference, p_value: float, level: float) -> int | None:
    return None if p_value < LEVEL else difference.spread.charts_for(difference.difference, level)


def _difference(metric: str, first: str, second: str, a: Items, b: Items, seed: int) -> Difference:
    left, right = _side_by_side(a, b)
    totals = exchanged_totals(left, right, seed=seed)
    of_first, of_second = (METRICS[metric].statistic(side) for side in totals)
    differences = of_first - of_second
    p_value = two_sided_p_value(differences)
    error = spread_of_difference(left, right, METRICS[metric].statistic).error
    return Difference(
        metric, first, second, float(differences[0]), p_value, len(left), len(a.keys() & b.keys()), error, None
    )


def _side_by_side(a: Items, b: Items) -> tuple[Floats, Floats]:
    """Counts by chart over the items that both have."""
    shared = a.keys() & b.keys()
    left, right = (np.stack(list(by_chart(side, shared).values())) for side in (a, b))
    return left, right
