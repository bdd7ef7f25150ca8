"""Fit the confidence of texts, and say how well it is calibrated on families of pictures that are left out in turn.

    python -m benchmarks.training.train_texts KEPT [--write]

KEPT is a folder of readings as ``read_to_check.py`` leaves it; both are run again when readers of letters change. A row
of the table is a family that nothing was fitted on: how many texts are on elements that are there, the share that is
right, the expected calibration error (Guo et al., ICML 2017) with what chance alone makes of so many texts, the chance
that a wrong text is less sure than a right one (AUC); then, of labels, the same error; of readings, the correlation of
``estimated_f1`` with the true one, and the means of both. With --write weights of all families but those ``apart`` (in
checked_families.yaml), record and lineage go to diagramloop/engines/parse/checking/weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from benchmarks.training._checked_readings import FAMILIES, CheckedReading, readings_in
from benchmarks.training._confidence_signs import edge_of, signs_of, weights_of, write_weights
from diagramloop.engines.parse.checking.confidence import Parts, confidence_weights
from diagramloop.engines.parse.checking.text_confidence import SIGN_NAMES, TERMS, TextWeights, terms
from diagramloop.evaluation.calibration import calibration_error, correlation

GROUPS = {  # families of one manner, of which none may be fitted on where another is measured
    "hand": ("hand_train", "hand_validation"),
    "tablet": ("sketched",),
    "foreign tools": ("bpmn", "foreign"),
    "corpus": ("print", "theme", "small_print", "photographed"),
    "FlowExplainBench": ("small_jpeg", "degraded"),
}
SIGN_OF = {  # 1 where more of a term makes a text no less likely to be right, -1 where no more
    **dict.fromkeys(("page", "unknown", "near", "ink", "unowned", "free_texts", "free_texts_and_empty"), -1),
    "claim": 1,
}
PRIOR = np.array([float(term == "claim") for term in TERMS])  # the word of who read the letters is as good as it says
RIDGE = 1.0  # against the log losses of all texts
DRAWS = 200  # of readings that are calibrated exactly, for the error that chance makes

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Texts:
    """Texts of readings that can be judged: signs of shape (n, signs), right as 0 or 1, and family of each."""

    signs: Numbers
    right: Numbers
    families: NDArray[np.str_]

    @classmethod
    def of(cls, readings: Sequence[CheckedReading]) -> Texts:
        """All of them."""
        signs, right, families = [], [], []
        for reading in readings:
            for row, verdict in zip(texts_of(reading), reading.right["texts"], strict=True):
                if verdict is not None:
                    signs.append(row)
                    right.append(verdict)
                    families.append(reading.family)
        return cls(np.array(signs).reshape(-1, len(SIGN_NAMES)), np.array(right, np.float64), np.array(families))


def texts_of(reading: CheckedReading) -> Numbers:
    """Signs of all texts of a reading."""
    return reading.values["texts"].reshape(-1, len(SIGN_NAMES))


def fitted(texts: Texts) -> TextWeights:
    """Logistic regression within :data:`SIGN_OF`, drawn to :data:`PRIOR`.

    A family counts as the root of the number of its texts does.
    """
    counts = weights_of(texts.families)
    counts = counts * len(counts) / counts.sum()
    columns, signs = terms(texts.signs), np.where(texts.right > 0, 1.0, -1.0)

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        margins = signs * (columns @ weights)
        slope = -counts * signs * expit(-margins)
        away = weights - PRIOR
        return float(counts @ np.logaddexp(0, -margins) + RIDGE * away @ away / 2), slope @ columns + RIDGE * away

    bounds = [{1: (0, None), -1: (None, 0), 0: (None, None)}[SIGN_OF.get(term, 0)] for term in TERMS]
    best = minimize(loss, PRIOR, jac=True, method="L-BFGS-B", bounds=bounds)
    return TextWeights(np.asarray(best.x, np.float64))


def figures(weights: TextWeights, readings: Sequence[CheckedReading]) -> dict[str, float]:
    """The figures of weights on readings."""
    texts = Texts.of(readings)
    said = weights.probabilities(texts.signs)
    labels = [_labels(weights, reading) for reading in readings]
    on_labels = [verdict for reading in readings for verdict in reading.right["labels"]]
    estimates = [estimate(weights, reading) for reading in readings]
    truth = [reading.right["whole"][0] for reading in readings]
    return {
        "texts": len(said),
        "right": float(texts.right.mean()),
        "error": calibration_error(said, texts.right),
        "by chance": _error_by_chance(said),
        "AUC": ranked(said, texts.right),
        "labels": len(on_labels),
        "label error": calibration_error(np.concatenate(labels), on_labels),
        "estimate r": correlation(estimates, truth),
        "estimate": float(np.mean(estimates)),
        "true F1": float(np.mean(truth)),
    }


def _error_by_chance(said: Numbers) -> float:
    """Mean calibration error of texts that are right exactly as often as is said."""
    rng = np.random.default_rng(0)
    return float(np.mean([calibration_error(said, rng.random(len(said)) < said) for _ in range(DRAWS)]))


def ranked(said: Numbers, right: Numbers) -> float:
    """The chance that a wrong text is less sure than a right one; NaN where all are right or wrong.

    >>> ranked(np.array([0.9, 0.2, 0.4]), np.array([1.0, 0.0, 0.0]))
    1.0
    """
    wrong, fine = said[right == 0], said[right == 1]
    if not len(wrong) or not len(fine):
        return float("nan")
    ahead = (wrong[:, None] < fine[None, :]) + 0.5 * (wrong[:, None] == fine[None, :])
    return float(ahead.mean())


def _trees(kind: str, reading: CheckedReading) -> Numbers:
    return np.asarray(getattr(confidence_weights(), kind).probabilities(signs_of(kind, reading)))


def _labels(weights: TextWeights, reading: CheckedReading) -> Numbers:
    """Probability of each label: of its edge, and of what is written on it or whose it is, whichever is less."""
    read = weights.probabilities(_label_texts(reading))
    owned, edges = _trees("labels", reading), _trees("edges", reading)
    return np.asarray(np.minimum(owned, read) * edges[edge_of(reading)])


def _label_texts(reading: CheckedReading) -> Numbers:
    """Signs of the texts of the labels that have a place: the last ones, if all have."""
    texts, labels = texts_of(reading), len(reading.signs["labels"])
    return texts[len(texts) - labels :]


def estimate(weights: TextWeights, reading: CheckedReading) -> float:
    """The F1 that a reading is likely to have by these weights, as ``FlowGraph.estimated_f1`` says it."""
    chart, (missed,) = reading.values["chart"][0], reading.signs["missed"]
    nodes, edges, labels = _trees("nodes", reading), _trees("edges", reading), _labels(weights, reading)
    names = nodes * weights.probabilities(texts_of(reading)[: len(nodes)])
    bare_exits, free_texts = (int(count or 0) for count in missed)
    return Parts(names, nodes, edges, labels, edges[edge_of(reading)]).expected_f1(chart, bare_exits, free_texts)


def left_out(readings: Sequence[CheckedReading]) -> dict[str, dict[str, float]]:
    """Figures of each group of families by the weights of all others."""
    rows = {}
    for name, families in GROUPS.items():
        apart = [reading for reading in readings if reading.family in families]
        others = [reading for reading in readings if reading.family not in families]
        if apart and others:
            rows[name] = figures(fitted(Texts.of(others)), apart)
    return rows


def table(rows: dict[str, dict[str, float]]) -> str:
    """The figures, one row for each name."""
    first = next(iter(rows.values()))
    lines = [f"{'left out':18}" + "".join(f"{name:>13}" for name in first)]
    for name, row in rows.items():
        lines.append(
            f"{name:18}" + "".join(f"{value:>13.0f}" if value > 1 else f"{value:>13.3f}" for value in row.values())
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kept", type=Path)
    parser.add_argument("--write", action="store_true", help="keep the weights")
    given = parser.parse_args()
    readings = readings_in(given.kept)
    rows = left_out(readings)
    never = set(yaml.safe_load(FAMILIES.read_text("utf-8"))["apart"])
    kept, apart = ([r for r in readings if (r.family in never) is side] for side in (False, True))
    weights = fitted(Texts.of(kept))
    rows |= {"apart": figures(weights, apart)} if apart else {}
    print(table(rows | {"fitted on": figures(weights, kept)}))
    print("  ".join(f"{term} {value:.2f}" for term, value in zip(TERMS, weights.weights, strict=True)))
    if given.write:
        write_weights("texts", weights.numbers(), kept, rows)


if __name__ == "__main__":
    main()
