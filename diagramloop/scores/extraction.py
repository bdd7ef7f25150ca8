"""A predicted procedural graph against its gold: what every extraction metric counts from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from diagramloop.graph import FlowGraph
from diagramloop.scores.paged_official import PagedOfficial, official, printed
from diagramloop.scores.strict import Strict


@dataclass(frozen=True)
class ExtractionComparison:
    """One document's two graphs; each family of scores is computed when it is first asked for.

    Attributes:
        text: the answer's own lines, which the published evaluator reads; told of the graph where there are none.
    """

    pred: FlowGraph
    gold: FlowGraph
    text: str = ""

    @cached_property
    def official(self) -> PagedOfficial:
        """By the published evaluator; raises MissingPartError without spaCy."""
        return official(self.pred, self.gold, self.text)

    @cached_property
    def printed(self) -> PagedOfficial:
        """By the definition that text2flow prints; raises MissingPartError without spaCy."""
        return printed(self.pred, self.gold, self.text)

    @cached_property
    def strict(self) -> Strict:
        """One to one."""
        return Strict.of(self.pred, self.gold)


def score_extraction(pred: FlowGraph, gold: FlowGraph, text: str = "") -> ExtractionComparison:
    """Compare an extracted graph with its gold; a document that was rejected is compared as the empty graph.

    Args:
        text: see :class:`ExtractionComparison`.
    """
    return ExtractionComparison(pred, gold, text)
