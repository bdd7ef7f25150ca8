"""Sentences: where a text is cut into them. No character is lost: the sentences of a text, joined, are the text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

WRITTEN = re.compile(r"(?<![.!?])[.!?]++[\"')\]]*+\s++(?=[\"'(\[]*+[A-Z0-9])")
"""Ends of sentences in edited prose: the next begins with a capital or a number."""
SPOKEN = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")
"""Ends of sentences as people type to each other, in English or Chinese: capitals are not relied on."""


def sentences(text: str, ends: re.Pattern[str] = WRITTEN, abbreviations: Collection[str] = ()) -> Iterator[str]:
    """The sentences of ``text`` in order, each with the blanks behind it.

    Args:
        ends: matches what stands between two sentences, and belongs to the first.
        abbreviations: words, in lower case and without their last full stop, whose full stop ends no sentence.
    """
    start = 0
    for end in ends.finditer(text):
        if end.end() > start and not _abbreviated(text, start, end.start() + 1, abbreviations):
            yield text[start : end.end()]
            start = end.end()
    if start < len(text):
        yield text[start:]


def _abbreviated(text: str, start: int, end: int, abbreviations: Collection[str]) -> bool:
    """True if the last word of ``text[start:end]`` is an abbreviation; no more than that word is looked at."""
    begin = end = min(end, len(text))
    while begin > start and not text[begin - 1].isspace():
        begin -= 1
    word = text[begin:end].lower()
    return word.endswith(".") and word[:-1].lstrip("(") in abbreviations
