"""The trained numbers of the embedded attributor, from ``attributor.safetensors``.

The stage ``learned_weights@attributor`` makes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.boosted_trees import BoostedTrees
from diagramloop.models.weight_file import TrainedNumbers, shipped_numbers

FILE = "attributor.safetensors"


@dataclass(frozen=True)
class GroundingWeights:
    """All that was trained.

    Attributes:
        first, second: the two readings' trees (:mod:`diagramloop.engines.attribute.embedded.features`).
        threshold: from this probability a node is attributed.
        typing: (4, 1 + task features) log-odds of the question types, in the order of
            :class:`diagramloop.data.sources.QuestionType`; the first column is the constant.
        names: of the features of the second reading, the first reading's first.
    """

    first: BoostedTrees
    second: BoostedTrees
    threshold: float
    typing: NDArray[np.float64]
    names: tuple[str, ...]

    def check(self, names: Sequence[str]) -> None:
        """Refuse weights that were trained on other features.

        Raises:
            DiagramloopError: MISSING.
        """
        if tuple(names) != self.names:
            raise DiagramloopError(
                "the attributor's weights are of other features: train them anew", reason=RejectionReason.MISSING
            )

    def numbers(self) -> TrainedNumbers:
        """The trees as arrays, and the features' names."""
        arrays = self.first.arrays("first") | self.second.arrays("second") | {"typing": self.typing}
        return TrainedNumbers(arrays, {"threshold": self.threshold, "names": list(self.names)})

    @classmethod
    def of(cls, numbers: TrainedNumbers) -> GroundingWeights:
        """Return the trees that :meth:`numbers` described.

        Raises:
            DiagramloopError: they are numbers of something else (MISSING).
        """
        arrays, facts = numbers.arrays, numbers.facts
        try:
            names = tuple(facts["names"])
            first, second = (BoostedTrees.of(arrays, name, len(names)) for name in ("first", "second"))
            return cls(first, second, float(facts["threshold"]), np.asarray(arrays["typing"]), names)
        except (KeyError, TypeError, ValueError) as error:
            message = f"no weights of the attributor: {error}"
            raise DiagramloopError(message, reason=RejectionReason.MISSING) from error


@cache
def shipped() -> GroundingWeights:
    """The weights of the package, read once."""
    return GroundingWeights.of(shipped_numbers(__package__, FILE))
