"""A picture read, or a generated one read back, laid over its gold graph."""

from __future__ import annotations

from dataclasses import dataclass

from flowbench.report._marks import gold_marks, predicted_marks
from flowbench.report._sample import Drawing, Panel, Sample
from flowbench.score.alignment import Alignment


@dataclass(frozen=True)
class Reading:
    """One system's reading of one chart.

    Attributes:
        headline: name of the metric that ``score`` is of.
        score: of this chart alone, or None.
        predicted: None when the system gave nothing; ``reason`` then says why.
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

    def sample(self) -> Sample:
        """Gold and reading side by side; missing and reversed parts from the gold, invented ones from the reading."""
        gold = gold_marks(self.gold.graph, self.alignment) if self.alignment else ()
        read = predicted_marks(self.predicted.graph, self.alignment) if self.predicted and self.alignment else ()
        return Sample(
            *(self.task, self.data, self.system, self.chart, self.headline, self.score),
            panels=(
                Panel("gold", self.gold, gold),
                Panel(f"read by {self.system}", self.predicted, read, self.reason),
            ),
            verdicts=(*gold, *(mark for mark in read if mark.status == "invented")),
            reason=self.reason,
        )
