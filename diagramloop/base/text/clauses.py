"""Clauses: a run of tokens cut at what stands between them, or before what opens the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def _nowhere(_: int) -> bool:
    return False


def cut(
    count: int, at: Callable[[int], bool] = _nowhere, before: Callable[[int], bool] = _nowhere
) -> Iterator[tuple[int, int]]:
    """The pieces of ``count`` tokens as ranges, first to last (exclusive), in order; empty ones among them.

    Args:
        at: whether the token of that number stands between two pieces and belongs to none.
        before: whether the token of that number opens a piece.
    """
    start = 0
    for number in range(count):
        if at(number):
            yield start, number
            start = number + 1
        elif number > start and before(number):
            yield start, number
            start = number
    yield start, count
