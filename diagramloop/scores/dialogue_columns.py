"""Kinds of metrics of dialogues: shares, relations, costs, measures of words, and what a shorter budget leaves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from diagramloop.models.chat import Usage
from diagramloop.scores import diversity
from diagramloop.scores.counts import Counts, Statistic, precision
from diagramloop.scores.coverage_relations import CoverageRelation
from diagramloop.scores.dialogue import DialogueComparison
from diagramloop.scores.faults import Fault
from diagramloop.scores.metric import Metric
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.turn_budget import under_paper_budget

REASONING = "FloCA, Section 5.2"
AROUND = "FloCA, Section 6.2, Figure 3"
_RELATIONS = "FloCA, Section 6.3, Figure 4"
USER = "FloCA, Section 6.4"
_NOTHING = Counts(0, 0, 0, 0)
STATIC = "static"

_Count = Callable[[DialogueComparison], Counts]


def share(
    name: str,
    value: Callable[[DialogueComparison], float],
    description: str,
    source: str = REASONING,
    *,
    sees: Collection[Fault],
    rewards: Collection[Fault] = (),
    higher_is_better: bool = True,
    verdict: bool = True,
) -> Metric:
    """The mean of a value per dialogue, most of which are right or wrong."""
    return metric(
        name,
        lambda c: Counts.rate(value(c), 1),
        description,
        source,
        precision,
        sees=sees,
        rewards=rewards,
        higher_is_better=higher_is_better,
        verdict=verdict,
    )


def metric(
    name: str,
    count: _Count,
    description: str,
    source: str,
    statistic: Statistic,
    *,
    sees: Collection[Fault],
    rewards: Collection[Fault] = (),
    bounded: bool = True,
    higher_is_better: bool = True,
    verdict: bool = False,
) -> Metric:
    """A metric of dialogues; but for the initial node, it is missing for what led no conversation."""
    return Metric(
        f"dialogue/{name}",
        count if name.startswith("inga") else of_what_was_led(count),
        description,
        source,
        statistic=statistic,
        bounded=bounded,
        higher_is_better=higher_is_better,
        sees=frozenset(sees),
        rewards=frozenset(rewards),
        verdict=verdict,
    )


def of_what_was_led(count: _Count) -> _Count:
    """The count of a conversation that the agent led; of a static one only the first node is known."""

    def counted(comparison: DialogueComparison) -> Counts:
        if comparison.conversation.ended == STATIC:
            raise MissingPartError("it led no conversation: its outputs answer the reference's turns")
        return count(comparison)

    return counted


def of_kind(*, root_init: bool) -> _Count:
    """Hits of the initial node where it is the chart's root, or where it is not."""

    def count(comparison: DialogueComparison) -> Counts:
        hit = comparison.initial_node_right
        return Counts.rate(hit, 1) if comparison.root_init is root_init else _NOTHING

    return count


def within_paper_budget(
    name: str,
    value: Callable[[DialogueComparison], float],
    description: str,
    *,
    sees: Collection[Fault],
    higher_is_better: bool = True,
    verdict: bool = True,
) -> Metric:
    """The mean of a value per dialogue, of what was said within the paper's turn budget."""
    return share(
        f"{name}_paper_budget",
        lambda c: value(under_paper_budget(c)),
        description,
        "FloCA, Section 6.1",
        sees=sees,
        higher_is_better=higher_is_better,
        verdict=verdict,
    )


def cost(name: str, value: Callable[[Usage], float], description: str) -> Metric:
    """The mean per dialogue of what the agent's models cost; nothing that is said in it changes with that."""
    return metric(
        name,
        lambda c: Counts.rate(value(c.usage), 1),
        description,
        "diagramloop",
        precision,
        sees=(),
        bounded=False,
        higher_is_better=False,
    )


def coverage(
    relation: CoverageRelation,
    description: str,
    *,
    sees: Collection[Fault],
    rewards: Collection[Fault] = (),
    higher_is_better: bool,
) -> Metric:
    """The share of dialogues whose path is related so to the true one."""
    return share(
        f"coverage_{relation.value}",
        lambda c: c.relation is relation,
        description,
        _RELATIONS,
        sees=sees,
        rewards=rewards,
        higher_is_better=higher_is_better,
    )


def words(name: str, measure: Callable[[Sequence[str]], float], description: str, *, bounded: bool) -> Metric:
    """The mean over the user's turns, of all dialogues together."""

    def count(comparison: DialogueComparison) -> Counts:
        spoken = [tokens for tokens in map(diversity.tokens, comparison.user_texts()) if tokens]
        return Counts.rate(float(np.sum([measure(tokens) for tokens in spoken])), len(spoken))

    return metric(name, count, description, USER, precision, bounded=bounded, sees={Fault.WORDS_REPEATED})
