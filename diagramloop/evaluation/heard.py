"""Answers of models that stand behind a row: how many were understood, by the role that was asked and whose it is.

A value says nothing of a system whose answers were not understood: it is neither right nor wrong. So a row has no rank
where more than :data:`MOST_UNREAD` of a role's answers were unread on which its scores hang; and it says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from diagramloop.models.answers import AnswerCounts

MOST_UNREAD = 0.05  # above, differences that boards rank by can be those of how an answer is written
SIMULATED_USERS = frozenset({"simulator"})  # roles of who talks to an agent: no doing of the agent's

Roles = Mapping[str, AnswerCounts]


class Party(StrEnum):
    """Whose models were asked."""

    SYSTEM = "system"
    USER = "simulated user"
    JUDGE = "judge"


@dataclass(frozen=True)
class RoleAnswers:
    """The answers of one role.

    Attributes:
        role: that was asked.
        party: whose it is; only a system's own takes the rank of its row.
        counts: of the answers.
    """

    role: str
    party: Party
    counts: AnswerCounts

    @classmethod
    def of(cls, cells: RoleAnswers | Mapping[str, Any]) -> RoleAnswers:
        """The answers of a role as JSON has them, or as they are.

        Raises:
            TypeError, KeyError, ValueError: they are not of that form.
        """
        if isinstance(cells, RoleAnswers):
            return cells
        return cls(str(cells["role"]), Party(cells["party"]), counts_of(cells["counts"]))

    @property
    def ill_understood(self) -> bool:
        """True where more than :data:`MOST_UNREAD` say nothing; of a system's own, if scores hang on any."""
        counts = self.counts if self.party is not Party.SYSTEM or self.counts.decides else AnswerCounts()
        return counts.unread_share > MOST_UNREAD

    def __str__(self) -> str:
        """In a few words: ``matcher 88 of 100 (5 repaired, 3 cut)``."""
        counts = self.counts
        parts = [f"{count} {name}" for name, count in (("repaired", counts.repaired), ("cut", counts.cut)) if count]
        parts = [*parts, self.party.value] if self.party is not Party.SYSTEM else parts
        beside = f" ({', '.join(parts)})" if parts else ""
        return f"{self.role} {counts.read} of {counts.asked}{beside}"


def counts_of(cells: Mapping[str, Any]) -> AnswerCounts:
    """Counts as JSON has them.

    Raises:
        TypeError, ValueError: there are others, or one is no count.
    """
    for name, count in cells.items():
        if not isinstance(count, int) or count < 0:
            raise ValueError(f"{name} is no count: {count!r}")
    return AnswerCounts(**cells)


@dataclass(frozen=True)
class ItemAnswers:
    """The answers that were heard for one item of a row.

    Attributes:
        data: the board that the item counts on.
        party: whose models were asked.
        roles: the counts by role.
    """

    data: str
    party: Party
    roles: Roles


def by_board(items: Iterable[ItemAnswers]) -> dict[str, tuple[RoleAnswers, ...]]:
    """The sums over the items of each board, by party and role in order of first appearance."""
    sums: dict[str, dict[tuple[Party, str], AnswerCounts]] = {}
    for item in items:
        of_board = sums.setdefault(item.data, {})
        for role, counts in item.roles.items():
            key = (_party(item.party, role), role)
            of_board[key] = of_board.get(key, AnswerCounts()) + counts
    return {
        data: tuple(RoleAnswers(role, party, counts) for (party, role), counts in of_board.items())
        for data, of_board in sums.items()
    }


def _party(party: Party, role: str) -> Party:
    return Party.USER if party is Party.SYSTEM and role in SIMULATED_USERS else party


def asked(answers: Iterable[RoleAnswers]) -> int:
    """Times that a system's own models were asked."""
    return sum(of_role.counts.asked for of_role in answers if of_role.party is Party.SYSTEM)


def unread_share(answers: Iterable[RoleAnswers]) -> float | None:
    """The unread share of a system's own answers on which scores hang; None where there is none."""
    deciding = [of_role.counts for of_role in answers if of_role.party is Party.SYSTEM and of_role.counts.decides]
    return sum(deciding, AnswerCounts()).unread_share if deciding else None


def ill_understood(answers: Iterable[RoleAnswers], *, own: bool) -> list[RoleAnswers]:
    """The roles of which too many answers are unread: a system's own, or those of judges and simulated users."""
    return [of_role for of_role in answers if of_role.ill_understood and (of_role.party is Party.SYSTEM) == own]


def unread_notes(answers: Iterable[RoleAnswers]) -> Iterator[str]:
    """Notes for the readers of a row, a line each."""
    every = list(answers)
    own = [_of_role(of_role) for of_role in ill_understood(every, own=True)]
    if own:
        yield f"{' and '.join(own)} answers were not understood: no rank"
    for of_role in ill_understood(every, own=False):
        yield f"{_of_role(of_role)} ({of_role.party}) answers were not understood"


def _of_role(answers: RoleAnswers) -> str:
    return f"{percent(answers.counts.unread_share)} of the {answers.role}'s"


def percent(share: float) -> str:
    """A share as it is written: ``12.5 %``."""
    return f"{100 * share:.3g} %"


def in_words(answers: Iterable[RoleAnswers]) -> str:
    """A line on the answers of all roles; empty where no model was asked."""
    roles = "; ".join(map(str, answers))
    return f"answers understood: {roles}" if roles else ""
