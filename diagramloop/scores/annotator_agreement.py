"""Agreement of two annotators: Cohen's kappa over nodes, overlap per question (Follow the Flow, Section 4.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

Labels = Mapping[str, Sequence[str]]  # question to the ids of the nodes picked for it


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two annotators over the questions that both answered.

    Attributes:
        first, second: their names.
        kappa: Cohen's, over all decisions; None when nothing was decided, or all of it one way by both.
        identical: share of questions for which both picked the same set of nodes; None without questions.
        questions: that both answered.
        decisions: pick or not, one for each node of each question's chart.
    """

    first: str
    second: str
    kappa: float | None
    identical: float | None
    questions: int
    decisions: int


def agreement(names: tuple[str, str], first: Labels, second: Labels, offered: Labels) -> Agreement:
    """Agreement of two annotators.

    Args:
        names: of the annotators.
        first, second: what each picked.
        offered: the nodes that could be picked for each question.

    Raises:
        KeyError: a question that both answered is not among those offered.
    """
    shared = [question for question in first if question in second]
    nodes = [(question, node) for question in shared for node in offered[question]]
    ours, theirs = ([node in labels[question] for question, node in nodes] for labels in (first, second))
    same = sum(frozenset(first[question]) == frozenset(second[question]) for question in shared)
    return Agreement(
        *names, cohens_kappa(ours, theirs), same / len(shared) if shared else None, len(shared), len(nodes)
    )


def cohens_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Agreement beyond chance of two raters over the same items: (p_o - p_e) / (1 - p_e) (Cohen, 1960).

    Returns:
        In [-1, 1]; None where chance agreement is whole, so that the ratio has no value, or without items.

    Raises:
        ValueError: the raters rated different numbers of items.
    """
    items = len(first)
    observed = sum(ours == theirs for ours, theirs in zip(first, second, strict=True))
    of_second = Counter(second)
    by_chance = sum(count * of_second[label] for label, count in Counter(first).items())
    if by_chance == items**2:
        return None
    return (observed * items - by_chance) / (items**2 - by_chance)


def overlap(first: Sequence[str], second: Sequence[str]) -> float:
    """Nodes that both picked among those that either did (Jaccard), in [0, 1]; 1 where neither picked any."""
    ours, theirs = frozenset(first), frozenset(second)
    return len(ours & theirs) / len(ours | theirs) if ours | theirs else 1.0
