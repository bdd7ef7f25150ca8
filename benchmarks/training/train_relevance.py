"""Train how strongly each kind of evidence counts for an utterance to answer a step at all.

    python -m benchmarks.training.train_relevance DATA [--write]

DATA is the folder that holds flodial/ and pfdial/. Prints, at several thresholds, the share of utterances that pass, by
kind: of answers it ought to be all, of the others none. Trained on text written for diagramloop (seeds/); the threshold
is chosen on "dev", whose charts and kinds of irrelevant utterances were not trained on; "held" is a third part of both.
With --write the weights go to diagramloop/converse/embedded/relevance.safetensors.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.training._relevance_cases import LANGUAGES, Case, cases, real, training
from diagramloop.converse.embedded import relevance
from diagramloop.models.weight_file import TrainedNumbers
from diagramloop.training.language.logistic import fit

MODEL = Path(relevance.__file__).with_name("relevance.safetensors")
THRESHOLDS = (-1.0, -0.5, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5)

Matrix = NDArray[np.float64]


def evidence(found: Sequence[Case]) -> Matrix:
    """Shape (cases, features)."""
    return np.array([relevance.evidence(case.utterance, case.grounding) for case in found])


def show(part: str, found: Sequence[Case], weights: Matrix) -> None:
    """A line for each kind, and one for the mean of the kinds that answer nothing."""
    scores = evidence(found) @ weights
    for language in LANGUAGES:
        passed: dict[str, list[Matrix]] = defaultdict(list)
        for case, score in zip(found, scores, strict=True):
            if case.language == language:
                source = f"{case.group.split()[0]} " if case.answers else ""
                passed[source + case.kind].append(score >= np.array(THRESHOLDS))
        shares = {kind: np.mean(several, axis=0) for kind, several in sorted(passed.items())}
        for kind, share in shares.items():
            line(f"{part} {language} {kind}", len(passed[kind]), share)
        irrelevant = [share for kind, share in shares.items() if "answer" not in kind]
        line(f"{part} {language} IRRELEVANT, mean", len(irrelevant), np.mean(irrelevant, axis=0))


def line(name: str, count: int, shares: Matrix) -> None:
    """One line of the table."""
    print(f"{name:40}{count:6}" + "".join(f"{share:8.3f}" for share in shares))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true", help="keep the weights")
    given = parser.parse_args()
    trained = training()
    weights = fit(evidence(trained), np.array([case.answers for case in trained]))
    rounded = dict(zip(relevance.FEATURES, np.round(weights, 3).tolist(), strict=True))
    print(f"{len(trained)} cases")
    for name, weight in rounded.items():
        print(f"  {name:18} {weight:+.3f}")
    print(f"{'share at or above':46}" + "".join(f"{threshold:8.2f}" for threshold in THRESHOLDS))
    charts = real(given.data)
    for part in ("dev", "held"):
        show(part, cases(charts, part), weights)
    if given.write:
        TrainedNumbers({"weights": np.array([*rounded.values()])}, {"features": list(rounded)}).write(MODEL)


if __name__ == "__main__":
    main()
