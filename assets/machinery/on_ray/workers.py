"""Workers on a cluster: items go to those that are free, and never more of them than memory has room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from typing import Any

from assets.machinery.limits import OF_AN_ITEM
from assets.machinery.on_ray.cluster import Cluster, reached
from assets.machinery.on_ray.crew import Crew
from assets.machinery.on_ray.handing_out import Waiting
from assets.machinery.on_ray.rounds import ItemRound
from assets.machinery.on_ray.settings import ClusterSettings
from assets.machinery.on_ray.streams import StreamRound
from assets.machinery.store import Entry
from assets.machinery.tables import Row
from assets.machinery.work import Work
from assets.machinery.workers import Function, StreamFunction, entries
from diagramloop.base.room import Limits


class RayWorkers:
    """See :class:`assets.machinery.workers.Workers`. The cluster is reached for the first item that is to be done."""

    def __init__(self, settings: ClusterSettings, limits: Limits | None = None) -> None:
        self.settings, self.limits = settings, limits or OF_AN_ITEM
        self._open = ExitStack()
        self._cluster: Cluster | None = None
        self._seats: Crew | None = None

    def __enter__(self) -> RayWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
        self._cluster = self._seats = None

    def results(self, function: Function, calls: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
        """See :meth:`assets.machinery.workers.Workers.results`.

        Raises:
            ClusterError: the cluster cannot be reached, or is not like this machine.
        """
        if (first := next(calls, None)) is not None:
            self._seats = self._seats or self._opened(self._reached().seats())
            waiting = Waiting(chain([first], calls), self.settings.in_flight_bytes)
            yield from ItemRound(self._seats, function, waiting).results()

    def stream(
        self, function: StreamFunction, work: Work, missing: Iterable[tuple[str, Row]]
    ) -> Iterator[tuple[str, Entry]]:
        """See :meth:`assets.machinery.workers.Workers.stream`; several devices share the items.

        Raises:
            ClusterError: as :meth:`results`.
        """
        items = iter(missing)
        if (first := next(items, None)) is not None:
            if self._seats is not None:
                self._seats.end()  # idle, and in the way of the devices' workers
            devices = self._reached().devices()
            try:
                waiting = Waiting(chain([first], items), self.settings.in_flight_bytes)
                yield from entries(StreamRound(devices, function, work, waiting).results())
            finally:
                devices.end()

    def _reached(self) -> Cluster:
        if self._cluster is None:
            self._cluster = self._open.enter_context(reached(self.settings, self.limits))
        return self._cluster

    def _opened(self, crew: Crew) -> Crew:
        self._open.callback(crew.end)
        return crew
