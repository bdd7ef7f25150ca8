"""Exclusive and inclusive choice: sentences that tell what happens under which condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.course import REFERS, SAME, Course, OpenSplit, answer
from diagramloop.engines.extract.embedded.draft import OpenEnd, SplitBranch
from diagramloop.engines.extract.embedded.events import CONSTRAINTS, STEPS, Event, EventKind, SentenceReading
from diagramloop.engines.extract.embedded.likeness import likeness, negative, opposite
from diagramloop.engines.extract.embedded.phrases import content
from diagramloop.engines.extract.embedded.steps import carries_on, constrain, tell_steps, tell_until
from diagramloop.graph import NodeKind

SAME_CONDITION = 0.85
"""Least likeness at which two conditions of one split say the same."""
DONE = 0.75
"""Least likeness at which a condition says that the step at an open end has been taken."""

Case = tuple[list[Event], list[Event]]
"""Conditions and what follows from each of them."""


@dataclass(frozen=True)
class _Place:
    """The place where a sentence's cases belong.

    Attributes:
        reading: the sentence.
        reference: the step that it refers to, if any.
        adjacent: the sentence before told cases, too.
    """

    reading: SentenceReading
    reference: int | None
    adjacent: bool


def tell_cases(
    course: Course, reading: SentenceReading, events: Sequence[Event], question: str, *, adjacent: bool
) -> None:
    """Opens a branch for every condition of the sentence and puts its consequence on it.

    Args:
        question: what the cases answer, or empty.
        adjacent: the sentence before told cases, too.
    """
    first = next(number for number, event in enumerate(events) if event.kind is EventKind.CONDITION)
    before, cases = events[:first], _cases(events[first:])
    if any(event.kind in STEPS | {EventKind.FINISH, EventKind.PROCEED} for event in before):
        tell_steps(course, before, reading, after_case=adjacent)
    references = [event.text for event in before if event.kind is EventKind.REFERENCE]
    done = None if references or question or reading.contrast else _done(course, cases)
    if done is not None:
        again = Event(EventKind.REFERENCE, course.text(done.node), 0)
        tell_steps(course, [again, *cases[0][1]], reading, after_case=adjacent)
        return
    reference = course.find(references[-1]) if references else None
    _tell_branches(course, _Place(reading, reference, adjacent), cases, question)
    course.told = None


def _tell_branches(course: Course, place: _Place, cases: Sequence[Case], question: str) -> None:
    contrast = place.reading.contrast
    for conditions, consequence in cases:
        for condition in conditions:
            end = _branch(course, place, condition, question, contrast=contrast)
            question = ""
            if end is not None:
                _tell_consequence(course, end, consequence, place.reading)
        contrast = True


def _cases(events: Sequence[Event]) -> list[Case]:
    """The sentence's cases; conditions in a row share what follows."""
    cases: list[Case] = []
    for event in events:
        if event.kind is not EventKind.CONDITION:
            cases[-1][1].append(event)
        elif cases and not cases[-1][1]:
            cases[-1][0].append(event)
        else:
            cases.append(([event], []))
    return cases


def _done(course: Course, cases: Sequence[Case]) -> OpenEnd | None:
    """The open end behind the step that a sentence's only condition says was taken: it only refers back."""
    conditions = [condition.text for conditions, _ in cases for condition in conditions]
    if len(conditions) != 1 or negative(conditions[0]) or course.opposed(conditions[0]):
        return None
    alike = (end for end in course.ends if likeness(conditions[0], course.text(end.node)) >= DONE)
    return next(alike, None)


def _branch(course: Course, place: _Place, condition: Event, question: str, *, contrast: bool) -> OpenEnd | None:
    """The open end of the branch under ``condition``; None when that branch was told before and is closed."""
    fixed = place.reference is not None or question
    split = None if fixed else course.split
    if split is not None:
        known = _known(answer(split.question, condition.whole), split)
        if known is not None:
            if not _adds(course, place.reading):
                return course.open_in(SplitBranch(split.node, known))
            split = None
        elif not (contrast or (place.adjacent and not split.complete)):
            split = None
    opposed = None if fixed else course.opposed(condition.whole)
    split = opposed or split or _new_split(course, place, question)
    return _open_case(course, split, condition, exhausts=contrast or bool(opposed))


def _new_split(course: Course, place: _Place, question: str) -> OpenSplit:
    end = course.place(place.reference, carry_on=carries_on(place.reading, after_case=place.adjacent))
    return course.open_split(NodeKind.OR if place.reading.inclusive else NodeKind.XOR, end, question)


def _open_case(course: Course, split: OpenSplit, condition: Event, *, exhausts: bool) -> OpenEnd:
    """Another branch of a split; it ``exhausts`` the question where there is another already."""
    statement = answer(split.question, condition.whole)
    split.complete = bool(split.said) and exhausts
    split.complete |= any(opposite(statement, other) for other in split.said)
    return course.open_branch(split, answer(split.question, condition.text), statement)


def _known(condition: str, split: OpenSplit) -> int | None:
    """The place of the branch under the same condition."""
    for place, other in enumerate(split.said):
        if not opposite(condition, other) and (
            likeness(condition, other) >= SAME_CONDITION or _within(condition, other)
        ):
            return place
    return None


def _within(condition: str, other: str) -> bool:
    """One condition says all that the other says, but for what it is about ("it is low", "the stock is low")."""
    a, b = (set(content(text)) - words("pointers") for text in (condition, other))
    return bool(a and b) and (a <= b or b <= a) and negative(condition) == negative(other)


def _adds(course: Course, reading: SentenceReading) -> bool:
    """The sentence tells a step that has not been told."""
    return any(course.find(event.text, SAME) is None for event in reading.events if event.kind in STEPS)


def _tell_consequence(course: Course, end: OpenEnd, consequence: Sequence[Event], reading: SentenceReading) -> None:
    for number, event in enumerate(consequence):
        if event.kind in CONSTRAINTS:
            constrain(course, event, None)
        elif end not in course.ends:
            continue
        elif event.kind is EventKind.ALTERNATIVE:
            _tell_alternatives(course, end, consequence[number:], reading)
            return
        elif event.kind is EventKind.UNTIL:
            end = tell_until(course, event, end)
        elif event.kind is EventKind.END:
            course.finish(end, event.text)
        elif event.kind is EventKind.FINISH:
            course.finish(end)
        elif event.kind in STEPS | {EventKind.REFERENCE}:
            end = _tell_consequent_step(course, end, event, reading)


def _tell_consequent_step(course: Course, end: OpenEnd, event: Event, reading: SentenceReading) -> OpenEnd:
    """A new step, or a way back to the one that is meant; the open end it leaves, which may be closed."""
    refers = event.kind is EventKind.REFERENCE
    known = course.find(event.text, REFERS if refers else SAME) if refers or reading.returns else None
    if known is not None and (course.loop(end, known) or refers):
        return end
    return course.step(event.check or event.text, end, event.actor)


def tell_alternatives(course: Course, events: Sequence[Event], reading: SentenceReading, *, adjacent: bool) -> None:
    """Puts a choice without conditions, one branch for each alternative of the sentence.

    Args:
        adjacent: the sentence before told cases.
    """
    first = next(number for number, event in enumerate(events) if event.kind is EventKind.ALTERNATIVE)
    tell_steps(course, events[:first], reading, after_case=adjacent)
    end = course.place(None, carry_on=carries_on(reading, after_case=adjacent))
    _tell_alternatives(course, end, events[first:], reading)
    course.told, course.split = None, None


def _tell_alternatives(course: Course, end: OpenEnd, events: Sequence[Event], reading: SentenceReading) -> None:
    outer = course.split
    split = course.open_split(NodeKind.XOR, end, "")
    for event in events:
        if event.kind is EventKind.ALTERNATIVE:
            end = course.open_branch(split, "")
        else:
            _tell_consequence(course, end, [event], reading)
            end = course.open_at(course.last) or end
    split.complete = True
    course.split = outer
