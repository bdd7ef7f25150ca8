"""Pronouns of steps: "receive the form; check it" checks the form.

A step's "it" or "them" stands for the nearest thing before it, of the same number, that a step was done to, that was
asked about, or that is a data object. Where there is none, the pronoun stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from diagramloop.base.text.clauses import cut
from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded import phrases
from diagramloop.engines.extract.embedded._lexicon import words
from diagramloop.engines.extract.embedded.clauses import conditional_clauses
from diagramloop.engines.extract.embedded.cues import cues
from diagramloop.engines.extract.embedded.segmentation import Sentence
from diagramloop.engines.extract.embedded.tagger import Mention, MentionKind
from diagramloop.engines.extract.embedded.verbs import object_of

REMEMBERED = 3
"""Things before a pronoun that it may stand for."""
_PLURAL = {"it": False, "It": False, "they": True, "They": True, "them": True}  # as written: "IT" is a department
_OBJECTS = frozenset({"it", "them"})
_DONE = frozenset({MentionKind.ACTION, MentionKind.START, MentionKind.END, MentionKind.REFERENCE})

Thing = tuple[Token, ...]


def resolved(document: Sequence[Sentence], mentions: Sequence[Sequence[Mention]]) -> Iterator[list[Mention]]:
    """The mentions of each sentence, in those of steps a thing's name in the place of the pronoun."""
    memory: list[Thing] = []
    for sentence, sentence_mentions in zip(document, mentions, strict=True):
        if not any(mention.kind is MentionKind.CONDITION for mention in sentence_mentions):
            _remember(_conditioned(sentence, sentence_mentions), memory)
        yield [_resolve(sentence, mention, memory) for mention in sentence_mentions]


def _resolve(sentence: Sentence, mention: Mention, memory: list[Thing]) -> Mention:
    """The mention with its pronouns resolved; what it names is remembered."""
    wide = _widened(sentence, mention) if mention.kind in _DONE else mention
    if mention.kind is MentionKind.CONDITION:
        _remember(_subject(sentence.tokens[: mention.end]), memory)
        return mention
    tokens: list[Token] = []
    for clause in _clauses(wide.tokens):
        tokens += (
            [_named(clause, position, memory) for position in range(len(clause))] if mention.kind in _DONE else clause
        )
        _remember(_thing(clause, mention.kind), memory)
    return mention if tuple(tokens) == wide.tokens else replace(wide, tokens=tuple(tokens))


def _widened(sentence: Sentence, mention: Mention) -> Mention:
    """With the pronoun that the mention leaves out right after its verb or preposition, or before its participle."""
    tokens, start, end = sentence.tokens, mention.start, mention.end
    governed = "V" in tokens[end - 1].classes or tokens[end - 1].lower in words("prepositions")
    if end < len(tokens) and tokens[end].text in _OBJECTS and governed:
        end += 1
    first = start - 1
    while first >= 0 and tokens[first].text not in _PLURAL and _auxiliary(tokens[first]):
        first -= 1
    if 0 <= first < start - 1 and tokens[first].text in _PLURAL and phrases.passive(tokens[first:end]):
        start = first
    return Mention(mention.kind, start, end, tokens[start:end])


def _auxiliary(token: Token) -> bool:
    return token.lemma == "be" or token.lower in words("lead-ins")


def _clauses(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens cut before each word or mark that puts one thing beside another."""
    for start, end in cut(len(tokens), before=lambda position: tokens[position].lower in {",", ";", "and"}):
        yield list(tokens[start:end])


def _named(clause: Sequence[Token], position: int, memory: Sequence[Thing]) -> Token:
    """The token, or for a pronoun that a step is done to one that reads as the name of what it stands for."""
    token = clause[position]
    if token.text not in _PLURAL:
        return token
    first = not phrases.bare(clause[:position])
    if not (phrases.passive(clause[position:]) if first else token.text in _OBJECTS):
        return token
    lemmas = {other.lemma for other in clause}
    meant = (thing for thing in reversed(memory) if _plural(thing[-1]) is _PLURAL[token.text])
    thing = next((thing for thing in meant if thing[-1].lemma not in lemmas), None)
    return Token(phrases.noun_phrase(thing), thing[-1].lemma, "N") if thing else token


def _plural(noun: Token) -> bool:
    return noun.lower.endswith("s") and noun.lemma != noun.lower


def _thing(clause: Sequence[Token], kind: MentionKind) -> Thing:
    """Name of the object of a step, the subject of a condition, or a data object; empty if it is not named."""
    step = phrases.bare(clause)
    passive = phrases.passive(step)
    if kind is MentionKind.DATA or passive:
        return _noun_phrase(passive[0] if passive else step)
    return _noun_phrase(phrases.bare(object_of(clause))) if kind in _DONE and step else ()


def _subject(tokens: Sequence[Token]) -> Thing:
    """The subject of the clause at the end of the tokens."""
    marks = words("clause marks") | {","}
    opened = (position for position in range(len(tokens), 0, -1) if tokens[position - 1].lower in marks)
    clause = tokens[next(opened, 0) :]
    verb = next((position for position, token in enumerate(clause) if token.lemma in {"be", "have"}), 0)
    return _noun_phrase(phrases.bare(clause[:verb]))


def _conditioned(sentence: Sentence, mentions: Sequence[Mention]) -> Thing:
    """The subject of a condition that opens the sentence, in which nothing was marked."""
    clause = next(conditional_clauses(sentence, mentions, cues(sentence)), None)
    return _subject(sentence.tokens[: clause.end]) if clause is not None and clause.start == 0 else ()


def _remember(thing: Thing, memory: list[Thing]) -> None:
    if thing:
        memory.append(thing)
        del memory[:-REMEMBERED]


def _noun_phrase(tokens: Sequence[Token]) -> Thing:
    """The noun phrase that the tokens begin with, without particle and determiners; empty if it names nothing."""
    if tokens and tokens[0].lower in words("particles"):
        tokens = tokens[1:]
    borders = words("prepositions") | words("auxiliaries")
    phrase = []
    for token in tokens:
        if token.lower in borders or not token.is_word:
            break
        if token.lower not in words("determiners"):
            phrase.append(token)
    while phrase and "N" not in phrase[-1].classes and phrase[-1].classes:
        phrase.pop()
    phrase = phrases.bare(phrase)
    return tuple(phrase) if _names(phrase) else ()


def _names(phrase: Sequence[Token]) -> bool:
    """It is a name: no pronoun is in it, and it does not begin with "of"."""
    if not phrase or phrase[0].lower == "of":
        return False
    return not any(token.lower in words("pronouns") | _OBJECTS for token in phrase)
