"""An answer to a question: what was said beside what is accepted, with the chart that was asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from diagramloop.report._marks import ElementMark, Status, node_mark
from diagramloop.report._sample import Drawing, Panel, Passage, Sample

ANSWERS = "answers"


@dataclass(frozen=True)
class Answered:
    """One system's answer to one question.

    Attributes:
        name: of the question.
        score: its metric ``answer/lenient`` on this question.
        chart: the chart's own graph, with the picture that was given, if one was.
        question, type: as asked.
        accepted: the accepted answers.
        answer: what the system said, or empty.
        by: what it found the answer by.
        reason: why it gave none, or empty.
    """

    data: str
    system: str
    name: str
    score: float | None
    chart: Drawing
    question: str
    type: str
    accepted: tuple[str, ...]
    answer: str = ""
    by: str = ""
    reason: str = ""
    facets: Mapping[str, str] = field(default_factory=dict)

    def sample(self) -> Sample:
        """The picture, with what was said and what is accepted below."""
        by = f"\n(by {self.by})" if self.by else ""
        panel = Panel(f"asked of {self.system}", self.chart, (), "no picture")
        passages = (
            Passage("Question", self.question),
            Passage("Type", self.type.replace("_", " ")),
            Passage("Accepted", "\n".join(self.accepted)),
            Passage(f"Answer of {self.system}", f"{self.answer or 'none'}{by}"),
        )
        scored = (ANSWERS, self.data, self.system, self.name, "answer/lenient", self.score)
        return Sample(
            *scored,
            panels=(panel,),
            passages=passages,
            verdicts=(self._verdict(),),
            reason=self.reason,
            facets=self.facets,
        )

    def _verdict(self) -> ElementMark:
        """The answer as a whole, which has no place in the picture."""
        status: Status = "matched" if self.score == 1.0 else "invented" if self.answer else "missing"
        return node_mark(None, status, f"answer: {self.answer or self.accepted[0]}")
