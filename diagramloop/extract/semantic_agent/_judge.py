"""The embedded judge: what a revision is expected to gain, from boosted regression trees fitted on PAGED.

``benchmarks/training/refinement_judge.py`` fits them and measures them on folds that they were not fitted on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from diagramloop.extract.semantic_agent._revisions import RevisionKind

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
        told = np.array([features.get(name, 0.0) for name in self.names], dtype=np.float32)
        tree = np.arange(len(self.feature))
        at = np.zeros(len(tree), dtype=np.int64)
        for _ in range(DEPTH):
            at = 2 * at + 1 + (told[self.feature[tree, at]] > self.threshold[tree, at])
        return self.base + float(self.value[tree, at - _INNER].sum(dtype=np.float64))


Judge = Mapping[RevisionKind, Trees]
"""Trees for each kind of revision that pays; the others are not worth proposing."""


@cache
def shipped_judge() -> Judge:
    """The judge in the package."""
    with files(__package__).joinpath("judge.npz").open("rb") as file:
        return loaded(np.load(file, allow_pickle=False))


def loaded(arrays: Mapping[str, NDArray[np.generic]]) -> Judge:
    """A judge from the arrays that :func:`arrays_of` makes of one."""
    kinds = [kind for kind in RevisionKind if f"{kind.value}/value" in arrays]
    return {kind: _trees({part: arrays[f"{kind.value}/{part}"] for part in _PARTS}) for kind in kinds}


def arrays_of(judge: Judge) -> dict[str, NDArray[np.generic]]:
    """A judge as named arrays without objects."""
    return {
        f"{kind.value}/{part}": np.asarray(getattr(trees, part)) for kind, trees in judge.items() for part in _PARTS
    }


_PARTS = ("names", "base", "feature", "threshold", "value")


def _trees(parts: dict[str, NDArray[np.generic]]) -> Trees:
    return Trees(
        tuple(str(name) for name in parts["names"]),
        float(parts["base"]),
        parts["feature"].astype(np.int16),
        parts["threshold"].astype(np.float32),
        parts["value"].astype(np.float32),
    )
