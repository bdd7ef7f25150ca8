"""The clauses of a statement: each tends to speak of one node."""

from __future__ import annotations

import re

from diagramloop.base.text.word_lists import remembered
from diagramloop.engines.attribute.embedded._lexicon import LISTS
from diagramloop.engines.attribute.embedded.term_index import content_words


def clauses(text: str) -> list[str]:
    """The stretches between punctuation and before clause-opening words that have a content word; else all of it."""
    parts = [part.strip() for part in _boundary().split(text)]
    return [part for part in parts if content_words(part)] or [text]


def opener(clause: str) -> str:
    """The first word in lower case, which says how the clause is joined on; empty if there is none."""
    return clause.split(maxsplit=1)[0].lower() if clause.split() else ""


@remembered(maxsize=8)
def _boundary() -> re.Pattern[str]:
    return re.compile(rf"[.,;:?!]\s|\s(?=(?:{'|'.join(sorted(LISTS.words('clause_openers')))})\b)", re.IGNORECASE)
