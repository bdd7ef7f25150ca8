"""A picture read, or a generated one read back, laid over its gold graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from diagramloop.graph import FlowGraph
from diagramloop.report._marks import ElementMark, gold_marks, invented, predicted_marks
from diagramloop.report._sample import Drawing, Panel, Passage, Sample
from diagramloop.scores.alignment import Alignment


@dataclass(frozen=True)
class Reading:
    """One system's reading of one chart.

    Attributes:
        headline: name of the metric that ``score`` is of.
        score: of this chart alone, or None.
        predicted: with the picture alone when nothing was read from it, None when there is none; ``reason`` says why.
        alignment: of what was read, or of nothing, with the gold.
        sources: captions and pictures of what the system or its prompt was made from.
        passages: texts to show with it: what a generator was asked for.
        by: what the system did, for the caption.
        facets: see :class:`Sample`.
    """

    task: str
    data: str
    system: str
    chart: str
    headline: str
    score: float | None
    gold: Drawing
    predicted: Drawing | None
    alignment: Alignment | None
    reason: str = ""
    facets: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[tuple[str, Drawing], ...] = ()
    passages: tuple[Passage, ...] = ()
    by: str = "read by"

    def sample(self) -> Sample:
        """Gold and reading side by side; what is invented is told of the reading, all else of the gold."""
        gold, read = self._marks()
        panels = [Panel(caption, drawing) for caption, drawing in self.sources]
        panels += Panel("gold", self.gold, gold), Panel(f"{self.by} {self.system}", self.predicted, read, self.reason)
        scored = (self.task, self.data, self.system, self.chart, self.headline, self.score)
        return Sample(
            *scored,
            panels=tuple(panels),
            passages=self.passages,
            verdicts=(*gold, *invented(read)),
            reason=self.reason,
            facets=self.facets,
        )

    def _marks(self) -> tuple[tuple[ElementMark, ...], tuple[ElementMark, ...]]:
        """Those of the gold, and those of the reading."""
        if self.alignment is None:
            return (), ()
        pred = self.predicted.graph if self.predicted else FlowGraph()
        laid = (pred, self.gold.graph, self.alignment)
        return gold_marks(*laid), predicted_marks(*laid) if self.predicted else ()
