"""Scope of a statement: only here or elsewhere too, all or less than all."""

from __future__ import annotations

from diagramloop.base.text.word_lists import remembered
from diagramloop.engines.converse.embedded._lexicon import lexicon_of
from diagramloop.engines.converse.embedded._tokens import MAX_CHARACTERS, tokens
from diagramloop.engines.converse.embedded.segments import sentence_tokens


def confinement(text: str) -> int:
    """1 where ``text`` says that something is only so, -1 where it says that it is otherwise too, else 0."""
    return _confinement(text[:MAX_CHARACTERS])


@remembered(maxsize=4096)
def _confinement(text: str) -> int:
    words = lexicon_of(text)
    for sentence, _ in sentence_tokens(tokens(text)):
        if words.inclusive.within(sentence):
            return -1
        for position in range(len(sentence)):
            if words.exclusive.at(sentence, position):
                return -1 if words.negators.within(sentence[:position]) else 1
    return 0


def extent(text: str) -> int:
    """1 where ``text`` speaks of all, -1 where it speaks of less than all, 0 of neither."""
    return _extent(text[:MAX_CHARACTERS])


@remembered(maxsize=4096)
def _extent(text: str) -> int:
    words = lexicon_of(text)
    run = tokens(text)
    return -1 if words.partial.within(run) else int(words.universal.within(run))
