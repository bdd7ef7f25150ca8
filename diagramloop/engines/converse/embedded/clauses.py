"""Assertions of a text, clause by clause: opposite states, negation, content words, numbers, plain yes or no."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from diagramloop.base.text.tokens import Token, is_chinese
from diagramloop.base.text.word_lists import remembered
from diagramloop.engines.converse.embedded._lexicon import Lexicon, State, lexicon_of
from diagramloop.engines.converse.embedded._tokens import MAX_CHARACTERS, tokens
from diagramloop.engines.converse.embedded.segments import runs, sentence_tokens


@dataclass(frozen=True)
class Named:
    """A state that a clause names: the pair of opposites, the pole (1 or -1) it comes out at, and the words."""

    pair: str
    sign: int
    words: tuple[str, ...]


@dataclass(frozen=True)
class Clause:
    """One clause.

    Attributes:
        states: the states it names, negation applied.
        content: its content words (lemmas; of Chinese pairs of characters), each once, in order.
        negated: whether an odd number of negators turn it round.
        without: whether it is turned round as a whole, by "without" and the like at its head.
        contrast: whether it names what is not the case instead, after "rather than" and the like.
        aside: whether it only says when or on which condition, or what was done to find out.
        answer: 1 for a plain yes, -1 for a plain no, 0 for neither.
        filler: whether it only fills a pause before what is said.
        bids: whether it tells the hearer to do something.
        asks: whether its sentence ends in a question mark.
    """

    states: tuple[Named, ...] = ()
    content: tuple[str, ...] = ()
    negated: bool = False
    without: bool = False
    contrast: bool = False
    aside: bool = False
    answer: int = 0
    filler: bool = False
    bids: bool = False
    asks: bool = False

    @property
    def parity(self) -> int:
        """-1 where the clause is negated, else 1."""
        return -1 if self.negated else 1


def clauses(text: str) -> tuple[Clause, ...]:
    """The clauses of ``text`` that say anything, of its first ``MAX_CHARACTERS`` characters."""
    return _clauses(text[:MAX_CHARACTERS])


def content_words(*texts: str) -> frozenset[str]:
    """The content words of all clauses of some texts."""
    return frozenset(word for text in texts for clause in clauses(text) for word in clause.content)


@remembered(maxsize=8192)
def _clauses(text: str) -> tuple[Clause, ...]:
    words = lexicon_of(text)
    parts = [
        _read(run, words, asks=end == "?")
        for sentence, end in sentence_tokens(tokens(text))
        for run in runs(sentence, words)
    ]
    telling = [clause for clause in parts if not clause.filler] or parts
    return tuple(clause for clause in telling if clause.content or clause.states or clause.answer or clause.negated)


def _read(run: list[Token], words: Lexicon, *, asks: bool) -> Clause:
    head = words.subordinators.at(run, 0)
    negator = words.negators.at(run, 0)
    turned = bool(head and negator)
    contrast = bool(words.contrastive.at(run, 0))
    connective = words.connectives.at(run, 0)
    run = run[len(head) if head or negator else len(connective) :]
    marks = list(_marks(run, words))
    states, content = _states(marks, turned=turned), _content(marks, words)
    aside = bool(head or words.reports.at(run, 0))
    negated = (sum(mark.negator for mark in marks) + turned) % 2 == 1
    answer, filler, bids = _answer(run, words), words.fillers.whole(run), bool(words.biddings.at(run, 0))
    return Clause(
        tuple(states),
        tuple(dict.fromkeys(content)),
        negated,
        without=turned,
        contrast=contrast,
        aside=aside,
        answer=answer,
        filler=filler,
        bids=bids,
        asks=asks,
    )


@dataclass(frozen=True)
class _Mark:
    """A stretch of tokens: a negator, states, or a word."""

    run: tuple[Token, ...]
    states: tuple[State, ...] = ()
    negator: bool = False


def _marks(run: Sequence[Token], words: Lexicon) -> Iterator[_Mark]:
    position = 0
    while position < len(run):
        state, negator, harmless = (lists.at(run, position) for lists in (words.states, words.negators, words.harmless))
        length = max(len(state), len(negator), len(harmless), 1)
        piece = tuple(run[position : position + length])
        if len(state) == length and _holds(state, run, position, words):
            yield _Mark(piece, states=words.state_of[state])
        elif len(negator) == length and len(harmless) < length:
            yield _Mark(piece, negator=True)
        else:
            yield _Mark(piece)
        position += length


def _holds(state: tuple[str, ...], run: Sequence[Token], position: int, words: Lexicon) -> bool:
    """True if a particle is one: "on" says something of its subject at the end of a clause, not before a noun."""
    particle = len(state) == 1 and state[0] in words.particles
    return not particle or position == len(run) - 1 or run[position + 1].text in words.after_particles


def _states(marks: Sequence[_Mark], *, turned: bool) -> Iterator[Named]:
    """The clause's states; a negator turns those behind it, or all of them if none is behind it."""
    last = max((position for position, mark in enumerate(marks) if mark.states), default=-1)
    for position, mark in enumerate(marks):
        negators = turned + sum(other.negator for place, other in enumerate(marks) if place < position or place > last)
        lemmas = tuple(token.lemma for token in mark.run)
        yield from (Named(state.pair, state.sign * (-1) ** negators, lemmas) for state in mark.states)


def _content(marks: Sequence[_Mark], words: Lexicon) -> Iterator[str]:
    """Lemmas that are neither function words nor negators; of Chinese, neighbouring characters in pairs."""
    han: list[str] = []
    for mark in marks:
        if mark.negator:
            continue
        forms = "".join(token.text for token in mark.run)
        if is_chinese(forms):
            han.append(forms)
        else:
            yield from (token.lemma for token in mark.run if not words.is_empty(token))
    yield from _pairs("".join(han), words)


def _pairs(text: str, words: Lexicon) -> Iterator[str]:
    for word in sorted(words.function_words, key=lambda word: (-len(word), word)):
        text = text.replace(word, " ")
    for stretch in text.split():
        yield from (first + second for first, second in pairwise(stretch)) if len(stretch) > 1 else (stretch,)


def _answer(run: Sequence[Token], words: Lexicon) -> int:
    """A plain yes or no at the head of a clause, or as the whole of it, hedged or not."""
    return _plain(run, words) or _plain(run[len(words.hedges.at(run, 0)) :], words)


def _plain(run: Sequence[Token], words: Lexicon) -> int:
    if words.elliptic_denials.whole(run):
        return -1
    if words.elliptic_affirmations.whole(run):
        return 1
    denial, affirmation = words.denials.at(run, 0), words.affirmations.at(run, 0)
    head = max(denial, affirmation, key=len)
    determines = (
        len(head) == 1
        and bool(words.negators.at(run, 0))
        and len(run) > len(head)
        and not words.is_empty(run[len(head)])
    )
    if not head or determines:
        return 0
    return -1 if head == denial else 1
