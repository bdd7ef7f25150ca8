"""Shares of utterances that the shipped relevance lets pass at several thresholds, on charts it was not trained on.

    python -m benchmarks.training.relevance_thresholds DATA

DATA is the folder that holds flodial/ and pfdial/. Of answers all ought to pass, of the other kinds none. The threshold
is chosen on "dev", whose charts and kinds of irrelevant utterances were not trained on; "held" is a third part of both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import typer

from benchmarks.training._real_charts import real
from diagramloop.engines.converse.embedded.relevance_model import relevance
from diagramloop.engines.training.language.logistic import Matrix
from diagramloop.engines.training.language.relevance_cases import LANGUAGES, Case
from diagramloop.engines.training.language.relevance_charts import PARTS, cases

THRESHOLDS = (-1.0, -0.5, 0.0, 0.25, 0.5, 0.75, 1.0, 1.5)


def show(part: str, found: Sequence[Case]) -> None:
    """A line for each kind, and one for the mean of the kinds that answer nothing."""
    for language in LANGUAGES:
        passed: dict[str, list[Matrix]] = defaultdict(list)
        for case in (case for case in found if case.language == language):
            source = f"{case.group.split()[0]} " if case.answers else ""
            score = relevance(case.utterance, case.grounding)
            passed[source + case.kind].append(score >= np.array(THRESHOLDS))
        shares = {kind: np.mean(several, axis=0) for kind, several in sorted(passed.items())}
        for kind, share in shares.items():
            line(f"{part} {language} {kind}", len(passed[kind]), share)
        irrelevant = [share for kind, share in shares.items() if "answer" not in kind]
        line(f"{part} {language} IRRELEVANT, mean", len(irrelevant), np.mean(irrelevant, axis=0))


def line(name: str, count: int, shares: Matrix) -> None:
    """One line of the table."""
    print(f"{name:40}{count:6}" + "".join(f"{share:8.3f}" for share in shares))


def main(data: Path) -> None:
    """Print the table."""
    print(f"{'share at or above':46}" + "".join(f"{threshold:8.2f}" for threshold in THRESHOLDS))
    charts = real(data)
    for part in PARTS:
        show(part, cases(charts, part))


if __name__ == "__main__":
    typer.run(main)
