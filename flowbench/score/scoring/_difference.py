"""Systems compared with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from flowbench.score.registry import METRICS
from flowbench.score.scoring._rows import ScoreRow
from flowbench.score.scoring._tables import Table, rows_by_metric, tables_of
from flowbench.score.significance import exchanged_totals, holm, two_sided_p_value


@dataclass(frozen=True, slots=True)
class Difference:
    """Two systems compared on one metric over the charts both have.

    Attributes:
        metric, first, second: names.
        difference: value of the first less that of the second.
        p_value: of the paired test, corrected (Holm) over all pairs of systems on this metric.
        n: charts.
    """

    metric: str
    first: str
    second: str
    difference: float
    p_value: float
    n: int


def compare(systems: Mapping[str, Iterable[ScoreRow]], *, seed: int) -> list[Difference]:
    """Every metric of every pair of systems over the charts that both have it on.

    Returns:
        Metric by metric in order of first appearance, then pair by pair in the order of ``systems``.
    """
    tables: dict[str, dict[str, Table]] = defaultdict(dict)
    for system, rows in systems.items():
        for metric, table in tables_of(rows_by_metric(rows)).items():
            tables[metric][system] = table
    return [difference for metric, table in tables.items() for difference in _differences(metric, table, seed)]


def _differences(metric: str, tables: Mapping[str, Table], seed: int) -> list[Difference]:
    """All pairs of systems on one metric, p-values corrected together."""
    found = [
        _difference(metric, first, second, tables[first], tables[second], seed)
        for first, second in combinations(tables, 2)
        if tables[first].keys() & tables[second].keys()
    ]
    corrected = holm([difference.p_value for difference in found])
    return [replace(difference, p_value=p_value) for difference, p_value in zip(found, corrected, strict=True)]


def _difference(metric: str, first: str, second: str, a: Table, b: Table, seed: int) -> Difference:
    shared = [chart for chart in a if chart in b]
    left, right = (np.stack([side[chart] for chart in shared]) for side in (a, b))
    totals = exchanged_totals(left, right, seed=seed)
    of_first, of_second = (METRICS[metric].statistic(side) for side in totals)
    differences = of_first - of_second
    return Difference(metric, first, second, float(differences[0]), two_sided_p_value(differences), len(shared))
