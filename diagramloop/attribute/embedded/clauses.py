"""The clauses of a statement: each tends to speak of one node."""

from __future__ import annotations

import re
from functools import cache

from diagramloop.attribute.embedded._lexicon import lexicon
from diagramloop.attribute.embedded.term_index import content_words


def clauses(text: str) -> list[str]:
    """The stretches between punctuation and before clause-opening words that have a content word; else all of it."""
    parts = [part.strip() for part in _boundary().split(text)]
    return [part for part in parts if content_words(part)] or [text]


def opener(clause: str) -> str:
    """The first word in lower case, which says how the clause is joined on; empty if there is none."""
    return clause.split(maxsplit=1)[0].lower() if clause.split() else ""


@cache
def _boundary() -> re.Pattern[str]:
    return re.compile(rf"[.,;:?!]\s|\s(?=(?:{'|'.join(lexicon().clause_openers)})\b)", re.IGNORECASE)
