"""The meaning that an extraction must not lose: what a sentence denies, its figures, its alternatives.

Scores by words in common forgive a lost "not", and readers do not. So the events made of every sentence are held
against the sentence itself, by counts that share nothing with the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.events import CONSTRAINTS, OTHERWISE, Event, EventKind
from diagramloop.engines.extract.embedded.segmentation import Sentence, words_of

_DIGIT = re.compile(r"\d")
_REFERENCE = re.compile(r"\bsteps? \d|\b(?:go|goes) back to\b|\breturns? to\b")
_UNLESS = "unless"
_COURSE = frozenset({EventKind.FINISH, EventKind.PROCEED})
_OPENING = frozenset({EventKind.ACTOR, EventKind.BEGIN, EventKind.START})
_CASES = frozenset({EventKind.CONDITION, EventKind.ALTERNATIVE})


def keeps_meaning(sentence: Sentence, events: Sequence[Event]) -> bool:
    """The events of a sentence have its negations, its figures and its alternatives.

    Where the process ends or goes on, nothing is said of how: it does "without further checks".
    """
    if any(event.kind in _COURSE for event in events):
        return True
    event_tokens = [token for event in events for token in words_of(f"{event.text} {event.whole} {event.check}")]
    return (
        _figures(sentence.tokens) <= {token.lower for token in event_tokens}
        and _keeps_negations(sentence, event_tokens, events)
        and _keeps_alternatives(sentence, events)
    )


def is_hard(sentence: Sentence, events: Sequence[Event], parallel: bool) -> bool:
    """The tagger has not learnt what it says: "unless" and its like, steps by their numbers, steps joined by "or"."""
    lower = [token.lower for token in sentence.tokens if not token.quoted]
    if any(event.kind in _COURSE | _OPENING | CONSTRAINTS for event in events):
        return False
    steps = [event.text.split() for event in events if event.kind is EventKind.STEP]
    if parallel and len(steps) > 1:
        return False
    conditional = any(event.kind is EventKind.CONDITION for event in events)
    may_choose = "or" in lower and not conditional
    return _is_hard_text(lower) or any(_is_hard_step(step, may_choose) for step in steps)


def _is_hard_text(lower: Sequence[str]) -> bool:
    return not words("hard words").isdisjoint(lower) or _REFERENCE.search(" ".join(lower)) is not None


def _is_hard_step(step: Sequence[str], may_choose: bool) -> bool:
    """It joins alternatives, or begins with a number, which belongs to the step before."""
    return (may_choose and "or" in step) or step[0].replace(".", "").isdecimal()


def covers(sentence: Sentence, events: Sequence[Event]) -> bool:
    """Of a sentence that tells steps alone, these have more than half of the words that mean something."""
    kinds = {event.kind for event in events}
    meant = {token.lemma for token in sentence.tokens if token.is_word and not token.quoted} - words("function words")
    if kinds != {EventKind.STEP} or "step" in meant:
        return True
    event_lemmas = {token.lemma for event in events for token in words_of(event.text)}
    return len(meant - event_lemmas) < max(2, len(meant) / 2)


def _figures(tokens: Sequence[Token]) -> set[str]:
    """The numbers, and the words that say on which side of one things are ("below 1,000")."""
    figures = set()
    for place, token in enumerate(tokens):
        if _DIGIT.search(token.text):
            figures.add(token.lower)
            before = {word.lower for word in tokens[max(0, place - 2) : place]}
            figures |= before & words("bounds")
    return figures


def _negations(tokens: Iterable[Token]) -> int:
    return sum(token.lower in words("negations") for token in tokens)


def _keeps_negations(sentence: Sentence, event_tokens: Sequence[Token], events: Sequence[Event]) -> bool:
    """Every "not" stands in an event, or is said by the condition that none of the others holds.

    "Unless" is one more.
    """
    unless = sum(token.lower == _UNLESS for token in sentence.tokens)
    named = sum(token.lower in words("contrary words") for token in sentence.tokens)  # that stand for themselves
    contrary = max(0, sum(event.text == OTHERWISE for event in events) - named)
    written = {event.text for event in events if event.whole and event.whole != event.text}
    twice = sum(_negations(words_of(text)) for text in written)  # a condition's words count once
    return _negations(sentence.tokens) + unless <= _negations(event_tokens) - twice + contrary


def _keeps_alternatives(sentence: Sentence, events: Sequence[Event]) -> bool:
    """Every "or" stands between cases, or in one event with what it joins."""
    joined = sum(token.lower == "or" and not token.quoted for token in sentence.tokens)
    if not joined:
        return True
    inside = sum(token.lower == "or" for event in events for token in words_of(event.whole or event.text))
    cases = sum(event.kind in _CASES for event in events)
    return joined <= inside + max(0, cases - 1)
