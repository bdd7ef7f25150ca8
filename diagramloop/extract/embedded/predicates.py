"""Main clauses that the tagger has not marked: a verb that nothing covers tells a step, too.

The tagger has learnt from documents in which instructions and passives prevail; "the manager approves it" is rare there.
So what it leaves out is looked for by form: a verb in the third person, or in its base form where a clause opens or
after a modal, in no mention, cue or subordinate clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from diagramloop.extract.embedded._lexicon import words
from diagramloop.extract.embedded.clauses import conditional_clauses, inside, temporal_clauses
from diagramloop.extract.embedded.cues import CueKind, cues
from diagramloop.extract.embedded.segmentation import Sentence
from diagramloop.extract.embedded.tagger import Mention, MentionKind
from diagramloop.text.tokens import Token

_STATEMENTS = frozenset({CueKind.DATA, CueKind.NOTICE})  # say something about a step, tell none
_COURSE = frozenset({CueKind.BEGINNING, CueKind.ENDING, CueKind.PROCEEDING, CueKind.OTHERWISE})  # events by themselves
_OPENING = frozenset({",", ";", ":", "and", "then", "but", "or"})
_RELATIVE = frozenset({"that", "which", "who", "whom", "whose", "where", "what", "how", "why", "because", "since"})
_OBJECTS = frozenset({"it", "them", "him", "her", "us", "me", "you"})


def third_person(tokens: Sequence[Token], at: int) -> bool:
    """The token is a verb in the third person; what may be a noun, too, is one before an object."""
    token = tokens[at]
    inflected = "V" in token.classes and token.lower.endswith("s") and token.lower != token.lemma
    return inflected and not token.quoted and ("N" not in token.classes or _object_follows(tokens, at))


def object_of(clause: Sequence[Token]) -> Sequence[Token]:
    """Tokens after an active clause's verb: in the third person, after a modal, or the first; all where there is none."""
    verbs = (at for at in range(len(clause)) if third_person(clause, at) or _after_modal(clause, at))
    verb = next(verbs, 0 if clause and "V" in clause[0].classes else -1)
    return clause[verb + 1 :]


def with_unmarked(sentence: Sentence, found: Sequence[Mention]) -> list[Mention]:
    """A sentence's mentions, those of steps with their whole clauses, and, as actions, main clauses that none covers."""
    whole = [_with_verb(sentence.tokens, mention) for mention in found]
    missed = [told for verb in _uncovered(sentence, whole) if (told := _mention(sentence.tokens, verb))]
    return sorted([*whole, *missed], key=lambda mention: mention.start)


def _with_verb(tokens: Sequence[Token], mention: Mention) -> Mention:
    """An action that begins with the object of a verb, with that verb."""
    start = mention.start
    while start > 0 and tokens[start - 1].lower in words("articles") | words("determiners"):
        start -= 1
    verb = start - 1
    if mention.kind is not MentionKind.ACTION or start == mention.start or verb < 0 or not _tells(tokens, verb):
        return mention
    return Mention(mention.kind, verb, mention.end, tokens[verb : mention.end])


@dataclass(frozen=True)
class _Verb:
    """A verb's place, and that of the first token that its clause cannot reach."""

    at: int
    limit: int


def _uncovered(sentence: Sentence, found: Sequence[Mention]) -> Iterator[_Verb]:
    tokens, marks = sentence.tokens, cues(sentence)
    if any(mark.kind in _STATEMENTS for mark in marks):
        return
    clauses = (*conditional_clauses(sentence, found, marks), *temporal_clauses(sentence, marks))
    taken = {at for span in (*found, *marks) for at in range(span.start, span.end)}
    verbs = [at for at in range(len(tokens)) if _tells(tokens, at)]
    apart = (*found, *clauses, *(mark for mark in marks if mark.kind in _COURSE))
    borders = sorted({span.start for span in apart} | {_opening(tokens, at) for at in verbs})
    for at in verbs:
        if at not in taken and not inside(at, clauses):
            limit = next((border for border in borders if border > at), len(tokens))
            yield _Verb(at, limit)


def _tells(tokens: Sequence[Token], at: int) -> bool:
    """The token is the verb of a main clause about what somebody does."""
    token = tokens[at]
    if token.lemma in words("light verbs") or token.quoted or _subordinate(tokens, at):
        return False
    if third_person(tokens, at):
        return True
    base = "V" in token.classes and token.lower == token.lemma
    return base and _object_follows(tokens, at) and (at == _opening(tokens, at) or _after_modal(tokens, at))


def _object_follows(tokens: Sequence[Token], at: int) -> bool:
    after = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    return after in words("articles") | words("determiners") | _OBJECTS


def _after_modal(tokens: Sequence[Token], at: int) -> bool:
    return at > 0 and tokens[at - 1].lower in words("modals")


def _opening(tokens: Sequence[Token], at: int) -> int:
    """The first token of the clause that the token ``at`` is in."""
    return next((before + 1 for before in range(at - 1, -1, -1) if tokens[before].lower in _OPENING), 0)


def _subordinate(tokens: Sequence[Token], at: int) -> bool:
    return any(token.lower in _RELATIVE for token in tokens[_opening(tokens, at) : at])


def _mention(tokens: Sequence[Token], verb: _Verb) -> Mention | None:
    """The clause from its verb on, with its subject where it has no object; None where it tells no step.

    None does a clause about the process itself ("this marks its end"), one that only announces what follows a colon,
    or one whose object is a mention already.
    """
    end = verb.limit
    while end > verb.at + 1 and not (tokens[end - 1].is_word and tokens[end - 1].lower not in _OPENING | _articles()):
        end -= 1
    alone = end == verb.at + 1
    opening = _opening(tokens, verb.at)
    subject = [token for token in tokens[opening : verb.at] if token.lower not in words("modals")]
    announced = verb.limit < len(tokens) and tokens[verb.limit - 1].text == ":"
    if announced or (alone and _object_follows(tokens, verb.at)) or (subject and _generic(subject[-1])):
        return None
    start = opening if alone else verb.at
    return Mention(MentionKind.ACTION, start, end, tuple(tokens[start:end]))


def _generic(token: Token) -> bool:
    return token.lemma in words("generic words")


def _articles() -> frozenset[str]:
    return words("articles")
