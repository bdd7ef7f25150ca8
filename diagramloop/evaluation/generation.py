"""Generation: what was read from a generated picture beside what it was to show (SciFlow-Bench, Section 3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from diagramloop.evaluation.contestants.prompts import Prompt, graph_of
from diagramloop.evaluation.parsing import graph_strata
from diagramloop.evaluation.scores import Place
from diagramloop.graph import FlowGraph
from diagramloop.scores import (
    METRICS,
    Compared,
    Comparison,
    Part,
    ScoreRow,
    TextSimilarity,
    metric_names,
)
from diagramloop.scores.families import Similarities, score_by_family

TASK = "generation"
SHOWN: tuple[str, ...] = (
    "text/flow_f1",
    "text/all_right",
    "sciflow/graph",
    "sciflow/overall",
)  # on the asset itself; the leaderboard has all


@dataclass(frozen=True)
class GenerationItem:
    """A diagram to be generated.

    Attributes:
        id: of the chart or paper.
        data: the board.
        domain: of the chart or paper, or empty.
        gold: what is to be shown.
        prompt: what is asked for, or None where a planner gave none.
        similarity: of texts; None: the one that each metric declares.
        families: of texts, for families of metrics that have a similarity of their own.
        parts: of the picture, what vision models and the judge measured, by name.
    """

    id: str
    data: str
    domain: str
    gold: FlowGraph
    prompt: Prompt | None
    similarity: TextSimilarity | None
    parts: Mapping[str, Part] = field(default_factory=dict)
    families: Similarities = field(default_factory=dict)

    @property
    def place(self) -> Place:
        """The place of a picture (:class:`~diagramloop.evaluation.parsing.ParsingItem`)."""
        return Place(self.id, self.data, self.id, graph_strata(self.gold, self.domain))

    def score(self, answer: FlowGraph | None, metrics: Sequence[str] | None = None) -> list[ScoreRow]:
        """Those of the graph that was read from the picture; no answer is the empty graph."""
        asked = None if self.prompt is None else graph_of(self.prompt)
        read = FlowGraph() if answer is None else answer
        compared = partial(Comparison, read, self.gold, asked=asked, parts=self.parts)
        wanted = metrics or all_metrics()
        return score_by_family(compared, self.similarity, self.families, chart=self.id, metrics=wanted)


def all_metrics() -> tuple[str, ...]:
    """Return the names of its metrics, those by meaning alone: images need not be laid out as the gold."""
    by_meaning = (name for name in metric_names(Compared.GRAPH) if METRICS[name].by_text)
    return (*by_meaning, *metric_names(Compared.PROMPT))
