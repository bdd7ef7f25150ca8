"""The statement behind a yes-or-no question, and the stance of an utterance's clauses to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from diagramloop.base.text.word_lists import remembered
from diagramloop.engines.converse.embedded._lexicon import lexicon, lexicon_of
from diagramloop.engines.converse.embedded._tokens import MAX_CHARACTERS, tokens
from diagramloop.engines.converse.embedded.clauses import Clause, Named, clauses
from diagramloop.engines.converse.embedded.quantities import Bound, bound
from diagramloop.engines.converse.embedded.scope import confinement, extent

SHARED = 0.7
"""Share of a question's content in a clause from which on the clause answers it unasked..."""
SHARED_WITH_STATE = 0.4
"""...and where the clause names the question's state, too."""
PERCEPTION = "visibility"
"""The pair of opposites to which seeing and hearing belong."""


@dataclass(frozen=True)
class AskedStatement:
    """A question as the statement it asks about.

    Attributes:
        states: the states it names.
        content: its content words; weights fall with their place, and are negative in a negated clause.
        parity: -1 if the statement is negated, else 1.
        hope: 1 if "yes" is what one hopes for, -1 if it is what one fears, 0 if neither shows.
        bound: the bound it names on a quantity.
        excluded: words that its words exclude.
        opposed: content words of what it names as not the case instead.
        confined: whether it asks if something is only so.
        universal: whether it asks of all of something.
        conditions: clauses that say when, under which condition, or after doing what.
    """

    states: tuple[Named, ...]
    content: Mapping[str, float]
    parity: int
    hope: int
    bound: Bound | None
    excluded: frozenset[str]
    opposed: frozenset[str]
    confined: bool
    universal: bool
    conditions: tuple[Clause, ...]

    @staticmethod
    def of(question: str) -> AskedStatement:
        """The statement in the sentences that ask, or in all of them if none does."""
        return _asked(question[:MAX_CHARACTERS])

    def agreement(self, clause: Clause) -> int:
        """Number of the clause's states that are the question's, less those that are their opposites.

        What is said in the question's own words counts where nothing is said in others.
        """
        pairs = {state.pair: state.sign for state in self.states}
        words = {(state.pair, state.words): state.sign for state in self.states}
        others = [state for state in clause.states if (state.pair, state.words) not in words]
        agreement = sum(pairs.get(state.pair, 0) * state.sign for state in others)
        return agreement or sum(words.get((state.pair, state.words), 0) * state.sign for state in clause.states)

    def hope_in(self, clause: Clause) -> int:
        """1 where the clause says that things are as one hopes, -1 where not; words of the question say neither."""
        asked = {state.words for state in self.states}
        return _hope(state for state in clause.states if state.words not in asked)

    def shared(self, clause: Clause) -> float:
        """Share of the question's content words that the clause has, in [-1, 1]; negated ones count against."""
        weight = sum(self.content.get(word, 0.0) for word in clause.content)
        return weight / max(sum(map(abs, self.content.values())), 1.0)

    def side(self, clause: Clause) -> int:
        """-1 where what the clause is about is what the question negates, else 1."""
        shared = self.shared(clause)
        return self.parity if shared == 0 else int(np.sign(shared))

    def beside(self, known: Set[str]) -> AskedStatement:
        """The same question without the content words ``known``, and the states they name."""
        content = {word: weight for word, weight in self.content.items() if word not in known}
        return replace(self, content=content, states=tuple(s for s in self.states if known.isdisjoint(s.words)))

    def met(self, utterance: str) -> bool:
        """True if ``utterance`` answers the question unasked.

        A clause names its state and shares content, or shares most of it; and where the question says when or upon
        what to look, or whether it is only so, that is spoken of too.
        """
        weighted = heard(utterance)
        if self.confined and not self.confined_as(utterance, weighted):
            return False
        telling = [clause for clause, _ in weighted]
        if not all(_spoken_of(condition, telling) for condition in self.conditions):
            return False
        return any(self._met_by(clause) for clause in telling if not clause.asks)

    def _met_by(self, clause: Clause) -> bool:
        """To have seen or heard something is not yet to have seen or heard that: words of perception do not count."""
        perceived = {word for state in clause.states if state.pair == PERCEPTION for word in state.words}
        rest = replace(
            clause,
            content=tuple(word for word in clause.content if word not in perceived),
            states=tuple(state for state in clause.states if state.pair != PERCEPTION),
        )
        return abs(self.shared(rest)) >= (SHARED_WITH_STATE if self.agreement(rest) else SHARED)

    def confined_as(self, utterance: str, weighted: Sequence[tuple[Clause, float]]) -> int:
        """Return 1 or -1 if, asked if it is only so, ``utterance`` says that it is or is not; else 0.

        What holds under the opposite condition tells as well.
        """
        if not self.confined:
            return 0
        if marked := confinement(utterance):
            return marked
        parities = [clause.parity for clause, _ in weighted if not clause.aside]
        conditions = [clause for clause, _ in weighted if clause.aside]
        if _opposite_conditions(self.conditions, conditions):
            return -min(parities, default=1)
        known = _words(self.conditions)
        if any(not known.isdisjoint(clause.content) for clause in conditions):
            return parities[0] if parities else 1
        return 0

    def opposed_as(self, main: Sequence[Clause]) -> int:
        """Return -1 if ``utterance`` asserts the opposite that the question names, 1 if it denies it."""
        sides = [clause.parity for clause in main if not self.opposed.isdisjoint(clause.content)]
        return -sides[0] if sides else 0

    def falls_short(self, utterance: str) -> int:
        """-1 where the question asks of all and ``utterance`` speaks of less than all, else 0."""
        return -1 if self.universal and extent(utterance) == -1 else 0

    def excludes(self, clause: Clause) -> int:
        """-1 where the clause asserts what the question's words exclude, 1 where it denies it, else 0."""
        return 0 if self.excluded.isdisjoint(clause.content) else -clause.parity


def _spoken_of(condition: Clause, telling: Sequence[Clause]) -> bool:
    """Some clause shares content or a state with a condition, as far as that has content."""
    if not condition.content or not _words(telling).isdisjoint(condition.content):
        return True
    states = _poles(condition)
    return any(not states.isdisjoint(_poles(clause)) for clause in telling)


def _words(clauses: Iterable[Clause]) -> set[str]:
    return {word for clause in clauses for word in clause.content}


def _poles(clause: Clause) -> set[tuple[str, int]]:
    return {(state.pair, state.sign) for state in clause.states}


def _opposite_conditions(asked: Iterable[Clause], stated: Iterable[Clause]) -> bool:
    """A state of the conditions ``stated`` is the opposite of one of those asked."""
    poles = {state.pair: state.sign for clause in asked for state in clause.states}
    return any(poles.get(state.pair) == -state.sign for clause in stated for state in clause.states)


@remembered(maxsize=4096)
def _asked(question: str) -> AskedStatement:
    parts = clauses(question)
    main = _main(parts)
    states = tuple(state for clause in main if not clause.contrast for state in clause.states)
    content = _content(main)
    limits = bound(question)
    if limits is not None:
        states = (*states, Named("amount", 1 if isfinite(limits.low) else -1, ()))
    parity = main[0].parity if main else 1
    confined = confinement(question) == 1
    conditions = tuple(clause for clause in parts if (clause.aside or clause.bids) and not clause.without)
    return AskedStatement(
        states,
        content,
        parity,
        _suggested(question, states),
        limits,
        _excluded(content),
        _opposed(main),
        confined,
        extent(question) == 1,
        conditions,
    )


def heard(utterance: str) -> list[tuple[Clause, float]]:
    """The clauses that say something and their weights: 1, less for asides beside others."""
    parts = clauses(utterance)
    telling = [clause for clause in parts if not clause.asks] or list(parts)
    alone = all(clause.aside for clause in telling)
    return [(clause, 0.3 if clause.aside and not clause.without and not alone else 1.0) for clause in telling]


def _main(parts: Sequence[Clause]) -> list[Clause]:
    asking = [clause for clause in parts if clause.asks] or list(parts)
    return [clause for clause in asking if clause.without or not clause.aside] or asking


def _content(main: Sequence[Clause]) -> dict[str, float]:
    """The content words, the first weighs twice what the last does, by parity; 0 for those in clauses of both."""
    parities: dict[str, int] = {}
    for clause in main:
        for word in () if clause.contrast else clause.content:
            parities[word] = clause.parity if parities.get(word, clause.parity) == clause.parity else 0
    return {word: parity * (1 - 0.5 * place / len(parities)) for place, (word, parity) in enumerate(parities.items())}


def _hope(states: Iterable[Named]) -> int:
    good = lexicon("english").good | lexicon("chinese").good
    return int(np.sign(sum(state.sign * good[state.pair] for state in states)))


def _suggested(question: str, states: Sequence[Named]) -> int:
    """Expected value of "yes" by the words of the question: hoped for (1), feared (-1), or neither."""
    words = lexicon_of(question)
    return _hope(states) or _first_hope(states) or -int(words.burdens.within(tokens(question)))


def _first_hope(states: Iterable[Named]) -> int:
    return next((hope for state in states if (hope := _hope([state]))), 0)


def _excluded(content: Mapping[str, float]) -> frozenset[str]:
    contrasts = lexicon("english").contrast_of | lexicon("chinese").contrast_of
    return frozenset(other for word in content for other in contrasts.get(word, ())) - content.keys()


def _opposed(main: Sequence[Clause]) -> frozenset[str]:
    asserted = _words(clause for clause in main if not clause.contrast)
    return frozenset(_words(clause for clause in main if clause.contrast) - asserted)
