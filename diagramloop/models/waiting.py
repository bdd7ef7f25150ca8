"""Waits for a model, told to whoever wants to know: a terminal, or what holds an item's time.

A call has limits of its own (:mod:`diagramloop.models._attempts`); how long it may go on is said when it begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from diagramloop.models.answer_text import sayable


@dataclass(frozen=True)
class Wait:
    """A wait that has begun: for the answer to an attempt, or until the next.

    Attributes:
        model: that is waited for.
        attempt: counted from 1, of ``attempts``.
        seconds: that it lasts at most.
        why: there is a pause before the attempt; empty while an answer is waited for.
    """

    model: str
    attempt: int
    attempts: int
    seconds: float
    why: str = ""

    def said(self, waited: float) -> str:
        """One line about it, ``waited`` seconds after it began; what a server said in it drives no terminal."""
        what = f"waiting for {self.model}: attempt {self.attempt} of {self.attempts}"
        if not self.why:
            return sayable(f"{what}, {waited:.0f} s")
        return sayable(f"{what} in {max(0.0, self.seconds - waited):.0f} s ({self.why})")


class Watcher(Protocol):
    """Is told of waits, in whichever thread they are."""

    def began(self, wait: Wait) -> None:
        """A wait begins."""
        ...

    def ended(self, wait: Wait) -> None:
        """It is over."""
        ...


_watchers: list[Watcher] = []


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Tells ``watcher`` of all waits of this process within the block."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


@contextmanager
def waiting(wait: Wait) -> Iterator[None]:
    """Tells the watchers that the block waits."""
    watchers = tuple(_watchers)
    for watcher in watchers:
        watcher.began(wait)
    try:
        yield
    finally:
        for watcher in reversed(watchers):
            watcher.ended(wait)
