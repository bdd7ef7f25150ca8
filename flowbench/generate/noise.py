"""Control: noise. Whatever scores here sees structure where there is none."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

import numpy as np
from PIL import Image

from flowbench.generate._generator import GeneratedImage, Gold, Provenance, Rejected, one_by_one


class Noise:
    """Hands in pixels of independent, uniform colours.

    Args:
        width, height: in pixels.
    """

    name = "noise"

    def __init__(self, width: int = 512, height: int = 512) -> None:
        self._shape = (height, width, 3)

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`flowbench.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        pixels = np.random.default_rng(seed).integers(0, 256, self._shape, dtype=np.uint8)
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, "PNG")
        return GeneratedImage(gold.id, file.getvalue(), Provenance(self.name, "uniform noise", seed))
