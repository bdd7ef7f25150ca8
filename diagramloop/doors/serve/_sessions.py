"""Dialogues and readings of many pages at once, kept apart."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Generic, TypeVar

from diagramloop.errors import DiagramloopError, RejectionReason

_Kept = TypeVar("_Kept")


class Sessions(Generic[_Kept]):
    """The state of each page, under an id that cannot be guessed; of too many, the longest unused is dropped.

    Args:
        most: that are kept.
    """

    def __init__(self, most: int = 200) -> None:
        self._most = most
        self._kept: OrderedDict[str, tuple[_Kept, Lock]] = OrderedDict()
        self._lock = Lock()

    def begin(self, content: _Kept) -> str:
        """The id of a new one."""
        id = secrets.token_urlsafe(16)
        with self._lock:
            self._kept[id] = (content, Lock())
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return id

    @contextmanager
    def using(self, id: str) -> Iterator[_Kept]:
        """The one with this id, for one user at a time: a page's second request waits for its first.

        Raises:
            DiagramloopError: there is none, or no longer (MISSING).
        """
        with self._lock:
            if id not in self._kept:
                raise DiagramloopError("what this page had begun is not kept any more", reason=RejectionReason.MISSING)
            self._kept.move_to_end(id)
            kept, own = self._kept[id]
        with own:
            yield kept
