"""Control: a blank page. Whatever scores here is given for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import numpy as np

from diagramloop.evaluation.contestants.generators import GeneratedImage, Gold, Provenance, Rejected, one_by_one
from diagramloop.models.pixels import png
from diagramloop.scores.expected import Expectations, Expected

SIDE = 1_024  # pixels: what text-to-image models paint


class Empty:
    """Hands in white paper."""

    name = "empty"
    expected: ClassVar[Expectations] = {"sciflow/node_f1": Expected.NOTHING, "diagrameval/node_f1": Expected.NOTHING}

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.engines.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        white = np.full((SIDE, SIDE, 3), 255, np.uint8)
        return GeneratedImage(gold.id, png(white), Provenance(self.name, "blank", seed))
