"""Fit the confidences of readings, and say how well they are calibrated on families that nothing was fitted on.

    python -m benchmarks.training.train_checks KEPT [--write]

KEPT is a folder of readings as ``read_to_check.py`` leaves it. Trees are grown on the families to fit; how sure they
may be is found with each family left out in turn. Printed are, of the families apart, each and together: the expected
calibration error of nodes, edges and labels, the correlation of the estimated edge F1 with the true one, and the share
of errors among the 30 % of least confidence; beside them what the weights say that are shipped now. With --write
weights, record and lineage go to diagramloop/engines/parse/checking/weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from benchmarks.training._boosting import Boosting, left_out, scaled
from benchmarks.training._checked_readings import FAMILIES, CheckedReading, readings_in
from benchmarks.training._confidence_signs import NAMES, edge_of, signs_of, weights_of, write_weights
from diagramloop.engines.parse.checking.confidence import ConfidenceWeights, confidence_weights, expected_edge_f1
from diagramloop.errors import ModelError
from diagramloop.evaluation.calibration import PARTS, correlation, figures

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """Rows of one kind of all readings.

    Attributes:
        values: signs, shape (rows, signs).
        right: between 0 and 1.
        weights: each family counts as the root of its rows does.
        families: of each row.
        readings: number of each row's reading.
    """

    values: Numbers
    right: Numbers
    weights: Numbers
    families: NDArray[np.str_]
    readings: NDArray[np.intp]


def rows_of(kind: str, readings: Sequence[CheckedReading]) -> Rows:
    """Rows of nodes, edges, or the labels of right edges, with the signs that their trees ask for."""
    values, right, families, numbers = [], [], [], []
    for number, reading in enumerate(readings):
        signs, told = signs_of(kind, reading), np.array(reading.right[kind])
        if kind == "labels":
            on_right = np.array(reading.right["edges"])[edge_of(reading)] > 0 if len(told) else np.zeros(0, bool)
            signs, told = signs[on_right], told[on_right]
        values.append(signs)
        right.append(told)
        families += [reading.family] * len(told)
        numbers += [number] * len(told)
    named = np.array(families)
    return Rows(np.vstack(values), np.concatenate(right), weights_of(named), named, np.array(numbers))


def fitted(readings: Sequence[CheckedReading], growing: dict[str, Boosting]) -> tuple[ConfidenceWeights, Numbers]:
    """The weights, and the edge F1 of each reading as trees estimate it that saw nothing of its family."""
    made, scores = {}, {}
    for kind in PARTS:
        rows = rows_of(kind, readings)
        scores[kind] = left_out(growing[kind], rows.values, rows.right, rows.weights, rows.families)
        grown = growing[kind].fit(rows.values, rows.right, rows.weights)
        made[kind] = scaled(grown, scores[kind], rows.right, rows.weights)
    said, of_reading = 1 / (1 + np.exp(-made["edges"].slope * scores["edges"])), rows_of("edges", readings).readings
    estimates = [
        expected_edge_f1(reading.values["chart"][0], said[of_reading == number])
        for number, reading in enumerate(readings)
    ]
    return ConfidenceWeights(**made), np.array(estimates)


def measured(weights: ConfidenceWeights, readings: Sequence[CheckedReading]) -> dict[str, float]:
    """The figures of weights on readings."""
    said: dict[str, list[float]] = {kind: [] for kind in (*PARTS, "chart")}
    right: dict[str, list[float]] = {kind: [] for kind in (*PARTS, "chart")}
    for reading in readings:
        parts = {kind: getattr(weights, kind).probabilities(signs_of(kind, reading)) for kind in PARTS}
        parts["labels"] = parts["labels"] * parts["edges"][edge_of(reading)]
        parts["chart"] = np.array([expected_edge_f1(reading.values["chart"][0], parts["edges"])])
        for kind, told in parts.items():
            said[kind] += told.tolist()
            right[kind] += reading.right[kind]
    return figures(said, right)


def growing() -> dict[str, Boosting]:
    """Rules by which the trees of each kind are grown."""
    node, edge = ({n: s for n, s in RISING.items() if n in names} for names in (NAMES["nodes"], NAMES["edges"]))
    return {
        "nodes": Boosting(NAMES["nodes"], node),
        "edges": Boosting(NAMES["edges"], edge),
        "labels": Boosting(NAMES["labels"], RISING, trees=40, depth=2, least_leaf=20),
    }


_MORE = (
    "shape_confidence text_confidence outline_ink twins network_inside network_centre network_border cost_confidence "
    "inked weakest_node weakest_outline network_line network_head network_course margin_text_heights"
)
_LESS = (
    "outline_gap_text_heights overlap inner_ink left_ends unowned_share left_lines left_between left_at_one left_heads "
    "open_faces unowned_texts lonely_nodes network_unowned gap_text_heights through_nodes shared parallels left_near "
    "distance_text_heights rivals source_text_heights target_text_heights two_headed two_headed_edges headless "
    "headless_edges"
)
RISING = dict.fromkeys(_MORE.split(), 1) | dict.fromkeys(_LESS.split(), -1)


def table(named: Iterable[tuple[str, dict[str, float]]]) -> str:
    """The figures, one row for each name."""
    rows = list(named)
    head = f"{'':24}" + "".join(f"{name.rsplit(' calibration')[0]:>26}" for name in rows[0][1])
    return "\n".join([head, *(f"{name:24}" + "".join(f"{v:26.3f}" for v in row.values()) for name, row in rows)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kept", type=Path)
    parser.add_argument("--write", action="store_true", help="keep the weights")
    given = parser.parse_args()
    apart = set(yaml.safe_load(FAMILIES.read_text("utf-8"))["apart"])
    every = readings_in(given.kept)
    fit, validate = ([r for r in every if (r.family in apart) is side] for side in (False, True))
    weights, outside = fitted(fit, growing())
    print(report(weights, fit, outside, validate))
    if given.write:
        write_weights("confidence", weights.numbers(), fit, _by_family(weights, validate))


def report(
    weights: ConfidenceWeights, fit: Sequence[CheckedReading], outside: Numbers, validate: Sequence[CheckedReading]
) -> str:
    """The figures of families apart, each and together, and how the estimates of families left out correlate."""
    rows = _apart(weights, validate)
    with suppress(ModelError):  # shipped ones that ask for other signs
        shipped = _apart(confidence_weights(), validate)
        rows |= {f"{name}, shipped": told for name, told in shipped.items()}
    rows["fitted on"] = measured(weights, fit)
    truth = [reading.right["chart"][0] for reading in fit]
    return f"{table(rows.items())}\nfamilies left out in turn: correlation {correlation(outside, truth):.3f}"


def _apart(weights: ConfidenceWeights, readings: Sequence[CheckedReading]) -> dict[str, dict[str, float]]:
    return _by_family(weights, readings) | {"all apart": measured(weights, readings)}


def _by_family(weights: ConfidenceWeights, readings: Sequence[CheckedReading]) -> dict[str, dict[str, float]]:
    families = sorted({reading.family for reading in readings})
    return {name: measured(weights, [one for one in readings if one.family == name]) for name in families}


if __name__ == "__main__":
    main()
