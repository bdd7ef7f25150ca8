"""The order in which strata are read."""

from __future__ import annotations

from collections.abc import Iterable

from diagramloop.graph.strata import Difficulty

_RANK = {level.value: rank for rank, level in enumerate(Difficulty)}


def in_order(strata: Iterable[str]) -> list[str]:
    """Levels of difficulty from easy to hard behind all others, which stay in the order given."""
    return sorted(strata, key=lambda name: _RANK.get(name, -1))
