"""Kinds of figures, told by small trained trees from colours, ink and what a reader found; one probability for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.documents._model import DiagramKind
from diagramloop.engines.documents.kind_features import SIGNS, signs, signs_of_graph
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.models.boosted_trees import BoostedTrees
from diagramloop.models.weight_file import TrainedNumbers, shipped_numbers

RefusedKind = Literal["chart", "photograph", "table"]
FigureKind = Literal["flowchart", "bpmn", "architecture", "figure", "chart", "photograph", "table"]
DIAGRAMS: tuple[DiagramKind, ...] = get_args(DiagramKind)
REFUSED: tuple[RefusedKind, ...] = get_args(RefusedKind)
KINDS: tuple[FigureKind, ...] = get_args(FigureKind)
SHIPPED = "weights/kinds.safetensors"
EVEN = 0.5  # probability from which on a figure is a diagram
DIGITS = 3  # of a probability; the rest is not known


@dataclass(frozen=True)
class Verdict:
    """The likeliest kind of a figure.

    Attributes:
        probability: of that kind.
        diagram: probability that it is a diagram of any kind.
    """

    kind: FigureKind
    probability: float
    diagram: float


@dataclass(frozen=True)
class KindWeights:
    """Trees that tell a figure's kind: one set for each kind, against all others."""

    trees: Mapping[FigureKind, BoostedTrees]

    def probabilities(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Shape (rows, kinds), in the order of :data:`KINDS`; each row adds up to 1."""
        said = np.stack([self.trees[kind].probabilities(rows) for kind in KINDS], axis=1)
        return np.asarray(said / said.sum(axis=1, keepdims=True))

    def numbers(self) -> TrainedNumbers:
        """The weights as a file has them."""
        arrays: dict[str, Any] = {}
        for kind, trees in self.trees.items():
            arrays |= trees.arrays(kind)
        return TrainedNumbers(arrays, {"signs": list(SIGNS)})

    @classmethod
    def of(cls, numbers: TrainedNumbers) -> KindWeights:
        """Return the weights that :meth:`numbers` described.

        Raises:
            DiagramloopError: they are none, or ask for other signs (MISSING).
        """
        try:
            if list(numbers.facts["signs"]) != list(SIGNS):
                raise ValueError("they ask for other signs")
            return cls({kind: BoostedTrees.of(numbers.arrays, kind, len(SIGNS)) for kind in KINDS})
        except (KeyError, ValueError) as error:
            message = f"no weights of kinds of figures: {error}"
            raise DiagramloopError(message, reason=RejectionReason.MISSING) from error


@lru_cache(maxsize=1)
def shipped_weights() -> KindWeights:
    """The weights that the package brings."""
    return KindWeights.of(shipped_numbers("diagramloop.engines.documents", SHIPPED))


def verdict(pixels: RGB, graph: FlowGraph | None) -> Verdict:
    """The kind of a figure, by its pixels and by what was read from them.

    Whether it is a diagram is decided first, by the sums of both sides; the kind is the likeliest one of that side.
    """
    told = shipped_weights().probabilities(signs(pixels, graph)[None])[0]
    by_kind = dict(zip(KINDS, told.tolist(), strict=True))
    diagram = sum(by_kind[kind] for kind in DIAGRAMS)
    side: tuple[FigureKind, ...] = DIAGRAMS if diagram >= EVEN else REFUSED
    best = max(side, key=lambda kind: by_kind[kind])
    return Verdict(best, round(by_kind[best], DIGITS), round(diagram, DIGITS))


def stated_kind(graph: FlowGraph) -> DiagramKind:
    """The kind of a graph that a document states, of which there are no pixels."""
    told = shipped_weights().probabilities(signs_of_graph(graph)[None])[0][: len(DIAGRAMS)]
    return DIAGRAMS[int(np.argmax(told))]
