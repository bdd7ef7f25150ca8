"""Weights of the small trained models, kept beside them."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.weight_file import SUFFIX, shipped_numbers


@cache
def weights_of(name: str, features: tuple[str, ...], array: str = "weights") -> NDArray[np.float64]:
    """The weight of each of ``features`` in the file ``name``, shape (len(features),).

    Args:
        array: in the file; its features are listed there behind the same name, those of the weights as such.

    Raises:
        DiagramloopError: there is none, or it is of other features (MISSING).
    """
    kept = shipped_numbers(__package__, f"{name}{SUFFIX}")
    if tuple(kept.facts.get("features" if array == "weights" else array, ())) != features:
        raise DiagramloopError(f"{name} is of other features: train it anew", reason=RejectionReason.MISSING)
    return np.asarray(kept.arrays[array], dtype=np.float64)
