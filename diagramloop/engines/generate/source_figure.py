"""Control: the source figure itself. No generator can do better; what is lost here is lost by the parser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from diagramloop.asking import Need
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.generators import GeneratedImage, Gold, Provenance, Rejected, one_by_one
from diagramloop.scores.expected import Expectations, Expected


class SourceFigure:
    """Hands over the figure that the gold graph was read from; an item without one is rejected (NOT_ASKED)."""

    name = "source_figure"
    needs: ClassVar = (Need.FIGURE,)
    expected: ClassVar[Expectations] = {"sciflow/node_f1": Expected.SOMETHING}

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.engines.generate.Control`."""
        return one_by_one(self._hand_over, golds, seed)

    def _hand_over(self, gold: Gold, seed: int) -> GeneratedImage:
        if gold.picture is None:
            raise DiagramloopError(f"{gold.id} has no source figure", reason=RejectionReason.NOT_ASKED)
        return GeneratedImage(gold.id, gold.picture, Provenance(self.name, "source figure", seed, svg=gold.svg))
