"""Closed word classes and cue phrases, from ``lexicon.json``."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


@cache
def words(name: str) -> frozenset[str]:
    """The word list called ``name``."""
    return frozenset(_lexicon()[name])


def abbreviations() -> frozenset[str]:
    """Words that end in a full stop without ending a sentence."""
    return words("abbreviations")


def phrases(name: str) -> tuple[str, ...]:
    """The phrases of the cue called ``name``; words in a phrase are separated by spaces, alternatives by ``|``."""
    return tuple(_lexicon()[name])


@cache
def _lexicon() -> dict[str, list[str]]:
    read: dict[str, list[str]] = json.loads(files(__package__).joinpath("lexicon.json").read_text("utf-8"))
    return read
