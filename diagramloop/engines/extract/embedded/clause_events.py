"""Events of a sentence by its clauses: for what the tagger has not learnt, such as prohibitions and alternatives.

The parser's clauses say which of them hold under which condition, which are alternatives and which are denied; a step's
text is the clause itself where it is denied or only permitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from diagramloop.base.text.syntax import Clause, Relation, clauses
from diagramloop.engines.extract.embedded import phrases
from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.cues import CueKind, cues
from diagramloop.engines.extract.embedded.events import OTHERWISE, Event, EventKind, SentenceReading
from diagramloop.engines.extract.embedded.segmentation import all_of

_CONDITIONS = frozenset({Relation.IF, Relation.UNLESS})
_KEPT = frozenset({Relation.UNTIL, Relation.WHILE, Relation.BEFORE})  # stay with the step that they are said of
_INQUIRIES = frozenset({"check", "verify", "confirm", "determine", "see", "decide", "ask", "find", "inspect", "test"})
_PERMITTED = frozenset({"may", "can", "might", "could"})
_OTHERWISE = frozenset({"otherwise", "else", "alternatively"})
_PARALLEL = frozenset({"meanwhile", "simultaneously", "concurrently"})
_AGAIN = frozenset({"repeat", "redo", "retry"})
_PERSONS = frozenset({"i", "you", "we", "he", "she", "they"})
_STEP_NUMBER = re.compile(r"\bsteps? (\d{1,3})\b", re.IGNORECASE)
_BACK = re.compile(r"(?:\bgo(?:es)? back|\breturns?) to (?:the step of )?(.+)", re.IGNORECASE)


def read_clauses(tagged: SentenceReading) -> SentenceReading:
    """The sentence as its clauses tell it; without events where none has a verb.

    Args:
        tagged: the reading by the tagger, of which actors that are named in front and contrasts stay.

    Raises:
        DiagramloopError: the parser is not installed (MISSING).
    """
    reader = _Reader(tagged, clauses(tagged.sentence.text))
    kept = [event for event in tagged.events if event.kind in {EventKind.ACTOR, EventKind.BEGIN}]
    events = list(reader.events())
    adverbs: frozenset[str] = frozenset().union(*(clause.adverbs for clause in reader.clauses))
    contrasts = bool(adverbs & _OTHERWISE)
    parallel = bool(adverbs & _PARALLEL) or reader.simultaneous
    going_back = any(event.kind is EventKind.REFERENCE and event.check for event in events)
    return replace(
        tagged,
        events=(*kept, *events) if events else (),
        contrast=tagged.contrast or contrasts,
        parallel=tagged.parallel or parallel,
        returns=tagged.returns or going_back,
    )


def whole(reading: SentenceReading) -> SentenceReading:
    """The sentence as one step, in its own words: what no reading of it keeps is not to be lost."""
    text = phrases.condition(reading.sentence.tokens)
    actors = [event for event in reading.events if event.kind is EventKind.ACTOR]
    events = (*actors, Event(EventKind.STEP, text, 0))
    return replace(reading, events=events, parallel=False, returns=False, verbatim=True)


class _Reader:
    """A sentence and its clauses."""

    def __init__(self, tagged: SentenceReading, parts: Sequence[Clause]) -> None:
        self._sentence = tagged.sentence
        self._is_silent = not tagged.events  # the tagger sees nothing that is done
        self.clauses = parts

    @property
    def simultaneous(self) -> bool:
        """Somebody does one thing while somebody else does another."""
        return any(self._is_beside(clause) for clause in self.clauses)

    def events(self) -> Iterator[Event]:
        """Return its events in the order in which they are to be told."""
        for place, clause in enumerate(self.clauses):
            if clause.relation is Relation.MAIN:
                yield from self._before(place)
                yield from self._main(place)

    # What holds or happened before a clause.

    def _before(self, place: int) -> Iterator[Event]:
        clause = self.clauses[place]
        if clause.adverbs & _OTHERWISE:
            yield Event(EventKind.CONDITION, OTHERWISE, clause.start, whole=OTHERWISE)
        conditions = [other for other in self._subordinate(place) if self._states_condition(other)]
        if conditions:  # several hold together: one of them within another would say its step twice
            text = " and ".join(map(self._condition, conditions))
            yield Event(EventKind.CONDITION, text, conditions[0].start, whole=text)
        for other in self._subordinate(place):
            if other not in conditions and other.relation in {Relation.AFTER, Relation.WHEN}:
                text = phrases.instruction(all_of(other.text))
                if set(phrases.content(text)) - words("generic words"):
                    happens = bool(other.verb and other.subject)
                    yield Event(EventKind.REFERENCE, text, other.start, happens=happens)

    def _subordinate(self, place: int) -> list[Clause]:
        """The clauses that say when a clause holds, but for those joined to one of them."""
        below = [clause for clause in self.clauses if clause.head == place and clause.relation is not Relation.MAIN]
        return [clause for clause in below if not clause.coordinator]

    def _states_condition(self, clause: Clause) -> bool:
        state = clause.verb in {"be", "have", "need", "want"} or clause.negated
        if self._is_asked(clause):
            return False
        return clause.relation in _CONDITIONS or (clause.relation is Relation.WHEN and state)

    def _is_asked(self, clause: Clause) -> bool:
        """It says what is to be checked ("check if the seal is intact")."""
        main = self.clauses[clause.head]
        return clause.relation is Relation.IF and main.verb in _INQUIRIES and main.start < clause.start

    def _stays(self, clause: Clause) -> bool:
        """It is a part of the step that it is said of."""
        return self._is_asked(clause) or (clause.relation in _KEPT and not self._is_beside(clause))

    def _condition(self, clause: Clause) -> str:
        """A condition's text with what is joined to it; that of "unless" denied."""
        if clause.relation is Relation.UNLESS:
            return phrases.condition(all_of(clause.denial or f"not {clause.text}"))
        place = self.clauses.index(clause)
        joined = [other for other in self.clauses if other.coordinator and other.head == place]
        end = max([clause.end, *(other.end for other in joined if other.relation is clause.relation)])
        return phrases.condition(all_of(self._sentence.text[clause.start : end]))

    # What is done.

    def _main(self, place: int) -> Iterator[Event]:
        clause = self.clauses[place]
        if not clause.verb or (clause.verb == "be" and not clause.passive and self._is_silent):
            return
        if cue := self._cue(clause):
            yield Event(cue, "", clause.start)
        elif clause.verb in _AGAIN and (until := self._until(place)):
            again = self._reference(clause) or clause.object or phrases.condition(all_of(clause.text))
            text = phrases.condition(all_of(until.text))
            yield Event(EventKind.UNTIL, text, clause.start, check=self._text_of(clause), whole=again)
        elif reference := self._reference(clause):
            yield Event(EventKind.REFERENCE, reference, clause.start, check=self._text(place))
        else:
            yield from self._steps(place)

    def _steps(self, place: int) -> Iterator[Event]:
        clause = self.clauses[place]
        actor = _actor(clause)
        beside = [other for other in self._subordinate(place) if self._is_beside(other)]
        for other in beside:
            yield Event(EventKind.STEP, self._text_of(other), other.start, actor=_actor(other))
        if clause.alternatives and not self._is_verbatim(place):
            for number, text in enumerate(clause.alternatives):
                yield Event(EventKind.ALTERNATIVE, "", clause.start + number)
                yield Event(EventKind.STEP, self._written(text, clause), clause.start + number, actor=actor)
            return
        if self._is_alternative(place):
            yield Event(EventKind.ALTERNATIVE, "", clause.start)
        yield Event(EventKind.STEP, self._text(place), clause.start, actor=actor)

    def _is_alternative(self, place: int) -> bool:
        """The clause stands in a list of clauses joined by "or"."""
        clause = self.clauses[place]
        if clause.coordinator == "or":
            return True
        return any(
            other.head == place and other.coordinator == "or" and other.relation is Relation.MAIN
            for other in self.clauses
        )

    def _is_beside(self, clause: Clause) -> bool:
        """Somebody's doing during which somebody else does another thing."""
        if clause.relation is not Relation.WHILE or not clause.object or clause.head < 0:
            return False
        main = self.clauses[clause.head]
        return bool(main.subject and main.object and main.subject.lower() != clause.subject.lower())

    def _until(self, place: int) -> Clause | None:
        return next((other for other in self._subordinate(place) if other.relation is Relation.UNTIL), None)

    def _cue(self, clause: Clause) -> EventKind | None:
        """The end of the process or its going on, where that is all that a clause says."""
        of_cue = {CueKind.ENDING: EventKind.FINISH, CueKind.PROCEEDING: EventKind.PROCEED}
        for mark in cues(self._sentence):
            if mark.kind in of_cue and _lower(clause.text).find(self._spelled(mark.start, mark.end)) >= 0:
                return None if _STEP_NUMBER.search(clause.text) else of_cue[mark.kind]
        return None

    def _spelled(self, start: int, end: int) -> str:
        return " ".join(token.lower for token in self._sentence.tokens[start:end] if token.is_word)

    def _reference(self, clause: Clause) -> str:
        """The step to which the clause goes back, by number or in words; empty where it goes to none."""
        back = _BACK.search(clause.text) if not clause.object else None
        if back:
            return self._target(back.group(1))
        verbs = _AGAIN | {"go", "start", "restart", "jump", "proceed", "skip", "move"}
        return self._target(clause.text) if clause.verb in verbs and _STEP_NUMBER.search(clause.text) else ""

    def _target(self, text: str) -> str:
        """A step by its number ("step 2") or by its words."""
        numbered = _STEP_NUMBER.search(text)
        if numbered:
            return f"step {numbered.group(1)}"
        return phrases.active(all_of(text))

    # Texts.

    def _is_verbatim(self, place: int) -> bool:
        clause = self.clauses[place]
        return clause.negated or clause.modal in _PERMITTED or any(map(self._stays, self._subordinate(place)))

    def _text(self, place: int) -> str:
        """A step's text, with the clauses that stay with it."""
        clause = self.clauses[place]
        text = self._text_of(clause)
        for other in self._subordinate(place):
            if self._stays(other):
                text = f"{text} {other.relation} {phrases.condition(all_of(other.text))}"
        return text

    def _text_of(self, clause: Clause) -> str:
        return self._written(clause.text, clause)

    def _written(self, text: str, clause: Clause) -> str:
        """An instruction without its actor; in the clause's own words where it is denied or permitted."""
        if clause.negated or clause.modal in _PERMITTED:
            return phrases.condition(all_of(text))
        if _actor(clause) or clause.subject.lower() in _PERSONS:
            before, _, behind = text.partition(clause.subject)
            text = f"{before} {behind}" if behind else text
        make = phrases.instruction if clause.passive else phrases.active
        return make(all_of(text.strip()))


def _actor(clause: Clause) -> str:
    """Who does it: the subject of an active clause with an object; no pronoun."""
    if clause.passive or not clause.object or clause.subject.lower() in words("pronouns") | _PERSONS:
        return ""
    return phrases.noun_phrase(all_of(clause.subject))


def _lower(text: str) -> str:
    return " ".join(token.lower for token in all_of(text) if token.is_word)
