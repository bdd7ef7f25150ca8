"""Statements about a step: sentences that say which data objects it uses or makes, or what to heed in it.

"The step of checking the order needs the data object X", "When checking, note that Y": such a sentence tells no
step but names one; data objects stand mostly between quotation marks, and what is to be heeded after its cue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded import phrases
from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.cues import Cue, CueKind
from diagramloop.engines.extract.embedded.events import CONSTRAINTS, STEPS, Event, EventKind

_TOLD = STEPS | {EventKind.REFERENCE, EventKind.CONDITION, EventKind.QUESTION}


def with_data(tokens: Sequence[Token], marks: Sequence[Cue], events: Sequence[Event]) -> list[Event]:
    """The events of a sentence that speaks of data objects, those quoted among them; all others are left alone."""
    if not any(mark.kind is CueKind.DATA for mark in marks):
        return list(events)
    verb = _verb(tokens)
    quoted = [(first, last) for first, last in quotations(tokens) if first > verb]
    kept = [event for event in events if not any(first <= event.at < last for first, last in quoted)]
    kept = _naming_step(kept, tokens[:verb], verb)
    return [*kept, *(_data(tokens, first, last) for first, last in quoted)]


def with_notice(tokens: Sequence[Token], marks: Sequence[Cue], events: Sequence[Event]) -> list[Event]:
    """The events of a sentence that says what to heed: all that follows its cue is one annotation."""
    cue = next((mark for mark in marks if mark.kind is CueKind.NOTICE), None)
    if cue is None:
        return list(events)
    kept = [event for event in events if event.at < cue.start and event.kind not in CONSTRAINTS]
    subject = [token for token in tokens[: cue.start] if token.is_word or token.quoted]
    kept = _naming_step(kept, subject, cue.start)
    notice = tokens[cue.end :]
    if notice and notice[0].lower == "that":
        notice = notice[1:]
    text = phrases.condition(notice)
    return [*kept, Event(EventKind.ANNOTATION, text, cue.end)] if text else kept


def _naming_step(events: list[Event], subject: Sequence[Token], end: int) -> list[Event]:
    """The events, with a reference instead of what the ``subject`` before ``end`` tells where it names a step."""
    if not any(token.lemma == "step" for token in subject):
        return events
    kept = [event for event in events if event.at >= end or event.kind not in _TOLD]
    return [*kept, *_named_step(subject)]


def produced(before: Sequence[Token]) -> bool:
    """The nearest verb of making or of using in the words before a data object decides; used where there is none."""
    for token in reversed(before):
        if not token.quoted and token.lemma in words("producing"):
            return True
        if not token.quoted and token.lemma in words("using"):
            return False
    return False


def _verb(tokens: Sequence[Token]) -> int:
    """Position of the sentence's first verb of making or of using."""
    verbs = words("producing") | words("using")
    finite = (
        position
        for position, token in enumerate(tokens)
        if token.lemma in verbs and not token.quoted and _finite(tokens, position)
    )
    return next(finite, 0)


def _finite(tokens: Sequence[Token], position: int) -> bool:
    """It is no gerund after a preposition ("the step of creating ...")."""
    return not tokens[position].lower.endswith("ing") or (position > 0 and tokens[position - 1].text == ",")


def quotations(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Ranges of tokens between quotation marks."""
    first = None
    for position, token in enumerate(tokens):
        if token.quoted and first is None:
            first = position
        elif not token.quoted and first is not None:
            yield first, position
            first = None


def _named_step(subject: Sequence[Token]) -> Iterator[Event]:
    """The step that the subject names: quoted, or said after "step of" and its like."""
    quoted = [token for token in subject if token.quoted]
    noun = max(index for index, token in enumerate(subject) if token.lemma == "step")
    named = quoted or subject[noun + 2 :] or subject[:noun]
    text = phrases.instruction([token for token in named if token.lower not in words("step determiners")])
    if text:
        yield Event(EventKind.REFERENCE, text, 0)


def _data(tokens: Sequence[Token], first: int, last: int) -> Event:
    return Event(EventKind.DATA, phrases.noun_phrase(tokens[first:last]), first, produced(tokens[:first]))
