"""Sentences to events: what each sentence says happens, in the order in which it is to be put into the graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from diagramloop.base.text.clauses import cut
from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded import phrases
from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.anaphora import resolved
from diagramloop.engines.extract.embedded.clause_events import read_clauses, whole
from diagramloop.engines.extract.embedded.clauses import (
    SubordinateClause,
    conditional_clauses,
    divided,
    inside,
    next_border,
    temporal_clauses,
)
from diagramloop.engines.extract.embedded.cues import Cue, CueKind, cues
from diagramloop.engines.extract.embedded.events import OTHERWISE, STEPS, Event, EventKind, SentenceReading
from diagramloop.engines.extract.embedded.likeness import negative
from diagramloop.engines.extract.embedded.meaning import covers, is_hard, keeps_meaning
from diagramloop.engines.extract.embedded.predicates import with_unmarked
from diagramloop.engines.extract.embedded.segmentation import Sentence
from diagramloop.engines.extract.embedded.statements import produced, quotations, with_data, with_notice
from diagramloop.engines.extract.embedded.tagger import Mention, MentionKind
from diagramloop.engines.extract.embedded.verbs import third_person

_STEP_MENTIONS = frozenset({MentionKind.ACTION, MentionKind.START, MentionKind.END})
_OUTCOMES = STEPS | {EventKind.FINISH, EventKind.PROCEED}
_SILENT = frozenset({EventKind.ACTOR, EventKind.BEGIN, EventKind.CONDITION})  # say nothing of what is done
_OF_CUE = {
    CueKind.BEGINNING: EventKind.BEGIN,
    CueKind.ENDING: EventKind.FINISH,
    CueKind.PROCEEDING: EventKind.PROCEED,
    CueKind.OTHERWISE: EventKind.CONDITION,
}


@dataclass(frozen=True)
class _Analysis:
    """A sentence with its mentions, cues and subordinate clauses."""

    tokens: tuple[Token, ...]
    mentions: tuple[Mention, ...]
    marks: tuple[Cue, ...]
    conditions: tuple[SubordinateClause, ...]
    temporal: tuple[SubordinateClause, ...]

    @classmethod
    def of(cls, sentence: Sentence, mentions: Sequence[Mention]) -> _Analysis:
        marks = tuple(cues(sentence))
        conditions = tuple(conditional_clauses(sentence, mentions, marks))
        temporal = tuple(c for c in temporal_clauses(sentence, marks) if not inside(c.start, conditions))
        parts = tuple(part for mention in mentions for part in divided(mention, temporal))
        return cls(sentence.tokens, parts, marks, conditions, temporal)


def read(document: Sequence[Sentence], mentions: Sequence[Sequence[Mention]]) -> Iterator[SentenceReading]:
    """Return the events that the sentences of a document tell, with the ``mentions`` in each."""
    marked = list(map(with_unmarked, document, mentions))
    return _numbered(map(_kept, document, resolved(document, marked)))


def _kept(sentence: Sentence, mentions: Sequence[Mention]) -> SentenceReading:
    """The tagger's reading where it keeps what the sentence means, else that by clauses, else the sentence whole."""
    reading = _read(sentence, mentions)
    events = reading.events
    is_read = bool(events) and (reading.parallel or covers(sentence, events))
    if is_read and keeps_meaning(sentence, events) and not is_hard(sentence, events, reading.parallel):
        return reading
    by_clauses = read_clauses(reading)
    if by_clauses.events and keeps_meaning(sentence, by_clauses.events):
        return by_clauses
    return whole(reading) if events and not keeps_meaning(sentence, events) else reading


def _numbered(readings: Iterable[SentenceReading]) -> Iterator[SentenceReading]:
    """The readings, each reference to a step by its number as one to its text."""
    step_of_number: dict[str, str] = {}
    for reading in readings:
        number = f"step {reading.sentence.number}"
        steps = [event.text for event in reading.events if event.kind is EventKind.STEP]
        if reading.sentence.number and steps:
            step_of_number.setdefault(number, steps[0])
        events = []
        for event in reading.events:
            text, whole_text = (step_of_number.get(each, each) for each in (event.text, event.whole))
            events.append(replace(event, text=text, whole=whole_text))
        yield replace(reading, events=tuple(events))


def _read(sentence: Sentence, mentions: Sequence[Mention]) -> SentenceReading:
    analysis = _Analysis.of(sentence, mentions)
    kinds = {mark.kind for mark in analysis.marks}
    events = list(_events(analysis))
    events += _unmarked(analysis, events)
    if CueKind.PARALLEL in kinds:
        events = _with_listed(analysis, events)
    events = with_data(analysis.tokens, analysis.marks, events)
    events = with_notice(analysis.tokens, analysis.marks, events)
    events = _condition_first(sorted(events, key=lambda event: event.at), analysis.conditions)
    inclusive = any(
        mark.kind is CueKind.INCLUSIVE and not inside(mark.start, analysis.conditions) for mark in analysis.marks
    )
    return SentenceReading(
        sentence,
        tuple(events),
        contrast=CueKind.CONTRAST in kinds,
        parallel=CueKind.PARALLEL in kinds,
        inclusive=inclusive,
        returns=CueKind.RETURN in kinds,
        concludes=CueKind.CONCLUSION in kinds,
    )


def _events(analysis: _Analysis) -> Iterator[Event]:
    yield from _condition_events(analysis)
    for mention in analysis.mentions:
        if mention.kind is MentionKind.ACTOR or not inside(mention.start, analysis.conditions):
            yield from _mention_event(analysis, mention)
    yield from _cue_events(analysis)
    yield from _references(analysis)
    yield from _questions(analysis)


# Conditions.


def _condition_events(analysis: _Analysis) -> Iterator[Event]:
    for clause in analysis.conditions:
        mentions = [m for m in analysis.mentions if clause.holds(m.start) and m.kind is MentionKind.CONDITION]
        borders = [clause.cue.end, *(mention.end for mention in mentions)]
        values = [_compared(analysis.tokens, *pair) for pair in zip(mentions, borders, strict=False)]
        clause_tokens = analysis.tokens[clause.cue.end : clause.end]
        denied = len(values) < 2 and any(token.lower in words("negations") for token in clause_tokens)
        cases = _alternatives(analysis.tokens, values) or [clause_tokens]
        for tokens in cases:
            if text := _condition_text(tokens, denied=denied):
                entire = text if len(cases) > 1 else phrases.condition(clause_tokens)
                yield Event(EventKind.CONDITION, text, clause.start, whole=entire)


def _condition_text(tokens: Sequence[Token], *, denied: bool) -> str:
    """A condition as said, with the "not" that its clause has outside these tokens."""
    text = phrases.condition(tokens)
    return f"not {text}" if text and denied and not negative(text) else text


def _compared(tokens: Sequence[Token], mention: Mention, border: int) -> Mention:
    """A condition that begins with a number, with what is said of it after ``border``: not "100", "less than 100"."""
    start = mention.start
    if tokens[start].text[0].isdigit():
        while start > border and not _separates(tokens[start - 1]):
            start -= 1
    return Mention(mention.kind, start, mention.end, tuple(tokens[start : mention.end]))


def _separates(token: Token) -> bool:
    return token.lemma in {"be", "or", ",", ";"}


def _alternatives(tokens: Sequence[Token], mentions: Sequence[Mention]) -> list[tuple[Token, ...]]:
    """The conditions of a clause: mentions between which an "or" stands are cases of their own."""
    alternatives: list[tuple[Token, ...]] = []
    for before, mention in zip([None, *mentions], mentions, strict=False):
        between = tokens[before.end : mention.start] if before else ()
        if before is None or any(token.lower == "or" for token in between):
            alternatives.append(mention.tokens)
        else:
            alternatives[-1] += mention.tokens
    return alternatives


def _condition_first(events: list[Event], conditions: Sequence[SubordinateClause]) -> list[Event]:
    """Events with a condition that follows its consequence ("send it if it is ready") put before it."""
    if len(conditions) != 1 or conditions[0].start == 0:
        return events
    start = conditions[0].start
    before = [event for event in events if event.at < start and event.kind in _OUTCOMES]
    after = [event for event in events if event.at > start and event.kind in _OUTCOMES | {EventKind.REFERENCE}]
    if after or not before:
        return events
    moved: list[Event] = []
    rest: list[Event] = []
    for event in events:
        (moved if event.at == start else rest).append(event)
    place = rest.index(before[0])
    return [*rest[:place], *moved, *rest[place:]]


# Mentions.


def _mention_event(analysis: _Analysis, mention: Mention) -> Iterator[Event]:
    tokens, start = mention.tokens, mention.start
    match mention.kind:
        case MentionKind.ACTION if _named(analysis.tokens, mention):
            yield Event(EventKind.REFERENCE, phrases.instruction(tokens), start)
        case MentionKind.ACTION:
            make = phrases.event if inside(start, analysis.temporal) else phrases.instruction
            yield Event(EventKind.STEP, make(tokens), start)
        case MentionKind.START | MentionKind.END:
            yield Event(EventKind(mention.kind.name.lower()), phrases.event(tokens), start)
        case MentionKind.REFERENCE:
            statement = not inside(start, analysis.temporal)
            yield Event(EventKind.REFERENCE, phrases.instruction(tokens), start, told=statement)
        case MentionKind.ANNOTATION:
            yield Event(EventKind.ANNOTATION, phrases.condition(tokens), start)
        case MentionKind.DATA:
            yield Event(EventKind.DATA, phrases.noun_phrase(tokens), start, produced(analysis.tokens[:start]))
        case MentionKind.ACTOR if _heads(analysis.tokens, mention):
            yield Event(EventKind.ACTOR, phrases.noun_phrase(tokens), start)


def _heads(tokens: Sequence[Token], mention: Mention) -> bool:
    """The actor is named before what is told of it ("for the clerk, ...", "clerk: ..."), not as its subject."""
    first = all(token.lower in words("articles") for token in tokens[: mention.start])
    return not first or (mention.end < len(tokens) and tokens[mention.end].text in {":", ","})


def _named(tokens: Sequence[Token], mention: Mention) -> bool:
    """The sentence speaks of a step ("the step of checking the order needs ...") instead of telling it."""
    before = tokens[max(0, mention.start - 3) : mention.start]
    ordinal = any(token.lower in words("step ordinals") for token in tokens[: mention.start])
    return any(token.lemma == "step" for token in before) and not ordinal


# What is said without being a mention.


def _cue_events(analysis: _Analysis) -> Iterator[Event]:
    taken = {position for mention in analysis.mentions for position in range(mention.start, mention.end)}
    for mark in analysis.marks:
        kind = _OF_CUE.get(mark.kind)
        if kind is EventKind.CONDITION:
            if not any(inside(position, analysis.conditions) for position in range(mark.start, mark.end + 3)):
                yield Event(kind, OTHERWISE, mark.start, whole=OTHERWISE)
        elif kind and not inside(mark.start, analysis.conditions) and not taken & set(range(mark.start, mark.end)):
            yield Event(kind, "", mark.start)


def _references(analysis: _Analysis) -> Iterator[Event]:
    """Events that a temporal clause without mentions tells as done."""
    for clause in analysis.temporal:
        if not any(clause.holds(mention.start) for mention in analysis.mentions):
            clause_tokens = analysis.tokens[clause.cue.end : clause.end]
            text = phrases.instruction(clause_tokens)
            happens = any(third_person(clause_tokens, position) for position in range(len(clause_tokens)))
            if set(phrases.content(text)) - words("generic words"):
                yield Event(EventKind.REFERENCE, text, clause.start, happens=happens)


def _questions(analysis: _Analysis) -> Iterator[Event]:
    """Questions between quotation marks; or else things that are to be checked, unless that is a step."""
    quoted = list(_quoted_questions(analysis.tokens))
    yield from quoted
    if quoted:
        return
    steps = [mention for mention in analysis.mentions if mention.kind in _STEP_MENTIONS]
    for mark in analysis.marks:
        end = next_border(analysis.tokens, mark.end)
        if mark.kind is not CueKind.INQUIRY or any(m.start < end and m.end > mark.start for m in steps):
            continue
        if text := phrases.question(analysis.tokens[mark.end : end]):
            check = phrases.instruction(analysis.tokens[mark.start : end])
            yield Event(EventKind.QUESTION, text, mark.start, check=check)


def _quoted_questions(tokens: Sequence[Token]) -> Iterator[Event]:
    for first, last in quotations(tokens):
        quoted = [token for token in tokens[first:last] if token.text != '"']
        if len(quoted) > 1 and quoted[-1].text == "?":
            yield Event(EventKind.QUESTION, f"{phrases.noun_phrase(quoted[:-1])}?", first)


def _unmarked(analysis: _Analysis, events: Sequence[Event]) -> Iterator[Event]:
    """The main clause as a step, where nothing was found in it."""
    opening = [c for c in (*analysis.conditions, *analysis.temporal) if c.start <= 2 or c in analysis.conditions]
    start = max((clause.end for clause in opening), default=0)
    silent = all(event.at < start or event.kind in _SILENT or _refers(event) for event in events)
    if silent and len(analysis.conditions) < 2:
        for first, last in _pieces(analysis.tokens, start):
            if text := phrases.main_clause(analysis.tokens[first:last]):
                yield Event(EventKind.STEP, text, first)


def _refers(event: Event) -> bool:
    return event.kind is EventKind.REFERENCE and not event.told


def _pieces(tokens: Sequence[Token], start: int) -> Iterator[tuple[int, int]]:
    """Ranges of tokens between words that put one thing after the other."""
    rest = tokens[start:]
    marks = words("sequence marks")
    for first, last in cut(
        len(rest), at=lambda position: position > 0 and rest[position].lower in marks and not rest[position].quoted
    ):
        yield start + first, start + last


# Lists of simultaneous steps.


def _with_listed(analysis: _Analysis, events: Sequence[Event]) -> list[Event]:
    """Events with those items of a list after a colon that were not marked as steps, or only as references."""
    steps = [event.at for event in events if event.kind is EventKind.STEP]
    missing = [item for item in _items(analysis.tokens) if not any(step in item for step in steps)]
    kept = [e for e in events if e.kind is not EventKind.REFERENCE or not any(e.at in item for item in missing)]
    texts = ((item.start, phrases.instruction(analysis.tokens[item.start : item.stop])) for item in missing)
    return [*kept, *(Event(EventKind.STEP, text, start) for start, text in texts if text)]


def _items(tokens: Sequence[Token]) -> Iterator[range]:
    """The positions of the tokens of each item of the list after a colon; each begins with a verb."""
    texts = [token.text for token in tokens]
    first = texts.index(":") + 1 if ":" in texts else len(texts)
    for position in range(first, len(tokens)):
        if not _ends_item(tokens, position):
            continue
        if position > first and "V" in tokens[first].classes:
            yield range(first, position)
            first = position + 1
        elif position == first:
            first = position + 1


def _ends_item(tokens: Sequence[Token], position: int) -> bool:
    """A mark, or an "and" before a verb, stands between two items."""
    token = tokens[position]
    opens = position + 1 < len(tokens) and "V" in tokens[position + 1].classes
    return not token.quoted and (token.text in {",", ";", "."} or (token.lower == "and" and opens))
