"""The word lists of the embedded attributor, from ``lexicon.json``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Lexicon:
    """What English says about a question.

    Attributes:
        stop_words: that ground nothing.
        clause_openers: words that begin a clause.
        questioned_clauses: those openers whose clauses have features of their own.
        cues: patterns on a lower-cased question that hint at what is asked, by name.
        number_words: spelled numbers, from zero.
    """

    stop_words: frozenset[str]
    clause_openers: tuple[str, ...]
    questioned_clauses: tuple[str, ...]
    cues: dict[str, re.Pattern[str]]
    number_words: tuple[str, ...]


@cache
def lexicon() -> Lexicon:
    """The lists, read once."""
    raw = json.loads((files(__package__) / "lexicon.json").read_text(encoding="utf-8"))
    return Lexicon(
        frozenset(raw["stop_words"].split()),
        tuple(raw["clause_openers"].split()),
        tuple(raw["questioned_clauses"].split()),
        {name: re.compile(pattern) for name, pattern in raw["cues"].items()},
        tuple(raw["number_words"].split()),
    )
