"""Control: the gold graph, drawn again. What is lost here is lost by parser and scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowbench.generate._drawing import drawing
from flowbench.generate._generator import GeneratedImage, Gold, Rejected, one_by_one


class Reference:
    """Draws the gold graph as it is."""

    name = "reference"

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`flowbench.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        return drawing(self.name, gold.prompt, gold.graph, seed)
