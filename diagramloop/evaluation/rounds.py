"""Scores and costs of an extractor by rounds of refinement (text2flow, Section 5.4 and Figure 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from diagramloop.evaluation.contestants.extractors import Extraction
from diagramloop.evaluation.extraction import ExtractionItem, all_metrics
from diagramloop.evaluation.outcome import Outcome, Standing
from diagramloop.evaluation.scores import item_scores
from diagramloop.models.chat import Usage
from diagramloop.scores import summarise

Answer = tuple[ExtractionItem, Extraction | None]
"""A document with what was made of it; None for an answer that counts as the empty graph."""
COLUMNS = tuple(name for name in all_metrics() if name.endswith("_f1"))
"""Metrics that are followed by round: F1 of every column."""


@dataclass(frozen=True)
class RoundScores:
    """The worth and the cost of an extractor that ends after so many refinements.

    Attributes:
        round: refinements at most; 0 is the first graph.
        documents: that count.
        refined: of those, the ones that came to this round; the others had ended before, with the graph they had.
        prompt_tokens, completion_tokens, calls: for a document in the mean, of those that have an answer.
        seconds: of the models, likewise; as first measured, so that a replay repeats them.
        values: of :data:`COLUMNS` and their means; None where there is nothing to count.
    """

    round: int
    documents: int
    refined: int
    prompt_tokens: float
    completion_tokens: float
    calls: float
    seconds: float
    values: Mapping[str, float | None]


def by_round(answers: Sequence[Answer]) -> list[RoundScores]:
    """The scores and costs after each round; none where no document was refined."""
    last = max((_refinements(made) for _, made in answers if made is not None), default=0)
    return [_after(at, answers) for at in range(last + 1)] if last else []


def after(made: Extraction, round: int) -> Extraction:
    """Return the extraction as it would be if the loop had ended after so many refinements.

    Its cost is that of all rounds before it and of making its graph; examining that would be the next round's.
    """
    if round >= len(made.rounds):
        return made
    before, last = made.rounds[:round], made.rounds[round]
    return Extraction(last.graph, before, sum((each.usage for each in before), last.making), last.text)


def _refinements(made: Extraction) -> int:
    """Refinements that led to the last graph; the last round has none where nothing was to be changed, or it failed."""
    if not made.rounds:
        return 0
    last = made.rounds[-1]
    return len(made.rounds) - (not last.suggestions or bool(last.failure))


def _after(at: int, answers: Sequence[Answer]) -> RoundScores:
    ended = [(item, None if made is None else after(made, at)) for item, made in answers]
    rows = [score.row for item, made in ended for score in item_scores(item, _outcome(made), COLUMNS)]
    costs = [made.usage for _, made in ended if made is not None]
    refined = sum(made is not None and at <= _refinements(made) for _, made in answers)
    values = {summary.metric: summary.value for summary in summarise(rows, seed=0)}
    return RoundScores(at, len(answers), refined, *_means(costs), values)


def _outcome(made: Extraction | None) -> Outcome[Extraction]:
    return Outcome(Standing.WRONG if made is None else Standing.ANSWERED, made)


def _means(costs: Iterable[Usage]) -> tuple[float, float, float, float]:
    used = [(float(u.prompt_tokens), float(u.completion_tokens), float(u.calls), u.seconds) for u in costs]
    prompt, completion, calls, seconds = zip(*used, strict=True) if used else ((0.0,),) * 4
    return fmean(prompt), fmean(completion), fmean(calls), fmean(seconds)
