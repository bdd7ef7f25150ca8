"""Kinds of pictures, told by small trained trees before anything is read; one probability for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.look.signs import SIGNS, signs
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.boosted_trees import BoostedTrees
from diagramloop.models.weight_file import TrainedNumbers, shipped_numbers

DiagramKind = Literal["flowchart", "bpmn", "architecture", "sequence", "class", "tree", "figure"]
"""Kinds of diagrams: ``class`` is of classes, entities or tables, ``figure`` any other one that connects something."""
OtherKind = Literal["window", "table", "code", "text", "logo", "photograph", "map", "chart", "drawing", "formula"]
"""What else stands in documents: ``chart`` is one of data, ``drawing`` one with call-outs."""
PictureKind = DiagramKind | OtherKind
DIAGRAMS: tuple[DiagramKind, ...] = get_args(DiagramKind)
OTHERS: tuple[OtherKind, ...] = get_args(OtherKind)
KINDS: tuple[PictureKind, ...] = (*DIAGRAMS, *OTHERS)
NAMES: dict[PictureKind, str] = {
    "flowchart": "a flowchart", "bpmn": "a process in BPMN", "architecture": "an architecture",
    "sequence": "a sequence chart", "class": "a chart of classes or tables", "tree": "a tree", "figure": "a diagram",
    "window": "a window of a program", "table": "a table", "code": "a listing of code", "text": "text",
    "logo": "a logo or an icon", "photograph": "a photograph", "map": "a map", "chart": "a chart of data",
    "drawing": "a drawing with call-outs", "formula": "a formula",
}  # fmt: skip
"""Each kind in words."""
SHIPPED = "weights/look.safetensors"
EVEN = 0.5  # probability from which on a picture is a diagram
_DIGITS = 3  # of a probability; the rest is not known


@dataclass(frozen=True)
class Look:
    """The kind of a picture.

    Attributes:
        shares: probability of each kind.
    """

    shares: Mapping[PictureKind, float]

    @property
    def diagram(self) -> float:
        """Probability that it is a diagram of any kind."""
        return round(sum(self.shares[kind] for kind in DIAGRAMS), _DIGITS)

    @property
    def kind(self) -> PictureKind:
        """The likeliest kind, of diagrams where it is one, else of the others."""
        return self.diagram_kind if self.diagram >= EVEN else max(OTHERS, key=lambda kind: self.shares[kind])

    @property
    def diagram_kind(self) -> DiagramKind:
        """The likeliest kind of diagrams, be it one or not."""
        return max(DIAGRAMS, key=lambda kind: self.shares[kind])

    @property
    def name(self) -> str:
        """The kind in words."""
        return NAMES[self.kind]


@dataclass(frozen=True)
class LookWeights:
    """Trees that tell a picture's kind: one set for each kind, against all others."""

    trees: Mapping[PictureKind, BoostedTrees]

    def probabilities(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Shape (rows, kinds), in the order of :data:`KINDS`; each row adds up to 1."""
        odds = np.stack([self.trees[kind].probabilities(rows) for kind in KINDS], axis=1)
        return np.asarray(odds / odds.sum(axis=1, keepdims=True))

    def numbers(self) -> TrainedNumbers:
        """The weights as a file has them."""
        arrays: dict[str, Any] = {}
        for kind, trees in self.trees.items():
            arrays |= trees.arrays(kind)
        return TrainedNumbers(arrays, {"signs": list(SIGNS)})

    @classmethod
    def of(cls, numbers: TrainedNumbers) -> LookWeights:
        """Return the weights that :meth:`numbers` described.

        Raises:
            DiagramloopError: they are none, or ask for other signs (MISSING).
        """
        try:
            if list(numbers.facts["signs"]) != list(SIGNS):
                raise ValueError("they ask for other signs")
            return cls({kind: BoostedTrees.of(numbers.arrays, kind, len(SIGNS)) for kind in KINDS})
        except (KeyError, ValueError) as error:
            message = f"no weights of kinds of pictures: {error}"
            raise DiagramloopError(message, reason=RejectionReason.MISSING) from error


@lru_cache(maxsize=1)
def shipped_weights() -> LookWeights:
    """The weights that the package brings."""
    return LookWeights.of(shipped_numbers("diagramloop.engines.parse.look", SHIPPED))


def look(pixels: RGB) -> Look:
    """The kind of a picture of shape (height, width, 3), in less than 0.1 s on one core."""
    shares = shipped_weights().probabilities(signs(pixels)[None])[0]
    return Look({kind: round(share, _DIGITS) for kind, share in zip(KINDS, shares.tolist(), strict=True)})
