"""A part of a data set that is the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol, TypeVar


class _Identified(Protocol):
    @property
    def id(self) -> str: ...


_Item = TypeVar("_Item", bound=_Identified)


def sample(found: Iterable[_Item], limit: int | None) -> list[_Item]:
    """``limit`` items, all if None: those whose ids' hashes are the least, so that a larger sample holds a smaller."""
    items = list(found)
    ids = sorted({item.id for item in items}, key=lambda id: hashlib.sha256(id.encode()).digest())
    chosen = set(ids[:limit])
    return [item for item in items if item.id in chosen]
