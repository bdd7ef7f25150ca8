"""A function over a stream of items, for systems that work best on many at once: batches on a device."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from assets.machinery.heard import packed
from assets.machinery.item_time import SignsOfLife
from assets.machinery.limits import OvertimeError, is_spoilt, within_time
from assets.machinery.line import Message, Word, WorkersLine
from assets.machinery.store import Entry
from assets.machinery.tables import Row
from assets.machinery.work import Work, encode, rejection
from assets.machinery.worker import STARTING, WATCH_SECONDS, Worker
from assets.machinery.workers import StreamFunction, entries
from diagramloop.errors import DiagramloopError
from diagramloop.models.answers import accounted

if TYPE_CHECKING:
    from assets.machinery.local_workers import LocalWorkers

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class OfOne:
    """A stream function for a single item; unlike a closure it can be sent to another process."""

    __wrapped__: StreamFunction

    def __call__(self, item: Row, **options: Any) -> list[Row]:
        """The item's rows.

        Raises:
            DiagramloopError: why there are none.
        """
        outcome = next(self.__wrapped__(iter([item]), **options))
        if isinstance(outcome, DiagramloopError):
            raise outcome
        return outcome


def streamed(function: StreamFunction, work: Work, missing: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, Entry]]:
    """The entries of ``function`` on a stream of items.

    Args:
        function: gives one outcome for each item, in order.
        work: the same function of one item (:class:`OfOne`): when the stream breaks, the items that were taken from it
            and not answered are tried each by itself, so that only those at fault are rejected.
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


def watched_stream(
    workers: LocalWorkers, function: StreamFunction, work: Work, missing: Iterable[tuple[str, Row]]
) -> Iterator[tuple[str, Entry]]:
    """Stream like :func:`streamed`, in a process that is watched; where ``workers`` are none, in this one.

    When the process dies or oversteps a limit, the items that it had taken and not answered are tried each by itself,
    and the stream goes on in a new process.
    """
    if workers.count == 0:
        yield from streamed(function, work, missing)
        return
    waiting = iter(missing)
    limits = replace(work.limits, memory_bytes=None)
    while (first := next(waiting, None)) is not None:
        taken = dict([first])  # before it is asked for: the process may die first
        child = workers.spare(limits, _serve_stream, function, work)
        try:
            yield from _conversation(child, chain([first], waiting), taken)
        finally:
            child.kill()
        yield from entries(workers.results(work, iter(list(taken.items()))))


def _conversation(
    child: Worker, waiting: Iterator[tuple[str, Row]], taken: dict[str, Row]
) -> Iterator[tuple[str, Entry]]:
    """Gives the child an item whenever it asks for one, until it has answered all, dies, or oversteps a limit."""
    starting = True
    while True:
        child.begin(taken, starting=starting)
        try:
            message = _heard(child)
            if message.word is Word.NEXT:
                item = next(waiting, None)
                taken.update([item] if item else [])
                child.give_item(item)
        except (EOFError, OSError):
            return
        starting = starting and message.word is Word.NEXT
        if message.word is Word.ENTRY:
            key, entry = message.value
            if taken.pop(key, None) is not None:  # of an item that it was given, once
                yield key, entry


def _heard(child: Worker) -> Message:
    """The child's next message that is not about waiting.

    Raises:
        EOFError, OSError: it died, or oversteps a limit.
    """
    signs = SignsOfLife()
    while True:
        signs.tell([child.time])
        message = child.hear()
        if message is not None and message.word is not Word.WAITS:
            return message
        if (overstepped := child.overstepped()) is not None:
            raise EOFError(overstepped.words)
        if message is None:
            wait([child.fileno()], WATCH_SECONDS)


def _serve_stream(line: WorkersLine, function: StreamFunction, work: Work) -> None:
    """In the child: asks for items and answers them, and says when the function begins with the first."""

    def asked() -> Iterator[tuple[str, Row]]:
        while True:
            line.tell(Word.NEXT)
            if (item := line.receive()) is None:
                return
            yield item

    def begun(items: Iterator[Row], **options: Any) -> Iterator[list[Row] | DiagramloopError]:
        def told() -> Iterator[Row]:
            line.tell(Word.BEGUN)  # what it loads is loaded
            yield from items

        return function(told(), **options)

    for answer in streamed(begun, work, asked()):
        line.tell(Word.ENTRY, answer)
        if is_spoilt():
            return  # what it had taken is tried elsewhere, and a new process goes on


def _fed(taken: deque[tuple[str, Row]], waiting: Iterator[tuple[str, Row]]) -> Iterator[Row]:
    """The items, noted as ``taken`` before they are handed over; the first is noted already."""
    yield taken[0][1]
    for key, item in waiting:
        taken.append((key, item))
        yield item


def _outcomes(outcomes: Iterator[list[Row] | DiagramloopError], work: Work) -> Iterator[Entry]:
    """The entries of a stream; what models answer is told with the outcome that they are asked for."""
    limits = STARTING  # up to the first, for what is loaded before it; whoever watches tells that from the item's own
    while True:
        try:
            with accounted() as account, within_time(limits):
                outcome = next(outcomes)
        except StopIteration:
            return
        limits = work.limits
        if isinstance(outcome, DiagramloopError):
            yield rejection(outcome.reason, str(outcome), heard=packed(account))
        else:
            yield Entry("done", encode(outcome, work.schema, packed(account)))
