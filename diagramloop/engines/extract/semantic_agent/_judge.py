"""The embedded judge: what a revision is expected to gain, from boosted regression trees fitted on PAGED.

The stage ``learned_weights@judge`` fits them and measures them on folds that they were not fitted on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.extract.semantic_agent._revisions import RevisionKind
from diagramloop.models.weight_file import TrainedNumbers, shipped_numbers

FILE = "judge.safetensors"

DEPTH = 3
_INNER = 2**DEPTH - 1


@dataclass(frozen=True)
class Trees:
    """A sum of complete binary trees of depth 3.

    Attributes:
        names: of the features, (f,).
        base: what is expected of a revision without looking at it.
        feature: (trees, 7) which feature each inner node asks for, level by level.
        threshold: (trees, 7) above which the answer is to the right.
        value: (trees, 8) of the leaves.
    """

    names: tuple[str, ...]
    base: float
    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    value: NDArray[np.float32]

    def expected(self, features: Mapping[str, float]) -> float:
        """The sum of the leaves that the features lead to."""
        values = np.array([features.get(name, 0.0) for name in self.names], dtype=np.float32)
        tree = np.arange(len(self.feature))
        node = np.zeros(len(tree), dtype=np.int64)
        for _ in range(DEPTH):
            node = 2 * node + 1 + (values[self.feature[tree, node]] > self.threshold[tree, node])
        return self.base + float(self.value[tree, node - _INNER].sum(dtype=np.float64))


Judge = Mapping[RevisionKind, Trees]
"""Trees for each kind of revision that pays; the others are not worth proposing."""


@cache
def shipped_judge() -> Judge:
    """The judge in the package.

    Raises:
        DiagramloopError: the file is not there (MISSING): the installation is broken.
    """
    return judge_of(shipped_numbers(__package__, FILE))


def judge_of(numbers: TrainedNumbers) -> Judge:
    """The judge that :func:`numbers_of` described."""
    judge = {}
    for kind, facts in numbers.facts.items():
        arrays = [numbers.arrays[f"{kind}/{part}"] for part in _ARRAYS]
        judge[RevisionKind(kind)] = Trees(tuple(facts["names"]), float(facts["base"]), *arrays)
    return judge


def numbers_of(judge: Judge) -> TrainedNumbers:
    """A judge as it is kept."""
    arrays = {f"{kind.value}/{part}": getattr(trees, part) for kind, trees in judge.items() for part in _ARRAYS}
    facts = {kind.value: {"names": list(trees.names), "base": trees.base} for kind, trees in judge.items()}
    return TrainedNumbers(arrays, facts)


_ARRAYS = ("feature", "threshold", "value")
