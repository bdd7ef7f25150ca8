"""Control: a blank page. Whatever scores here is given for nothing."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from PIL import Image

from flowbench.generate._generator import GeneratedImage, Gold, Provenance, Rejected, one_by_one

SIDE = 1_024  # pixels: what text-to-image models paint


class Empty:
    """Hands in white paper."""

    name = "empty"

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`flowbench.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        file = io.BytesIO()
        Image.new("RGB", (SIDE, SIDE), "white").save(file, "PNG")
        return GeneratedImage(gold.id, file.getvalue(), Provenance(self.name, "blank", seed))
