"""Control: noise. Whatever scores here sees structure where there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from diagramloop.evaluation.contestants.generators import GeneratedImage, Gold, Provenance, Rejected, one_by_one
from diagramloop.models.pixels import png


class Noise:
    """Hands in pixels of independent, uniform colours.

    Args:
        width, height: in pixels.
    """

    name = "noise"

    def __init__(self, width: int = 512, height: int = 512) -> None:
        self._shape = (height, width, 3)

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.engines.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        pixels = np.random.default_rng(seed).integers(0, 256, self._shape, dtype=np.uint8)
        return GeneratedImage(gold.id, png(pixels), Provenance(self.name, "uniform noise", seed))
