"""Words of English that more than one engine needs."""

from __future__ import annotations

from diagramloop.base.text.word_lists import WordLists

_LISTS = WordLists(__package__, "english.yaml")


def abbreviations() -> frozenset[str]:
    """Words whose full stop ends no sentence, in lower case and without it."""
    return _LISTS.words("abbreviations")


def number_words() -> tuple[str, ...]:
    """Spelled numbers, from zero."""
    return tuple(_LISTS["number_words"])
