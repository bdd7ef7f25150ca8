"""The account of what models were asked and how much of it was understood, by role."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import astuple, dataclass, field

MOST_KEPT = 20  # unread answers of one item whose text is kept
LONGEST_KEPT = 2_000  # characters of one


@dataclass(frozen=True)
class AnswerCounts:
    """Answers of one role, or of several; they add up.

    Attributes:
        asked: times that the role was asked.
        read: whose answer was understood, ``repaired`` of them not in the form that was asked for.
        unread: whose answer was not.
        cut: that ended at the limit of the request, be they read or not.
        decides: of those asked, the ones on which a score hangs.
    """

    asked: int = 0
    read: int = 0
    repaired: int = 0
    unread: int = 0
    cut: int = 0
    decides: int = 0

    def __add__(self, other: AnswerCounts) -> AnswerCounts:
        return AnswerCounts(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    @property
    def unread_share(self) -> float:
        """Of those asked; 0 where nothing was."""
        return self.unread / self.asked if self.asked else 0.0


@dataclass(frozen=True)
class UnreadAnswer:
    """An answer that was not understood: who was asked, what came (its beginning), and why it says nothing."""

    role: str
    text: str
    why: str


@dataclass
class Account:
    """The sums of one item, one dialogue or one run.

    Attributes:
        roles: the counts by role, in the order in which they were first asked.
        unread: answers that were not understood, the first :data:`MOST_KEPT`.
    """

    roles: dict[str, AnswerCounts] = field(default_factory=dict)
    unread: list[UnreadAnswer] = field(default_factory=list)

    def add(self, role: str, counts: AnswerCounts, unread: UnreadAnswer | None = None) -> None:
        """Counts an answer, or several."""
        self.roles[role] = self.roles.get(role, AnswerCounts()) + counts
        if unread is not None and len(self.unread) < MOST_KEPT:
            self.unread.append(unread)

    def as_json(self) -> dict[str, dict[str, int]]:
        """The counts by role as plain objects."""
        return {role: dict(vars(counts)) for role, counts in self.roles.items()}


_OPEN: ContextVar[tuple[Account, ...]] = ContextVar("accounts", default=())


@contextmanager
def accounted() -> Iterator[Account]:
    """An account of all that is asked within the block, also where it ends with an error; blocks may be nested."""
    account = Account()
    token = _OPEN.set((*_OPEN.get(), account))
    try:
        yield account
    finally:
        _OPEN.reset(token)


def enter(role: str, counts: AnswerCounts, unread: UnreadAnswer | None = None) -> None:
    """Counts in every account that is open."""
    for account in _OPEN.get():
        account.add(role, counts, unread)
