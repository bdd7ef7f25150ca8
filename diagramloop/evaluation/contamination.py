"""Contamination of rows: whether the items of a data set can have been in what a system was trained on."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from diagramloop.data.sources import SOURCES
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.rows import LeaderboardRow


class Contamination(StrEnum):
    """The class of a row; words after it say of what, and since when."""

    TRAINED_ON = "in its training set"  # by the lineage of its weights
    FRESH = "fresh"  # drawn on a day, from a seed
    PUBLIC = "public since"  # of a data set's first publication, as its data sheet tells
    UNKNOWN = "unknown"


def contamination(row: LeaderboardRow, make: str, options: Mapping[str, Any], folder: str) -> str:
    """The class of a row in words, such as ``public since 2024-06``.

    Args:
        make: the name by which the configuration makes the data set.
        options: of the data set.
        folder: in which it lies.
    """
    if row.seen:
        return f"{Contamination.TRAINED_ON} ({row.seen} of {row.items} items)"
    try:
        source = SOURCES.maker(make)
        if (drawn := getattr(source, "drawn_on", None)) is not None:
            return f"{Contamination.FRESH}, drawn on {drawn(options)}"
    except DiagramloopError:  # whoever opens it says so
        return Contamination.UNKNOWN
    known = getattr(source, "shipped", folder) == folder
    public = getattr(source, "public_since", None) if known else None
    since = public(options) if callable(public) else public
    return f"{Contamination.PUBLIC} {since}" if since else Contamination.UNKNOWN
