"""The trained numbers of the embedded attributor, from ``weights.npz``.

``benchmarks/training/train_attributor.py`` makes them.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from diagramloop.attribute.embedded.boosted_trees import BoostedTrees
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.whole_files import write_whole


@dataclass(frozen=True)
class Weights:
    """All that was trained.

    Attributes:
        first, second: the two readings' trees (:mod:`diagramloop.attribute.embedded.features`).
        threshold: from this probability a node is attributed.
        typing: (4, 1 + task features) log-odds of the question types, in the order of
            :class:`diagramloop.sources.QuestionType`; the first column is the constant.
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

    def save(self, path: Path) -> None:
        """Write them as compressed arrays of numbers, and the features' names."""
        arrays = self.first.arrays("first") | self.second.arrays("second")
        trained = {"threshold": np.array(self.threshold), "typing": self.typing, "names": np.array(self.names)}
        np.savez_compressed(content := io.BytesIO(), allow_pickle=False, **arrays, **trained)
        write_whole(path, content.getvalue())

    @classmethod
    def load(cls, path: Path) -> Weights:
        """Read the trees that :meth:`save` wrote.

        Raises:
            DiagramloopError: there are none, or it is something else (MISSING).
        """
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = dict(file)
            return cls(
                BoostedTrees.of(arrays, "first"),
                BoostedTrees.of(arrays, "second"),
                float(arrays["threshold"]),
                arrays["typing"],
                tuple(arrays["names"].tolist()),
            )
        except FileNotFoundError as error:
            raise DiagramloopError(f"no weights at {path}", reason=RejectionReason.MISSING) from error
        except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile) as error:
            message = f"{path.name} holds no weights of the attributor: {error}"
            raise DiagramloopError(message, reason=RejectionReason.MISSING) from error


@cache
def shipped() -> Weights:
    """The weights of the package, read once."""
    with as_file(files(__package__) / "weights.npz") as path:
        return Weights.load(path)
