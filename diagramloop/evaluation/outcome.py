"""Outcomes of an item of a row: answered, answered wrongly, failed by the machine, or never asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from diagramloop.errors import Cause, DiagramloopError, RejectionReason

Answer = TypeVar("Answer")


class Standing(StrEnum):
    """The standing of an item. The first two are scored and make a row whole; of the others nothing is known."""

    ANSWERED = "answered"
    WRONG = "wrong"  # the system refused, gave nothing, or what nobody can read: scored as empty
    FAILED = "failed"  # machine, endpoint or weights failed: not scored
    NOT_ASKED = "not_asked"  # it never came to the system: not scored

    @property
    def scored(self) -> bool:
        """True if the item counts."""
        return self in (Standing.ANSWERED, Standing.WRONG)


_OF_CAUSE = {
    Cause.ITEM: Standing.WRONG,
    Cause.WORLD: Standing.FAILED,
    Cause.NOT_ASKED: Standing.NOT_ASKED,
}


@dataclass(frozen=True)
class Outcome(Generic[Answer]):
    """The outcome of one item in one row.

    Attributes:
        standing: decides whether it counts.
        answer: None unless answered.
        reason: why not, in few words that items share; empty if answered.
        detail: the same in full.
    """

    standing: Standing
    answer: Answer | None = None
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True)
class Refusal:
    """Why a step gave nothing for an item: the ``reason`` and ``detail`` of its ``rejected`` table.

    It is those who score that name the reason, see :mod:`diagramloop.asking`.
    """

    reason: RejectionReason
    detail: str

    @classmethod
    def of(cls, error: DiagramloopError) -> Refusal:
        """That of an error."""
        return cls(error.reason, str(error))


@dataclass(frozen=True)
class Link:
    """A step on the way from a data set to an answer.

    Attributes:
        name: of what it makes, for a reader, such as ``prompts``.
        refused: by id of the row's item, why this step gave nothing for it.
        answers: whether what it gives is the system's doing; what comes before the system only decides what it is
            asked.
    """

    name: str
    refused: Mapping[str, Refusal]
    answers: bool = True


def outcome_of(id: str, answers: Mapping[str, Answer], links: Sequence[Link]) -> Outcome[Answer]:
    """Return the outcome of the item ``id``.

    Args:
        answers: by item, what came out in the end.
        links: from the data set on. The last one that refused the item decides.
    """
    if id in answers:
        return Outcome(Standing.ANSWERED, answers[id])
    for link in reversed(links):
        if (refusal := link.refused.get(id)) is not None:
            return refused(refusal) if link.answers else not_asked(link.name, refusal)
    return Outcome(Standing.NOT_ASKED, None, "nothing came from upstream", "nothing came from upstream")


def refused(refusal: Refusal) -> Outcome[Answer]:
    """The outcome of an item that the system itself gave nothing for."""
    words = in_words(refusal.reason)
    return Outcome(_OF_CAUSE[refusal.reason.cause], None, words, refusal.detail or words)


def not_asked(step: str, refusal: Refusal) -> Outcome[Answer]:
    """The outcome of an item that ``step`` gave nothing for, so that no system was asked."""
    words = f"{step} {in_words(refusal.reason)}"
    return Outcome(Standing.NOT_ASKED, None, words, refusal.detail or words)


def in_words(reason: RejectionReason) -> str:
    """A reason as it is said in a sentence.

    >>> in_words(RejectionReason.TIMEOUT), in_words(RejectionReason.OUT_OF_MEMORY)
    ('timed out', 'out of memory')
    """
    return "timed out" if reason is RejectionReason.TIMEOUT else reason.value.replace("_", " ")
