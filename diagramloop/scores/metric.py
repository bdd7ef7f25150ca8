"""A metric: one column of the leaderboard, whatever the task."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np

from diagramloop.scores.counts import Counts, Floats, Statistic, f1, precision, recall
from diagramloop.scores.faults import ADDITIONS, OMISSIONS, Fault

MEANING = "minilm"  # the sentence model that stands in for those of papers


@dataclass(frozen=True, slots=True)
class Metric:
    """One column of the leaderboard.

    Attributes:
        name: as the leaderboard writes it.
        count: gives the additive counts of one item from the comparison its task makes; raises an error
            with reason ``missing`` where the metric cannot be had. None for a mean of other metrics.
        description: what it is, in one line.
        source: the paper that defines it.
        by_text: True where it depends on the text similarity, whose name is then kept with it.
        similarity: of texts, by its name, where nobody asks for another: what is read from pixels has wrong letters.
        statistic: turns summed counts (..., 4) into values (...); for a mean, those of its parts (..., parts, 4).
        bounded: True where values lie in [0, 1].
        higher_is_better: False where the best system has the least value.
        of_nothing: value where no item has anything to count; None for no value.
        mean_of: names of the metrics whose mean it is; it then has no rows of its own but follows from theirs.
        aligned: True where it counts elements that meet by place, or by text in a reference without boxes; the
            text similarity's name is kept with it in that case alone.
        parts: of those that something else measured, the names of the ones it depends on.
        sees: faults with whose number it gets worse; None where nobody has said.
        rewards: faults that can make it better: what published programs and measures of one side alone do.
        verdict: True where an item is right or wrong as a whole, so that a second fault in it changes nothing.
        formula: in plain text, for the metric reference; those of our own are in docs/reference/metric_formulas.yaml.
    """

    name: str
    count: Callable[[Any], Counts] | None
    description: str
    source: str
    by_text: bool = False
    similarity: str = "lexical"
    statistic: Statistic = f1
    bounded: bool = True
    higher_is_better: bool = True
    of_nothing: float | None = None
    mean_of: tuple[str, ...] = ()
    aligned: bool = False
    parts: tuple[str, ...] = ()
    sees: frozenset[Fault] | None = None
    rewards: frozenset[Fault] = frozenset()
    verdict: bool = False
    formula: str = ""


class Compared(StrEnum):
    """The comparison that metrics are given and count from."""

    GRAPH = "graph"  # a graph with its gold (:class:`~diagramloop.scores.comparison.Comparison`): parsing, generation
    PROMPT = "prompt"  # the same, with what was asked for and what was measured of the picture: generation
    EXTRACTION = "extraction"  # :class:`~diagramloop.scores.extraction.ExtractionComparison`
    ATTRIBUTION = "attribution"  # :class:`~diagramloop.scores.attribution.AttributionComparison`
    ANSWER = "answer"  # :class:`~diagramloop.scores.answers.AnswerComparison`
    DIALOGUE = "dialogue"  # :class:`~diagramloop.scores.dialogue.DialogueComparison`


@dataclass(frozen=True)
class MetricFamily:
    """Metrics that a package offers together, by an entry point of the group ``diagramloop.metric``."""

    compared: Compared
    metrics: tuple[Metric, ...]


def seen_by(statistic: Statistic, faults: Collection[Fault]) -> frozenset[Fault]:
    """Of the ``faults`` that an F1 of one-to-one counts sees, those that this statistic of the same counts sees."""
    unseen: dict[Statistic, frozenset[Fault]] = {precision: OMISSIONS, recall: ADDITIONS}
    return frozenset(faults) - unseen.get(statistic, frozenset())


def chart_mean(
    name: str,
    value: Callable[[Any], float],
    description: str,
    source: str,
    *,
    by_text: bool = False,
    bounded: bool = True,
    parts: tuple[str, ...] = (),
    sees: Collection[Fault] | None = None,
    rewards: Collection[Fault] = (),
) -> Metric:
    """The mean over charts of a value per chart, as papers report it; they compare what texts mean."""
    return Metric(
        name,
        lambda c: Counts.rate(value(c), 1),
        description,
        source,
        by_text=by_text,
        similarity=MEANING,
        bounded=bounded,
        parts=parts,
        sees=None if sees is None else frozenset(sees),
        rewards=frozenset(rewards),
    )


def mean_metric(
    name: str,
    *,
    of: tuple[str, ...],
    description: str,
    source: str,
    statistic: Statistic,
    bounded: bool = True,
    of_nothing: float | None = None,
    sees: Collection[Fault] | None = None,
    rewards: Collection[Fault] = (),
) -> Metric:
    """The mean of metrics that share a statistic (macro average), over those that have anything to count."""

    def mean(counts: Floats) -> Floats:
        counted = counts.any(axis=-1)
        values = np.where(counted, statistic(counts), 0.0).sum(axis=-1)
        average: Floats = values / np.maximum(counted.sum(axis=-1), 1)
        return average

    return Metric(
        name,
        None,
        description,
        source,
        statistic=mean,
        bounded=bounded,
        of_nothing=of_nothing,
        mean_of=of,
        sees=None if sees is None else frozenset(sees),
        rewards=frozenset(rewards),
    )
