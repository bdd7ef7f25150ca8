"""Weights of the small trained models, kept beside them as JSON."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray


@cache
def weights_of(name: str, features: tuple[str, ...]) -> NDArray[np.float64]:
    """The weight of each of ``features`` in the file ``name``, shape (len(features),)."""
    stored = json.loads(files(__package__).joinpath(name).read_text("utf-8"))
    return np.array([stored[feature] for feature in features], dtype=np.float64)
