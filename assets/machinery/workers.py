"""Those who work on the items of a stage, wherever they are: what a run of items asks of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, Self

from assets.machinery.store import Entry
from assets.machinery.tables import Row
from assets.machinery.work import Work, rejection
from diagramloop.base.room import Limits
from diagramloop.errors import DiagramloopError, RejectionReason

Function = Callable[[Any], Any]
StreamFunction = Callable[..., Iterator[list[Row] | DiagramloopError]]


@dataclass(frozen=True)
class Ended:
    """A call that has no result: its process overstepped a limit, or died.

    Attributes:
        words: which limit, or how it died.
        reason: of the rejection; ENGINE_FAILED where it died.
    """

    words: str
    reason: RejectionReason

    @property
    def died(self) -> bool:
        """True where no limit ended it: it may do better in another process."""
        return self.reason is RejectionReason.ENGINE_FAILED


class Workers(Protocol):
    """Processes of this machine (:class:`~assets.machinery.local_workers.LocalWorkers`) or of many
    (:class:`~assets.machinery.on_ray.workers.RayWorkers`): that decides how fast items are done, and nothing else.

    Attributes:
        limits: of one item.
    """

    @property
    def limits(self) -> Limits:
        """Limits of one item."""
        ...

    def __enter__(self) -> Self:
        """Begins; what it starts ends with the block."""
        ...

    def __exit__(self, *_: object) -> None:
        """Ends them all, whatever they do."""
        ...

    def results(self, function: Function, calls: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
        """``function`` of each call's argument, with the call's key, as they are done.

        Yields:
            The key and the result; :class:`Ended` for a call that was ended or whose process died, twice.
        """
        ...

    def stream(
        self, function: StreamFunction, work: Work, missing: Iterable[tuple[str, Row]]
    ) -> Iterator[tuple[str, Entry]]:
        """The entries of ``function`` over a stream of items; see :func:`assets.machinery.streams.watched_stream`."""
        ...


def entries(outcomes: Iterable[tuple[str, Entry | Ended]]) -> Iterator[tuple[str, Entry]]:
    """The outcomes of calls, where a call that was ended is the rejection of its item."""
    for key, outcome in outcomes:
        yield key, outcome if isinstance(outcome, Entry) else _rejection_of(outcome)


def _rejection_of(call: Ended) -> Entry:
    words = f"it ended the process that worked on it: {call.words}" if call.died else call.words
    return rejection(call.reason, words)
