"""Main clauses that the tagger has not marked: a verb that nothing covers tells a step, too.

The tagger has learnt from documents in which instructions and passives prevail; "the manager approves it" is rare in
them. So what it leaves out is looked for by form: a verb in the third person, or in its base form where a clause opens
or after a modal, in no mention, cue or subordinate clause.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from operator import attrgetter

from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.clauses import conditional_clauses, inside, temporal_clauses
from diagramloop.engines.extract.embedded.cues import Cue, CueKind, cues
from diagramloop.engines.extract.embedded.segmentation import Sentence
from diagramloop.engines.extract.embedded.tagger import Mention, MentionKind
from diagramloop.engines.extract.embedded.verbs import after_modal, object_follows, third_person

_STATEMENTS = frozenset({CueKind.DATA, CueKind.NOTICE})  # say something about a step, tell none
_COURSE = frozenset({CueKind.BEGINNING, CueKind.ENDING, CueKind.PROCEEDING, CueKind.OTHERWISE})  # events by themselves


def with_unmarked(sentence: Sentence, mentions: Sequence[Mention]) -> list[Mention]:
    """A sentence's mentions, those of steps with verb and object, and as actions the main clauses that none covers."""
    tokens, marks = sentence.tokens, cues(sentence)
    subordinate = (*conditional_clauses(sentence, mentions, marks), *temporal_clauses(sentence, marks))
    verbs = _verbs(tokens)
    courses = [mark for mark in marks if mark.kind in _COURSE]
    borders = set(map(attrgetter("start"), (*mentions, *subordinate, *courses)))
    borders |= {_opening(tokens, verb) for verb in verbs}
    marked = _covered(mentions)
    whole = [_with_object(tokens, _with_verb(tokens, mention, marked), borders) for mention in mentions]
    if any(mark.kind in _STATEMENTS for mark in marks):
        return whole
    taken = _covered(whole) | _covered(marks)
    free = [verb for verb in verbs if not inside(verb, subordinate)]
    missed = [_mention(tokens, verb, _limit(tokens, verb, borders)) for verb in free if verb not in taken]
    return sorted([*whole, *filter(None, missed)], key=attrgetter("start"))


def _covered(spans: Iterable[Mention | Cue]) -> set[int]:
    """The positions of the tokens in some spans."""
    covered: set[int] = set()
    for span in spans:
        covered.update(range(span.start, span.end))
    return covered


def _limit(tokens: Sequence[Token], position: int, borders: Iterable[int]) -> int:
    """The first token that the clause of the token at ``position`` cannot reach."""
    return min((border for border in borders if border > position), default=len(tokens))


def _with_verb(tokens: Sequence[Token], mention: Mention, marked: Container[int]) -> Mention:
    """An action with the verb whose object it begins with, if the verb is in no mention."""
    verb = mention.start - 1
    while verb >= 0 and tokens[verb].lower in words("articles") | words("determiners"):
        verb -= 1
    named = verb < mention.start - 1
    if mention.kind is not MentionKind.ACTION or not named or verb < 0 or verb in marked or not _tells(tokens, verb):
        return mention
    return Mention(mention.kind, verb, mention.end, tuple(tokens[verb : mention.end]))


def _with_object(tokens: Sequence[Token], mention: Mention, borders: Iterable[int]) -> Mention:
    """An action that ends with a verb, with the verb's object."""
    last = mention.end - 1
    named = mention.end < len(tokens) and tokens[mention.end].lower in words("articles") | words("determiners")
    if mention.kind is not MentionKind.ACTION or not named or "V" not in tokens[last].classes:
        return mention
    end = _trimmed(tokens, mention.end, _limit(tokens, last, borders))
    return Mention(mention.kind, mention.start, end, tuple(tokens[mention.start : end]))


def _verbs(tokens: Sequence[Token]) -> list[int]:
    return [position for position in range(len(tokens)) if _tells(tokens, position)]


def _tells(tokens: Sequence[Token], position: int) -> bool:
    """The token is the verb of a main clause about what somebody does."""
    token = tokens[position]
    if token.lemma in words("light verbs") or token.quoted or _subordinate(tokens, position):
        return False
    if third_person(tokens, position):
        return True
    base = "V" in token.classes and token.lower == token.lemma
    return (
        base
        and object_follows(tokens, position)
        and (position == _opening(tokens, position) or after_modal(tokens, position))
    )


def _opening(tokens: Sequence[Token], position: int) -> int:
    """The first token of the clause that the token at ``position`` is in."""
    return next(
        (before + 1 for before in range(position - 1, -1, -1) if tokens[before].lower in words("clause borders")), 0
    )


def _subordinate(tokens: Sequence[Token], position: int) -> bool:
    return any(token.lower in words("subordinators") for token in tokens[_opening(tokens, position) : position])


def _mention(tokens: Sequence[Token], verb: int, limit: int) -> Mention | None:
    """The clause from its verb on, with its subject where it has no object; None where it tells no step.

    None does a clause about the process itself ("this marks its end"), one that only announces what follows a colon,
    or one whose object is a mention already.
    """
    end = _trimmed(tokens, verb + 1, limit)
    alone = end == verb + 1
    opening = _opening(tokens, verb)
    subject = [token for token in tokens[opening:verb] if token.lower not in words("modals")]
    announced = limit < len(tokens) and tokens[limit - 1].text == ":"
    about_itself = subject and subject[-1].lemma in words("generic words")
    if announced or about_itself or (alone and object_follows(tokens, verb)):
        return None
    start = opening if alone else verb
    return Mention(MentionKind.ACTION, start, end, tuple(tokens[start:end]))


def _trimmed(tokens: Sequence[Token], start: int, end: int) -> int:
    """The end without marks, articles and words that open what follows."""
    trailing = words("clause borders") | words("articles")
    while end > start and not (tokens[end - 1].is_word and tokens[end - 1].lower not in trailing):
        end -= 1
    return end
