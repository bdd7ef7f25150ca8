"""Steps one after the other, what constrains them, and ways back."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from diagramloop.engines.extract.embedded.course import SAME, Course
from diagramloop.engines.extract.embedded.draft import OpenEnd
from diagramloop.engines.extract.embedded.events import CONSTRAINTS, OTHERWISE, STEPS, Event, EventKind, SentenceReading
from diagramloop.graph import NodeKind

LIKE_TOLD = 0.25
"""Least likeness to a step at which a clause of what happened before refers to it."""
_ONWARD = STEPS | {EventKind.FINISH, EventKind.PROCEED}


def carries_on(reading: SentenceReading, *, after_case: bool) -> bool:
    """The sentence goes on behind the step told last, even if other branches are open."""
    return not reading.concludes and not after_case


def tell_steps(course: Course, events: Sequence[Event], reading: SentenceReading, *, after_case: bool) -> None:
    """Puts the sentence's steps one after the other behind the place that it refers to.

    Args:
        after_case: the sentence before told cases.
    """
    events = _with_told(course, events)
    carry_on = carries_on(reading, after_case=after_case)
    place: OpenEnd | None = None
    reference: int | None = None
    for number, event in enumerate(events):
        if event.kind is EventKind.REFERENCE:
            following = events[number + 1 :]
            reference, place = course.find(event.text, anywhere=_has(following, CONSTRAINTS)), None
            if reading.returns and reference is not None and not _has(following, _ONWARD):
                course.loop(course.place(None, carry_on=carry_on), reference)
        elif event.kind in STEPS:
            here = place if place in course.ends else None
            place = _tell_step(course, event, here or _Place(reference, carry_on), reading)
        elif event.kind is EventKind.UNTIL:
            place = tell_until(course, event, place or course.place(reference, carry_on=carry_on))
        elif event.kind is EventKind.FINISH:
            tell_finish(course, place, reference)
        elif event.kind in CONSTRAINTS:
            constrain(course, event, reference)


def _has(events: Sequence[Event], kinds: Set[EventKind]) -> bool:
    return any(event.kind in kinds for event in events)


def _with_told(course: Course, events: Sequence[Event]) -> list[Event]:
    """References that tell what happens, as steps where none like them was told.

    Those are clauses of their own, and what a sentence without steps states itself.
    """
    silent = not _has(events, STEPS | CONSTRAINTS | {EventKind.FINISH})
    steps = []
    for event in events:
        clause = event.happens and course.find(event.text, LIKE_TOLD) is None
        statement = silent and event.told and course.find(event.text, SAME) is None
        unknown = event.check and event.kind is EventKind.REFERENCE and course.find(event.text) is None
        if clause or statement or unknown:
            event = replace(event, kind=EventKind.STEP, text=event.check or event.text)
        steps.append(event)
    return steps


class _Place:
    """A place to be found only when something is put there, since finding one may join branches."""

    def __init__(self, reference: int | None, carry_on: bool) -> None:
        self._reference, self._carry_on = reference, carry_on

    def find(self, course: Course, text: str) -> OpenEnd:
        return course.place(self._reference, carry_on=self._carry_on, text=text)


def _tell_step(course: Course, event: Event, where: OpenEnd | _Place, reading: SentenceReading) -> OpenEnd | None:
    """Puts a step; the open end behind it. A step told before in the same words is meant again, and put once."""
    known = course.find(event.text, SAME) if event.kind is EventKind.STEP else None
    if known is not None and course.text(known).lower() == event.text.lower():
        if reading.returns:
            course.loop(where.find(course, "") if isinstance(where, _Place) else where, known)
        return course.open_at(known)
    if event.kind is EventKind.START and course.untouched:
        course.draft.nodes[course.start].text = event.text
        return None
    end = where.find(course, event.text) if isinstance(where, _Place) else where
    if event.kind is EventKind.END:
        course.finish(end, event.text)
        return None
    course.told = course.step(event.text, end, event.actor)
    return course.told


def tell_until(course: Course, event: Event, end: OpenEnd) -> OpenEnd:
    """Puts a choice between another round from the step that is meant and going on; the open end behind it."""
    first = course.find(event.whole)
    if first is None:
        end = course.step(event.check, end)
        first = end.node
    split = course.open_split(NodeKind.XOR, end, "")
    course.loop(course.open_branch(split, OTHERWISE), first)
    course.told = course.open_branch(split, event.text)
    course.split = None
    return course.told


def tell_finish(course: Course, place: OpenEnd | None = None, reference: int | None = None) -> None:
    """Ends the flow at ``place``, behind the step referred to, or behind all that was told; a flow ends only once.

    What happens if a condition fails is not told, so such branches stay open.
    """
    if course.ends and not course.untouched:
        here = place if place in course.ends else course.open_at(reference)
        course.finish(here or course.join(course.ends))


def constrain(course: Course, event: Event, reference: int | None) -> None:
    """Puts a data object or an annotation beside the step referred to, or the one told last."""
    step = course.last if reference is None else reference
    if step is None or course.draft.nodes[step].kind is not NodeKind.PROCESS:
        return
    kind = NodeKind.DATA_OBJECT if event.kind is EventKind.DATA else NodeKind.TEXT_ANNOTATION
    node = course.draft.constraint(kind, event.text, course.number)
    if kind is NodeKind.DATA_OBJECT and not event.produced:
        course.draft.constrain(node, step)
    else:
        course.draft.constrain(step, node)
