"""Sentences to events: what each sentence says happens, in the order in which it is to be put into the graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from flowbench.extract.embedded import phrases
from flowbench.extract.embedded._lexicon import words
from flowbench.extract.embedded.cues import Cue, CueKind, cues
from flowbench.extract.embedded.likeness import negative
from flowbench.extract.embedded.segmentation import Sentence, Token
from flowbench.extract.embedded.tagger import Mention, MentionKind


class EventKind(StrEnum):
    """What an event does to the graph."""

    ACTOR = "actor"
    BEGIN = "begin"
    STEP = "step"
    START = "start"
    END = "end"
    CONDITION = "condition"
    QUESTION = "question"
    DATA = "data"
    ANNOTATION = "annotation"
    REFERENCE = "reference"
    FINISH = "finish"
    PROCEED = "proceed"


@dataclass(frozen=True)
class Event:
    """One thing that a sentence says.

    Attributes:
        text: of the node or condition it stands for; empty for BEGIN, FINISH and PROCEED.
        at: its first token, by which events are ordered.
        produced: whether DATA comes out of its step (else goes in).
    """

    kind: EventKind
    text: str
    at: int
    produced: bool = False


@dataclass(frozen=True)
class Reading:
    """A sentence's events and what it says about their order.

    Attributes:
        conditional: some event holds only under a condition.
        contrast: it gives another case of a question already put.
        parallel: its steps happen at the same time (as each other, or as the step before).
        inclusive: more than one of its cases may hold.
        returns: it goes back to an earlier step.
        concludes: it comes after all branches.
    """

    sentence: Sentence
    events: tuple[Event, ...]
    contrast: bool
    parallel: bool
    inclusive: bool
    returns: bool
    concludes: bool

    @property
    def conditional(self) -> bool:
        """Some event holds only under a condition."""
        return any(event.kind is EventKind.CONDITION for event in self.events)


@dataclass(frozen=True)
class _Clause:
    """A subordinate clause: tokens ``start`` to ``end``, opened by a cue."""

    cue: Cue
    start: int
    end: int

    def holds(self, at: int) -> bool:
        return self.start <= at < self.end


def read(sentence: Sentence, found: Sequence[Mention]) -> Reading:
    """What ``sentence`` with the mentions ``found`` in it says."""
    marks = cues(sentence)
    conditions = list(_conditional_clauses(sentence, found, marks))
    temporal = [clause for clause in _temporal_clauses(sentence, marks) if not _inside(clause.start, conditions)]
    found = [part for mention in found for part in _divided(mention, temporal)]
    events = [*_condition_events(sentence, found, conditions), *_mention_events(sentence, found, conditions, temporal)]
    events += _cue_events(found, marks, conditions)
    events += _references(sentence, found, temporal)
    events += _questions(sentence, found, marks)
    events += _unmarked(sentence, events, conditions, temporal)
    kinds = {mark.kind for mark in marks}
    if CueKind.PARALLEL in kinds:
        events = _with_listed(sentence, found, marks, events)
    return Reading(
        sentence,
        tuple(_postposed(sorted(events, key=lambda event: event.at), conditions)),
        contrast=CueKind.CONTRAST in kinds,
        parallel=CueKind.PARALLEL in kinds,
        inclusive=CueKind.INCLUSIVE in kinds,
        returns=CueKind.RETURN in kinds,
        concludes=CueKind.CONCLUSION in kinds,
    )


def _inside(at: int, clauses: Sequence[_Clause]) -> bool:
    return any(clause.holds(at) for clause in clauses)


def _conditional_clauses(sentence: Sentence, found: Sequence[Mention], marks: Sequence[Cue]) -> Iterator[_Clause]:
    inquiries = {at for mark in marks if mark.kind is CueKind.INQUIRY for at in range(mark.start, mark.end)}
    conditional = [mention for mention in found if mention.kind in {MentionKind.CONDITION, MentionKind.GATEWAY}]
    reached = 0
    for mark in marks:
        if mark.kind is not CueKind.CONDITION or mark.start < reached or mark.start in inquiries:
            continue
        end = _clause_end(sentence, found, mark.end)
        temporal = sentence.tokens[mark.start].lower in words("temporal conditions")
        if temporal and not any(mark.end <= mention.start < end for mention in conditional):
            continue
        reached = end
        yield _Clause(mark, mark.start, end)


def _temporal_clauses(sentence: Sentence, marks: Sequence[Cue]) -> Iterator[_Clause]:
    for mark in marks:
        if mark.kind is CueKind.REFERENCE:
            yield _Clause(mark, mark.start, _comma(sentence.tokens, mark.end))


def _divided(mention: Mention, temporal: Sequence[_Clause]) -> Iterator[Mention]:
    """A mention that runs over the end of a temporal clause as two: what was done before, and what is done then."""
    for clause in temporal:
        if clause.holds(mention.start) and clause.end + 1 < mention.end:
            kept = clause.end - mention.start
            yield Mention(MentionKind.REFERENCE, mention.start, clause.end, mention.tokens[:kept])
            yield Mention(mention.kind, clause.end + 1, mention.end, mention.tokens[kept + 1 :])
            return
    yield mention


def _clause_end(sentence: Sentence, found: Sequence[Mention], start: int) -> int:
    """Where the condition opened before ``start`` ends: at a comma or "then", or where the next mention begins."""
    end = _comma(sentence.tokens, start)
    inside = [mention for mention in found if start <= mention.start < end]
    head = next((at for at, mention in enumerate(inside) if mention.kind is MentionKind.CONDITION), None)
    if head is not None:
        after = [mention.start for mention in inside[head + 1 :] if mention.kind in _CONSEQUENCES]
        return min([end, *after])
    return end


_CONSEQUENCES = {MentionKind.ACTION, MentionKind.END, MentionKind.START}


def _comma(tokens: Sequence[Token], start: int) -> int:
    for at in range(start, len(tokens)):
        if (tokens[at].text in {",", ";", ":"} and not tokens[at].quoted) or tokens[at].lower == "then":
            return at
    return len(tokens)


def _condition_events(sentence: Sentence, found: Sequence[Mention], conditions: Sequence[_Clause]) -> Iterator[Event]:
    for clause in conditions:
        inside = [mention for mention in found if clause.holds(mention.start)]
        said = [mention for mention in inside if mention.kind is MentionKind.CONDITION]
        whole = sentence.tokens[clause.cue.end : clause.end]
        denied = any(token.lower in words("negations") for token in whole)
        for tokens in _alternatives(sentence, said) or [whole]:
            text = phrases.condition(tokens)
            if text and denied and len(said) < 2 and not negative(text):
                text = f"not {text}"
            if text:
                yield Event(EventKind.CONDITION, text, clause.start)


def _named(sentence: Sentence, mention: Mention) -> bool:
    """The sentence speaks of a step ("the step of checking the order needs ...") instead of telling it."""
    before = sentence.tokens[max(0, mention.start - 3) : mention.start]
    told = any(token.lower in {"next", "first", "is", "final", "last"} for token in sentence.tokens[: mention.start])
    return any(token.lemma == "step" for token in before) and not told


def _alternatives(sentence: Sentence, said: Sequence[Mention]) -> list[tuple[Token, ...]]:
    """The conditions of a clause: mentions between which an "or" stands are cases of their own."""
    found: list[tuple[Token, ...]] = []
    for before, mention in zip([None, *said], said, strict=False):
        between = sentence.tokens[before.end : mention.start] if before else ()
        if before is None or any(token.lower == "or" for token in between):
            found.append(mention.tokens)
        else:
            found[-1] += mention.tokens
    return found


def _mention_events(
    sentence: Sentence, found: Sequence[Mention], conditions: Sequence[_Clause], temporal: Sequence[_Clause]
) -> Iterator[Event]:
    for mention in found:
        if _inside(mention.start, conditions) and mention.kind not in {MentionKind.ACTOR}:
            continue
        if mention.kind is MentionKind.ACTION and _named(sentence, mention):
            yield Event(EventKind.REFERENCE, phrases.instruction(mention.tokens), mention.start)
            continue
        make = phrases.event if _inside(mention.start, temporal) else phrases.instruction
        match mention.kind:
            case MentionKind.ACTION:
                yield Event(EventKind.STEP, make(mention.tokens), mention.start)
            case MentionKind.START:
                yield Event(EventKind.START, phrases.event(mention.tokens), mention.start)
            case MentionKind.END:
                yield Event(EventKind.END, phrases.event(mention.tokens), mention.start)
            case MentionKind.REFERENCE:
                yield Event(EventKind.REFERENCE, phrases.instruction(mention.tokens), mention.start)
            case MentionKind.DATA:
                yield Event(EventKind.DATA, phrases.noun_phrase(mention.tokens), mention.start, _produced(sentence, mention))
            case MentionKind.ANNOTATION:
                yield Event(EventKind.ANNOTATION, phrases.condition(mention.tokens), mention.start)
            case MentionKind.ACTOR:
                yield Event(EventKind.ACTOR, phrases.noun_phrase(mention.tokens), mention.start)


def _references(sentence: Sentence, found: Sequence[Mention], temporal: Sequence[_Clause]) -> Iterator[Event]:
    """What a temporal clause without mentions says has been done."""
    for clause in temporal:
        if not any(clause.holds(mention.start) for mention in found):
            text = phrases.instruction(sentence.tokens[clause.cue.end : clause.end])
            if set(phrases.content(text)) - words("generic words"):
                yield Event(EventKind.REFERENCE, text, clause.start)


def _questions(sentence: Sentence, found: Sequence[Mention], marks: Sequence[Cue]) -> Iterator[Event]:
    """What is to be checked, unless checking it is mentioned as a step."""
    steps = {at for mention in found if mention.kind in _CONSEQUENCES for at in range(mention.start, mention.end)}
    for mark in marks:
        end = _comma(sentence.tokens, mark.end)
        if mark.kind is CueKind.INQUIRY and not steps & set(range(mark.start, end)):
            if text := phrases.question(sentence.tokens[mark.end : end]):
                yield Event(EventKind.QUESTION, text, mark.start)


def _unmarked(
    sentence: Sentence, events: Sequence[Event], conditions: Sequence[_Clause], temporal: Sequence[_Clause]
) -> Iterator[Event]:
    """The main clause as a step, where no mention was found in it."""
    opening = [clause for clause in (*conditions, *temporal) if clause.start <= 2 or clause in conditions]
    if len(conditions) > 1:
        return
    start = max((clause.end for clause in opening), default=0)
    if not any(event.kind in _OUTCOMES and event.at >= start for event in events):
        if text := phrases.main_clause(sentence.tokens[start:]):
            yield Event(EventKind.STEP, text, start)


def _with_listed(
    sentence: Sentence, found: Sequence[Mention], marks: Sequence[Cue], events: Sequence[Event]
) -> list[Event]:
    """Events with those items of a list of simultaneous steps that were not marked, or only as references."""
    start = next((at + 1 for at, token in enumerate(sentence.tokens) if token.text == ":"), None)
    if start is None:
        return list(events)
    items = [(first, last) for first, last in _items(sentence.tokens, start)]
    steps = [event for event in events if event.kind is EventKind.STEP]
    missing = [item for item in items if not any(item[0] <= event.at < item[1] for event in steps)]
    kept = [e for e in events if e.kind is not EventKind.REFERENCE or not any(a <= e.at < b for a, b in missing)]
    texts = ((first, phrases.instruction(sentence.tokens[first:last])) for first, last in missing)
    return [*kept, *(Event(EventKind.STEP, text, first) for first, text in texts if text)]


def _items(tokens: Sequence[Token], start: int) -> Iterator[tuple[int, int]]:
    """The items of a list, each beginning with a verb, as ranges of tokens."""
    first = start
    for at in range(start, len(tokens)):
        opens = at + 1 < len(tokens) and "V" in tokens[at + 1].classes
        closes = tokens[at].text in {",", ";", "."} or (tokens[at].lower == "and" and opens)
        if closes and not tokens[at].quoted:
            if at > first and "V" in tokens[first].classes:
                yield first, at
                first = at + 1
            elif at == first:
                first = at + 1


_OUTCOMES = {
    EventKind.STEP,
    EventKind.START,
    EventKind.END,
    EventKind.FINISH,
    EventKind.PROCEED,
    EventKind.REFERENCE,
    EventKind.QUESTION,
    EventKind.DATA,
    EventKind.ANNOTATION,
}


def _produced(sentence: Sentence, mention: Mention) -> bool:
    """The nearest verb of making or of using before the mention decides; used when there is none."""
    for token in reversed(sentence.tokens[: mention.start]):
        if token.lemma in words("producing"):
            return True
        if token.lemma in words("using"):
            return False
    return False


def _cue_events(found: Sequence[Mention], marks: Sequence[Cue], conditions: Sequence[_Clause]) -> Iterator[Event]:
    made = {CueKind.BEGINNING: EventKind.BEGIN, CueKind.ENDING: EventKind.FINISH, CueKind.PROCEEDING: EventKind.PROCEED}
    taken = {at for mention in found for at in range(mention.start, mention.end)}
    for mark in marks:
        if mark.kind in made and not _inside(mark.start, conditions) and not taken & set(range(mark.start, mark.end)):
            yield Event(made[mark.kind], "", mark.start)
        elif mark.kind is CueKind.OTHERWISE and not any(c.holds(at) for c in conditions for at in range(mark.start, mark.end + 3)):
            yield Event(EventKind.CONDITION, "otherwise", mark.start)


def _postposed(events: list[Event], conditions: Sequence[_Clause]) -> list[Event]:
    """Events with a condition that follows its consequence ("send it if it is ready") put before it."""
    if len(conditions) != 1 or conditions[0].start == 0:
        return events
    consequences = {EventKind.STEP, EventKind.END, EventKind.FINISH, EventKind.PROCEED, EventKind.REFERENCE}
    start = conditions[0].start
    before = [event for event in events if event.at < start and event.kind in consequences - {EventKind.REFERENCE}]
    after = [event for event in events if event.at > start and event.kind in consequences]
    if after or not before:
        return events
    moved = [event for event in events if event.at == start]
    rest = [event for event in events if event.at != start]
    at = rest.index(before[0])
    return [*rest[:at], *moved, *rest[at:]]
