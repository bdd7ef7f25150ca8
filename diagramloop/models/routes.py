"""The way of a call to its server: straight from this process, or through one that makes the calls of many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from diagramloop.models._attempts import Attempts
from diagramloop.models.calls import CallStore, Check, Mode
from diagramloop.models.redaction import Redaction

if TYPE_CHECKING:
    import httpx2

    from diagramloop.models._transport import StoredTransport


@dataclass(frozen=True)
class Route:
    """The way to one server, with all that decides what is kept of a call to it.

    Attributes:
        name: of the model there, for messages.
        base_url: up to and including the version.
        key: that it asks for; empty for none. Whatever comes back is freed of it.
        check: what its protocol calls an answer.
        store, mode: of calls, see :class:`~diagramloop.models.calls.CallStore`; None keeps nothing.
        limits: of a call.
    """

    name: str
    base_url: str
    key: str = field(repr=False)
    check: Check
    store: Path | None
    mode: Mode
    limits: Attempts


Opener = Callable[[Route], "httpx2.BaseTransport"]
_openers: list[Opener] = []


@contextmanager
def opened_by(opener: Opener) -> Iterator[None]:
    """Gives all routes of this process within the block to ``opener``, which says how calls are made along them."""
    _openers.append(opener)
    try:
        yield
    finally:
        _openers.remove(opener)


def transport_of(route: Route) -> httpx2.BaseTransport:
    """The way of calls along ``route``.

    Raises:
        ModelError: as :class:`~diagramloop.models.calls.CallStore`.
    """
    return _openers[-1](route) if _openers else direct(route)


def direct(route: Route) -> StoredTransport:
    """The way from this process, through the route's store.

    Raises:
        ModelError: as :class:`~diagramloop.models.calls.CallStore`.
    """
    from diagramloop.models._transport import StoredTransport, network

    calls = None if route.store is None else CallStore(route.store, route.mode)
    return StoredTransport(calls, network(route.base_url), route.check, Redaction(route.key), route.limits.seconds)
