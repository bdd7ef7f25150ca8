"""A function over a stream of items, for systems that work best on many at once: batches on a device."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import islice
from typing import Any

from assets.machinery.limits import OvertimeError, within_time
from assets.machinery.store import Entry
from assets.machinery.tables import Row
from assets.machinery.work import ItemFunction, Work, encode, rejection
from diagramloop.errors import DiagramloopError

StreamFunction = Callable[..., Iterator[list[Row] | DiagramloopError]]
_log = logging.getLogger(__name__)


def of_one(function: StreamFunction) -> ItemFunction:
    """``function`` for a single item."""

    @wraps(function)
    def of_one(item: Row, **options: Any) -> list[Row]:
        outcome = next(function(iter([item]), **options))
        if isinstance(outcome, DiagramloopError):
            raise outcome
        return outcome

    return of_one


def streamed(function: StreamFunction, work: Work, missing: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, Entry]]:
    """The entries of ``function`` on a stream of items.

    Args:
        function: gives one outcome for each item, in order.
        work: the same function :func:`of_one` item: when the stream breaks, the items that were taken from it and not
            answered are tried each by itself, so that only those at fault are rejected.
        missing: items with their keys.
    """
    waiting = iter(missing)
    taken: deque[tuple[str, Row]] = deque(islice(waiting, 1))
    while taken:
        try:
            for entry in _outcomes(function(_fed(taken, waiting), **work.options), work):
                yield taken.popleft()[0], entry
        except (Exception, OvertimeError, SystemExit):
            _log.exception("%s failed on a stream of items; going on one by one", work.name)
        while taken:
            key, item = taken.popleft()
            yield key, work(item)
        taken.extend(islice(waiting, 1))


def _fed(taken: deque[tuple[str, Row]], waiting: Iterator[tuple[str, Row]]) -> Iterator[Row]:
    """The items, noted as ``taken`` before they are handed over; the first is noted already."""
    yield taken[0][1]
    for key, item in waiting:
        taken.append((key, item))
        yield item


def _outcomes(outcomes: Iterator[list[Row] | DiagramloopError], work: Work) -> Iterator[Entry]:
    while True:
        try:
            with within_time(work.limits):
                outcome = next(outcomes)
        except StopIteration:
            return
        if isinstance(outcome, DiagramloopError):
            yield rejection(outcome.reason, str(outcome))
        else:
            yield Entry("done", encode(outcome, work.schema))
