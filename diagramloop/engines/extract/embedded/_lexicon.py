"""Closed word classes and cue phrases, from ``english.yaml``."""

from __future__ import annotations

from diagramloop.base.text.word_lists import WordLists

LISTS = WordLists(__package__, "english.yaml")
words = LISTS.words
phrases = LISTS.phrases
