"""Generation: what was read from a generated picture beside what it was to show (SciFlow-Bench, Section 3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from diagramloop.evaluation.parsing import graph_strata
from diagramloop.evaluation.scores import Place
from diagramloop.generate import Prompt
from diagramloop.generate.prompt import graph_of
from diagramloop.graph import FlowGraph
from diagramloop.score import (
    GRAPH_METRICS,
    PROMPT_METRICS,
    Comparison,
    Part,
    ScoreRow,
    TextSimilarity,
    score_comparison,
)
from diagramloop.score import METRICS as REGISTRY

TASK = "generation"
BY_MEANING = tuple(name for name in GRAPH_METRICS if REGISTRY[name].by_text)  # images need not be laid out as the gold
METRICS = (*BY_MEANING, *PROMPT_METRICS)
SHOWN = ("sciflow/graph", "sciflow/overall")  # on the asset itself; the leaderboard has all


@dataclass(frozen=True)
class GenerationItem:
    """A diagram to be generated.

    Attributes:
        id: of the chart or paper.
        data: the board.
        domain: of the chart or paper, or empty.
        gold: what is to be shown.
        prompt: what is asked for, or None where a planner gave none.
        similarity: of texts.
        parts: of the picture, what vision models and the judge measured, by name.
    """

    id: str
    data: str
    domain: str
    gold: FlowGraph
    prompt: Prompt | None
    similarity: TextSimilarity
    parts: Mapping[str, Part] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        """As a picture's (:class:`~diagramloop.evaluation.parsing.ParsingItem`)."""
        return Place(self.id, self.data, self.id, graph_strata(self.gold, self.domain))

    def score(self, answer: FlowGraph | None, metrics: Sequence[str] = METRICS) -> list[ScoreRow]:
        """Those of the graph that was read from the picture; no answer is the empty graph."""
        asked = None if self.prompt is None else graph_of(self.prompt)
        read = FlowGraph() if answer is None else answer
        comparison = Comparison(read, self.gold, self.similarity, asked=asked, parts=self.parts)
        return score_comparison(comparison, chart=self.id, metrics=metrics)
