"""Confidences on a board: how far a reader's word of its own readings is from the truth, and what its surest are worth.

Of nodes, edges and labels, the expected calibration error (Guo et al., "On Calibration of Modern Neural Networks", ICML
2017, Formula 3). Of whole pictures, the edge F1 of those that the reader is surest of (selective classification:
Geifman and El-Yaniv, NeurIPS 2017), the mean of its estimates, which needs no reference, and their correlation with the
true F1 of each. They are of a board as a whole and no sums over its items, so they are in no registry of metrics.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from diagramloop.evaluation.calibration import BINS, COVERAGE, PARTS, Numbers, bin_of, covered, verdict
from diagramloop.evaluation.conversion import READ_SHARE
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.graph import FlowGraph
from diagramloop.scores import METRICS, ScoreRow
from diagramloop.scores.bootstrap import bootstrap_values, percentile_interval

RANKED = "edge_f1"  # the score that is shown of the surest
BY_TEXT = "text/edge_f1"  # its items are looked at where a reader gives no places
COUNTED = (RANKED, BY_TEXT)
ERRORS = {kind: f"confidence/{kind.removesuffix('s')}_error" for kind in PARTS}
SUREST = f"confidence/{RANKED}_at_{100 * COVERAGE:.0f}"
CORRELATION = "confidence/correlation"
ESTIMATED = f"confidence/estimated_{RANKED}"
CONFIDENCES = (*ERRORS.values(), SUREST, CORRELATION, ESTIMATED)
DEFINITIONS = {
    **{
        name: f"mean distance of confidence and share that is right over ten bins of {kind}"
        for kind, name in ERRORS.items()
    },
    SUREST: f"{RANKED} of the {100 * COVERAGE:.0f} % of the pictures that the parser is surest of",
    CORRELATION: f"correlation of the parser's own estimate of each picture's {RANKED} with the true one",
    READ_SHARE: "of all elements that the files hold, as the converter counts them, the share that it read",
    ESTIMATED: f"mean of the parser's own estimates of {RANKED}, made without a reference",
}
"""What each of them is, in one line."""
SHARES = tuple(tenth / 10 for tenth in range(1, 11))  # of the pictures, the surest first
_SILENT = "it says of none how sure it is"

Weighted = Callable[[Numbers], Numbers]  # from weights of the items (..., items) to values (...)


@dataclass(frozen=True)
class Told:
    """Confidences of one reading beside what is right of it.

    Attributes:
        id: of the item.
        said, right: of the elements that have a confidence, by kind (:data:`~.calibration.PARTS`).
        estimate: of the edge F1 of the whole; the mean confidence of the edges where the reader makes no estimate, and
            None where it says nothing.
        estimated: whether the reader made one.
        edge_f1: the true one.
    """

    id: str
    said: Mapping[str, Sequence[float]]
    right: Mapping[str, Sequence[bool]]
    estimate: float | None
    estimated: bool
    edge_f1: float


def told(id: str, read: FlowGraph, gold: FlowGraph) -> Told:
    """Return what a reading tells of itself, beside its gold."""
    truth = verdict(read, gold)
    pairs = {
        "nodes": [(node.confidence, right) for node, right in zip(read.nodes, truth.nodes, strict=True)],
        "edges": [(edge.confidence, right) for edge, right in zip(read.edges, truth.edges, strict=True)],
        "labels": [(read.edges[number].label_confidence, right) for number, right in truth.labels.items()],
    }
    known = {kind: [(said, right) for said, right in of if said is not None] for kind, of in pairs.items()}
    said = {kind: [said for said, _ in of] for kind, of in known.items()}
    right = {kind: [right for _, right in of] for kind, of in known.items()}
    estimate = read.estimated_edge_f1
    usual = float(np.mean(said["edges"])) if said["edges"] else None
    return Told(id, said, right, usual if estimate is None else estimate, estimate is not None, truth.edge_f1)


def confidence_rows(
    cells: Iterable[LeaderboardRow], scores: Iterable[tuple[str, ScoreRow]], readings: Iterable[Told], *, seed: int
) -> list[LeaderboardRow]:
    """Cells of a system's confidences, board by board.

    Args:
        cells: the system's other cells: these say how its items stand.
        scores: of its items, each with its board.
        readings: those it made; an item without one is what it is least sure of.
        seed: of the bootstrap.
    """
    boards, known = boards_of(scores, readings), [cell for cell in cells if cell.metric in COUNTED]
    named = {cell.data: cell for cell in sorted(known, key=lambda cell: (cell.scored > 0, cell.metric == RANKED))}
    return [row for data, cell in named.items() for row in boards.get(data, Board((), ())).rows(cell, seed)]


def boards_of(scores: Iterable[tuple[str, ScoreRow]], readings: Iterable[Told]) -> dict[str, Board]:
    """The boards of a system by name; arguments as for :func:`confidence_rows`."""
    by_id = {reading.id: reading for reading in readings}
    found: dict[str, dict[str, list[ScoreRow]]] = defaultdict(lambda: defaultdict(list))
    for data, row in scores:
        if row.metric in COUNTED and not row.missing:
            found[data][row.metric].append(row)
    rows = {data: by_metric.get(RANKED) or by_metric[BY_TEXT] for data, by_metric in found.items()}
    return {data: Board(of_data, [by_id.get(row.id) for row in of_data]) for data, of_data in rows.items()}


@dataclass(frozen=True)
class Board:
    """The items of one board that are scored, each with its reading or None.

    Attributes:
        scores: of the metric that is shown of the surest; by text where the reader gives no places.
        readings: in the same order.
    """

    scores: Sequence[ScoreRow]
    readings: Sequence[Told | None]

    def rows(self, cell: LeaderboardRow, seed: int) -> list[LeaderboardRow]:
        """Return the cells of the confidences; what is not told is missing, with the reason."""
        values: dict[str, Weighted | None] = {name: self._error(kind) for kind, name in ERRORS.items()}
        values |= {SUREST: self.surest(COVERAGE), CORRELATION: self._correlation(), ESTIMATED: self._estimated()}
        return [self._row(replace(cell, metric=name), value, seed) for name, value in values.items()]

    def surest(self, share: float) -> Weighted | None:
        """The score of the ``share`` of items that the reader is surest of; None where it is sure of nothing."""
        estimates = [None if one is None else one.estimate for one in self.readings]
        if all(estimate is None for estimate in estimates) or self.scores[0].metric != RANKED:
            return None
        said = np.array([-np.inf if estimate is None else estimate for estimate in estimates])
        counts = np.array([row.counts.row for row in self.scores])
        return lambda weights: METRICS[RANKED].statistic(covered(said, share, weights) @ counts)

    def reliability(self, kind: str) -> NDArray[np.float64]:
        """Elements of each bin of confidence, the sum of their confidences and how many are right: shape (bins, 3)."""
        return np.asarray(self._binned(kind).sum(axis=0))

    def _binned(self, kind: str) -> NDArray[np.float64]:
        """Of each item, shape (items, bins, 3)."""
        found = np.zeros((len(self.readings), BINS, 3))
        for item, reading in enumerate(self.readings):
            if reading is not None and reading.said[kind]:
                said, right = np.array(reading.said[kind]), np.array(reading.right[kind], float)
                np.add.at(found[item], bin_of(said), np.stack([np.ones_like(said), said, right], axis=1))
        return found

    def _error(self, kind: str) -> Weighted | None:
        binned = self._binned(kind)
        if not binned.any():
            return None

        def error(weights: Numbers) -> Numbers:
            count, said, right = np.moveaxis(np.tensordot(weights, binned, axes=1), -1, 0)
            with np.errstate(invalid="ignore"):  # a sample of items without elements
                return np.asarray(np.abs(said - right).sum(axis=-1) / count.sum(axis=-1))

        return error

    def _estimated(self) -> Weighted | None:
        """The mean of a reader's own estimates, which needs no reference, over the items of which there is one."""
        known, said = self._estimates()
        if not known.any():
            return None

        def mean(weights: Numbers) -> Numbers:
            with np.errstate(invalid="ignore"):  # a sample without estimates
                return np.asarray(weights @ (known * said) / (weights @ known))

        return mean

    def _estimates(self) -> tuple[Numbers, Numbers]:
        """Of each item, 1 where there is an estimate, and the estimate."""
        known = [reading is not None and reading.estimated for reading in self.readings]
        said = [(reading and reading.estimate) or 0.0 for reading in self.readings]
        return np.array(known, np.float64), np.array(said, np.float64)

    def _correlation(self) -> Weighted | None:
        """Pearson's, over the items of which there is an estimate."""
        known, said = self._estimates()
        true = np.array([reading.edge_f1 if reading else 0.0 for reading in self.readings])
        if known.sum() < 2:
            return None

        def correlation(weights: Numbers) -> Numbers:
            shares = weights * known
            with np.errstate(invalid="ignore", divide="ignore"):  # a sample in which nothing differs
                shares = shares / shares.sum(axis=-1, keepdims=True)
                off = [side - (shares @ side)[..., None] for side in (said, true)]
                spreads = [(shares * side**2).sum(axis=-1) for side in off]
                return np.asarray((shares * off[0] * off[1]).sum(axis=-1) / np.sqrt(spreads[0] * spreads[1]))

        return correlation

    def _row(self, cell: LeaderboardRow, value: Weighted | None, seed: int) -> LeaderboardRow:
        found = float("nan") if value is None else float(value(np.ones(len(self.scores))))
        if value is None or not np.isfinite(found):
            return replace(cell, value=None, low=None, high=None, n=0, reason=cell.reason or _SILENT)
        _, clusters = np.unique([row.chart for row in self.scores], return_inverse=True)
        samples = bootstrap_values(value, clusters, seed=seed)
        low, high = percentile_interval(samples[np.isfinite(samples)])
        return replace(cell, value=found, low=low, high=high)
