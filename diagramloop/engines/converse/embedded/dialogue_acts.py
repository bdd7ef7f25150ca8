"""Utterances about the dialogue itself: go back, say that again, what can I say, stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from diagramloop.base.text.tokens import Token
from diagramloop.engines.converse.embedded._lexicon import Lexicon, lexicon_of
from diagramloop.engines.converse.embedded._tokens import normalised, tokens
from diagramloop.engines.converse.embedded.matcher import picked_edge
from diagramloop.evaluation.contestants.agents import Grounding, Purpose


def dialogue_act(utterance: str, grounding: Grounding) -> Purpose | None:
    """The act that ``utterance`` is, or None.

    All that is said has to be such an act, but for what requests are made with; only after an answer was taken back
    may more follow. What the step or its edges say in the same words is an answer to them.
    """
    if picked_edge(utterance, grounding) is not None:
        return None
    words = lexicon_of(utterance)
    here = " ".join((grounding.text, *(option.attribute for option in grounding.options)))
    acts = [_act(run, words, normalised(here)) for run in _requested(tokens(utterance), words)]
    if acts[:1] == [Purpose.BACK] or (acts and None not in acts and Purpose.BACK in acts):
        return Purpose.BACK
    return acts[0] if acts and None not in acts else None


def _requested(read: Sequence[Token], words: Lexicon) -> Iterator[list[Token]]:
    """The runs between marks, those left out that only belong to a request."""
    for spoken, run in groupby(read, key=lambda token: token.is_word):
        if spoken and (core := _core(list(run), words)):
            yield core


def _core(run: list[Token], words: Lexicon) -> list[Token]:
    """The run without what requests begin and end with, down to an act."""
    while run and not _acts(run, words):
        at_end = words.requests.ending(run)
        if at_start := len(words.requests.at(run, 0)):
            run = run[at_start:]
        elif at_end:
            run = run[:-at_end]
        else:
            break
    return run


def _acts(run: Sequence[Token], words: Lexicon) -> list[Purpose]:
    return [Purpose(act) for act, phrases in words.dialogue_acts.items() if phrases.written(run)]


def _act(run: Sequence[Token], words: Lexicon, here: str) -> Purpose | None:
    spoken = ("" if words is lexicon_of("是") else " ").join(token.text for token in run)
    return next((act for act in _acts(run, words) if spoken not in here), None)
