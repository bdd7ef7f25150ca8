"""Readings to a graph: each sentence goes to the flow it belongs to, and is told there by what it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.cases import tell_alternatives, tell_cases
from diagramloop.engines.extract.embedded.course import ANSWERS, SAME, Course, answer
from diagramloop.engines.extract.embedded.draft import Draft
from diagramloop.engines.extract.embedded.events import OTHERWISE, STEPS, Event, EventKind, SentenceReading
from diagramloop.engines.extract.embedded.likeness import likeness
from diagramloop.engines.extract.embedded.parallel import tell_parallel
from diagramloop.engines.extract.embedded.steps import tell_steps
from diagramloop.graph import FlowGraph

AHEAD = 8
"""Sentences looked ahead for references to a step."""


def build(readings: Iterable[SentenceReading]) -> FlowGraph:
    """The procedural graph of a document read sentence by sentence."""
    builder = _Builder()
    document = list(readings)
    for place, reading in enumerate(document):
        builder.add(reading, document[place + 1 : place + 1 + AHEAD])
    return builder.graph()


class _Builder:
    """The draft, the flow being told, and what of it the next sentence may lean on."""

    def __init__(self) -> None:
        self._draft = Draft()
        self._flows = 0
        self._actor = ""
        self._course: Course | None = None
        self._said: set[str] = set()
        self._question = ""
        self._check = ""
        self._after_case = False
        self._step_of: dict[int, int] = {}

    def add(self, reading: SentenceReading, following: Sequence[SentenceReading]) -> None:
        """Extends the graph by what one sentence says; a sentence said before in the same flow adds nothing.

        Args:
            following: the sentences after it.
        """
        self._draft.span = (reading.sentence.start, reading.sentence.end)
        self._turn_to_flow(reading)
        if all(event.kind is EventKind.ACTOR for event in reading.events):
            return
        course = self._open_flow()
        course.ahead = [e.text for later in following for e in later.events if e.kind is EventKind.REFERENCE]
        if self._repeats(reading):
            return
        events = [event for event in reading.events if event.kind not in {EventKind.ACTOR, EventKind.BEGIN}]
        self._ask(course, events)
        first = len(self._draft.nodes)
        self._tell(course, reading, [event for event in events if event.kind is not EventKind.QUESTION])
        if reading.sentence.number and len(self._draft.nodes) > first:
            self._step_of.setdefault(reading.sentence.number, first)
        self._after_case = reading.conditional

    def _repeats(self, reading: SentenceReading) -> bool:
        """The flow had the sentence before; if not, it has it from now on."""
        statement = " ".join(token.lemma for token in reading.sentence.tokens if token.is_word)
        repeated = statement in self._said
        self._said.add(statement)
        return repeated

    def graph(self) -> FlowGraph:
        """Return the graph that was built, every flow brought to its end."""
        self._draft.span = None
        self._close_flow()
        self._draft.follow_jumps(self._step_of)
        return self._draft.graph()

    def _tell(self, course: Course, reading: SentenceReading, events: Sequence[Event]) -> None:
        steps = [event for event in events if event.kind is EventKind.STEP]
        listed = reading.parallel and len(steps) > 1 and events[0] is steps[0]
        if reading.conditional and not listed:
            question = self._answered(course, reading)
            tell_cases(course, reading, events, question, adjacent=self._after_case)
            self._question = ""
        elif any(event.kind is EventKind.ALTERNATIVE for event in events):
            tell_alternatives(course, events, reading, adjacent=self._after_case)
        elif not (reading.parallel and tell_parallel(course, events)):
            tell_steps(course, events, reading, after_case=self._after_case)

    # Flows: one for each actor that has a process of its own.

    def _turn_to_flow(self, reading: SentenceReading) -> None:
        """Begins another flow where the sentence turns to another actor or begins again after an end."""
        begins = any(event.kind is EventKind.BEGIN for event in reading.events)
        actor = next((event.text for event in reading.events if event.kind is EventKind.ACTOR), None)
        over = self._course is None or not self._course.ends
        if actor is not None and (likeness(actor, self._actor) < SAME or begins or over):
            self._close_flow()
            self._actor = actor
        elif begins and over:
            self._close_flow()

    def _open_flow(self) -> Course:
        if self._course is None:
            self._flows += 1
            self._course = Course(self._draft, self._flows, self._actor)
            self._said, self._question = set(), ""
        return self._course

    def _close_flow(self) -> None:
        if self._course is not None:
            self._course.close()
        self._course = None

    # Questions that the next sentence's cases answer.

    def _ask(self, course: Course, events: Sequence[Event]) -> None:
        """Keeps the sentence's question for the cases to come; one asked before goes on with its split."""
        if not any(event.kind is EventKind.CONDITION for event in events):
            self._question = ""
        for place, event in enumerate(events):
            if event.kind is EventKind.QUESTION:
                question = _resolved(event.text, course, events[:place])
                asked = [split for split in course.splits if likeness(question, split.question) >= SAME]
                course.split = asked[0] if asked else course.split
                self._question = "" if asked else question
                self._check = event.check

    def _answered(self, course: Course, reading: SentenceReading) -> str:
        """The question that the sentence's first case answers; one that it leaves open only tells of a step."""
        first = next(event for event in reading.events if event.kind is EventKind.CONDITION)
        if not self._question or not self._check or first.text == OTHERWISE:
            return self._question
        if answer(self._question, first.text) in ANSWERS:
            return self._question
        check = Event(EventKind.STEP, self._check, 0)
        tell_steps(course, [check], reading, after_case=self._after_case)
        return ""


def _resolved(question: str, course: Course, before: Sequence[Event]) -> str:
    """The question with a pronoun at its head replaced by the thing named before, as data object or by a step."""
    pronoun, _, rest = question.partition(" ")
    if pronoun not in words("pronouns"):
        return question
    named = [] if course.last is None else [course.text(course.last)]
    named += [event.text for event in before if event.kind in STEPS | {EventKind.REFERENCE}]
    things = [named[-1].partition(" ")[2]] if named else []
    things += [event.text for event in before if event.kind is EventKind.DATA]
    thing = things[-1] if things else ""
    return f"{thing} {rest}".strip()
