"""Subordinate clauses: what is conditional, and what refers back in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.cues import Cue, CueKind
from diagramloop.engines.extract.embedded.segmentation import Sentence
from diagramloop.engines.extract.embedded.tagger import Mention, MentionKind


@dataclass(frozen=True)
class SubordinateClause:
    """A subordinate clause: tokens ``start`` to ``end``, opened by a cue."""

    cue: Cue
    start: int
    end: int

    def holds(self, token: int) -> bool:
        """The token is in it."""
        return self.start <= token < self.end


def inside(token: int, clauses: Sequence[SubordinateClause]) -> bool:
    """The token is in one of the clauses."""
    return any(clause.holds(token) for clause in clauses)


def conditional_clauses(
    sentence: Sentence, mentions: Sequence[Mention], marks: Sequence[Cue]
) -> Iterator[SubordinateClause]:
    """Clauses that state a condition; those that state what is to be checked ("check if ...") are none.

    "When" and its like open one only where a condition is mentioned after it.
    """
    inquiries = {token for mark in marks if mark.kind is CueKind.INQUIRY for token in range(mark.start, mark.end)}
    conditional = [mention for mention in mentions if mention.kind in {MentionKind.CONDITION, MentionKind.GATEWAY}]
    reached = 0
    for mark in marks:
        if mark.kind is not CueKind.CONDITION or mark.start < reached or mark.start in inquiries:
            continue
        end = _clause_end(sentence, mentions, mark.end)
        temporal = sentence.tokens[mark.start].lower in words("temporal conditions")
        if temporal and not any(mark.end <= mention.start < end for mention in conditional):
            continue
        reached = end
        yield SubordinateClause(mark, mark.start, end)


def temporal_clauses(sentence: Sentence, marks: Sequence[Cue]) -> Iterator[SubordinateClause]:
    """Clauses that say what happened before: after, once, upon, ..."""
    for mark in marks:
        if mark.kind is CueKind.REFERENCE:
            yield SubordinateClause(mark, mark.start, next_border(sentence.tokens, mark.end))


def divided(mention: Mention, temporal: Sequence[SubordinateClause]) -> Iterator[Mention]:
    """A mention that runs over a border as two.

    Over the end of a temporal clause: what was done before, and what is done then. Over a semicolon: cut there.
    """
    stops = (position for position, token in enumerate(mention.tokens) if token.text == ";" and not token.quoted)
    end = mention.start + next(stops, len(mention.tokens))
    for clause in temporal:
        if clause.holds(mention.start) and clause.end + 1 < end:
            yield _part(mention, mention.start, clause.end, MentionKind.REFERENCE)
            yield _part(mention, clause.end + 1, end, mention.kind)
            return
    yield _part(mention, mention.start, end, mention.kind)


def _part(mention: Mention, start: int, end: int, kind: MentionKind) -> Mention:
    return Mention(kind, start, end, mention.tokens[start - mention.start : end - mention.start])


def _clause_end(sentence: Sentence, mentions: Sequence[Mention], start: int) -> int:
    """End of the condition opened before ``start``: at a comma or "then", or where the next mention begins."""
    end = next_border(sentence.tokens, start)
    inside = [mention for mention in mentions if start <= mention.start < end]
    head = next((position for position, mention in enumerate(inside) if mention.kind is MentionKind.CONDITION), None)
    if head is not None:
        after = [mention.start for mention in inside[head + 1 :] if mention.kind in CONSEQUENCES]
        return min([end, *after])
    return end


CONSEQUENCES = {MentionKind.ACTION, MentionKind.END, MentionKind.START}


def next_border(tokens: Sequence[Token], start: int) -> int:
    """The first comma, semicolon, colon or "then" from ``start`` on, or the sentence's end."""
    for position in range(start, len(tokens)):
        if (tokens[position].text in {",", ";", ":"} and not tokens[position].quoted) or tokens[
            position
        ].lower == "then":
            return position
    return len(tokens)
