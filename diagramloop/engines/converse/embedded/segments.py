"""Cuts of a text: into sentences, and these into the runs of tokens that make a clause each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diagramloop.base.text.clauses import cut
from diagramloop.base.text.sentences import SPOKEN
from diagramloop.base.text.sentences import sentences as spoken
from diagramloop.base.text.tokens import Token
from diagramloop.engines.converse.embedded._lexicon import Lexicon
from diagramloop.engines.converse.embedded._tokens import MAX_CHARACTERS

_SENTENCE_ENDS = frozenset(".;!?。\n")
_CLAUSE_ENDS = frozenset(",:、()")


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of ``text`` as written."""
    return tuple(piece.strip() for piece in spoken(text[:MAX_CHARACTERS], SPOKEN) if piece.strip())


def sentence_tokens(read: Sequence[Token]) -> Iterator[tuple[list[Token], str]]:
    """The sentences, each with the mark that ends it."""
    for first, last in cut(len(read), at=lambda position: read[position].text in _SENTENCE_ENDS):
        yield list(read[first:last]), read[last].text if last < len(read) else ""


def runs(read: Sequence[Token], words: Lexicon) -> Iterator[list[Token]]:
    """A sentence cut at commas, before connectives, and where a subordinate clause ends without a comma."""
    run: list[Token] = []
    position = 0
    while position < len(read):
        cut = words.connectives.at(read, position) or words.subordinators.at(read, position)
        if read[position].text in _CLAUSE_ENDS or _cuts(run, cut, read, position, words):
            yield run
            run = []
        length = len(cut) or 1
        run += [token for token in read[position : position + length] if token.text not in _CLAUSE_ENDS]
        position += length
    yield run


def _cuts(run: list[Token], cut: tuple[str, ...], read: Sequence[Token], position: int, words: Lexicon) -> bool:
    if not run:
        return False
    begins = _opens(read, position + len(cut), words)
    within = bool(words.subordinators.at(run, 0))
    if cut:
        shares = cut == ("and",) and not begins and (within or _awaits_verbs(run, words))
        return not shares and not _protected(run, read, position, words)
    ends = within and begins and len(run) > 2 and not words.negators.at(run, 0) and not words.is_empty(run[-1])
    return ends and (bool(words.pronouns.at(read, position)) or words.determiners.within(run))


def _opens(read: Sequence[Token], position: int, words: Lexicon) -> bool:
    """A main clause may begin there: with a pronoun or a determiner."""
    return bool(words.pronouns.at(read, position) or words.determiners.at(read, position))


def _awaits_verbs(run: Sequence[Token], words: Lexicon) -> bool:
    """True if the run is about doing, or failing to do, one thing "and" another: "hard to lift and carry"."""
    negators = (words.negators.at(run, position) for position in range(len(run)))
    return any(negator[-1:] == ("to",) for negator in negators)


def _protected(run: Sequence[Token], read: Sequence[Token], position: int, words: Lexicon) -> bool:
    """True if an entry of the word lists spans the cut: "all right so far", "I think so"."""
    ahead = [*run, *read[position:]]
    answers = (words.affirmations, words.denials, words.elliptic_affirmations, words.elliptic_denials)
    spans = any(len(phrases.at(ahead, 0)) > len(run) for phrases in answers)
    return spans or len(words.states.at(read, position)) > 1 or bool(words.harmless.at(read, position))
