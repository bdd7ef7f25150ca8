"""Word lists of a language, as phrases that can be looked up in a run of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import yaml

from diagramloop.converse.embedded._tokens import Token, is_chinese, tokens

Language = Literal["english", "chinese"]


@dataclass(frozen=True)
class State:
    """A word's place in a pair of opposites: ``sign`` 1 for the first pole, -1 for the other."""

    pair: str
    sign: int


class Phrases:
    """A set of phrases, each a run of words that match a token's form or its lemma.

    Args:
        phrases: as written in the word lists.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self._runs = {tuple(token.form for token in tokens(phrase)) for phrase in phrases} - {()}
        self._longest = max(map(len, self._runs), default=0)

    def at(self, run: Sequence[Token], start: int) -> tuple[str, ...]:
        """The longest phrase that begins at ``start``, or () if none does."""
        for length in range(min(self._longest, len(run) - start), 0, -1):
            piece = run[start : start + length]
            for words in (tuple(token.form for token in piece), tuple(token.lemma for token in piece)):
                if words in self._runs:
                    return words
        return ()

    def written(self, run: Sequence[Token]) -> bool:
        """Whether the run is one phrase to the letter."""
        return tuple(token.form for token in run) in self._runs

    def ending(self, run: Sequence[Token]) -> int:
        """How many tokens the longest phrase has with which the run ends."""
        return next((len(run) - at for at in range(len(run)) if len(self.at(run, at)) == len(run) - at), 0)

    def within(self, run: Sequence[Token]) -> bool:
        """Whether any phrase occurs."""
        return any(self.at(run, start) for start in range(len(run)))

    def whole(self, run: Sequence[Token]) -> bool:
        """Whether the run is one phrase from end to end."""
        return bool(run) and len(self.at(run, 0)) == len(run)


@dataclass(frozen=True)
class Lexicon:
    """The word lists of one language; see the comments in ``english.yaml``."""

    affirmations: Phrases
    denials: Phrases
    elliptic_affirmations: Phrases
    elliptic_denials: Phrases
    negators: Phrases
    harmless: Phrases
    connectives: Phrases
    subordinators: Phrases
    reports: Phrases
    pronouns: Phrases
    determiners: Phrases
    contrastive: Phrases
    universal: Phrases
    partial: Phrases
    exclusive: Phrases
    inclusive: Phrases
    questions: Phrases
    ignorance: Phrases
    hedges: Phrases
    fillers: Phrases
    biddings: Phrases
    proceeds: Phrases
    burdens: Phrases
    unknown: Phrases
    neither: Phrases
    references: Phrases
    accomplished: Phrases
    requests: Phrases
    function_words: frozenset[str]
    label_signs: Mapping[str, int]
    question_words: Mapping[str, Phrases]
    dialogue_acts: Mapping[str, Phrases]
    particles: frozenset[str]
    after_particles: frozenset[str]
    states: Phrases
    state_of: Mapping[tuple[str, ...], tuple[State, ...]]
    good: dict[str, int]
    contrast_of: dict[str, frozenset[str]]

    def is_empty(self, token: Token) -> bool:
        """Whether a token says nothing by itself: a mark or a function word."""
        return token.mark or token.form in self.function_words or token.lemma in self.function_words


def lexicon_of(text: str) -> Lexicon:
    """The word lists of the language that ``text`` is written in."""
    return lexicon("chinese" if is_chinese(text) else "english")


@cache
def lexicon(language: Language) -> Lexicon:
    """The word lists of ``language``."""
    text = files(__package__).joinpath(f"{language}.yaml").read_text("utf-8")
    lists = yaml.load(text, yaml.BaseLoader)  # noqa: S506  (the base loader makes nothing but strings)
    phrases = {name: Phrases(lists[name]) for name in _PHRASE_LISTS}
    state_of = _state_of(lists["states"])
    return Lexicon(
        **phrases,
        question_words={kind: Phrases(words) for kind, words in lists["question_words"].items()},
        dialogue_acts={act: Phrases(written) for act, written in lists["dialogue_acts"].items()},
        label_signs=_label_signs(lists["labels"]),
        function_words=frozenset(lists["function_words"]),
        particles=frozenset(lists["particles"]),
        after_particles=frozenset(lists["after_particles"]),
        states=Phrases(" ".join(words) for words in state_of),
        state_of=state_of,
        good={pair: int(poles["good"]) for pair, poles in lists["states"].items()},
        contrast_of=_contrast_of(lists["contrasts"]),
    )


_PHRASE_LISTS = (
    "affirmations",
    "denials",
    "elliptic_affirmations",
    "elliptic_denials",
    "negators",
    "harmless",
    "connectives",
    "subordinators",
    "reports",
    "pronouns",
    "determiners",
    "contrastive",
    "universal",
    "partial",
    "exclusive",
    "inclusive",
    "questions",
    "ignorance",
    "hedges",
    "fillers",
    "biddings",
    "proceeds",
    "burdens",
    "unknown",
    "neither",
    "references",
    "accomplished",
    "requests",
)


def _label_signs(labels: Mapping[str, Iterable[str]]) -> dict[str, int]:
    return {label: sign for name, sign in (("affirmative", 1), ("negative", -1)) for label in labels[name]}


def _state_of(pairs: Mapping[str, Mapping[str, Any]]) -> dict[tuple[str, ...], tuple[State, ...]]:
    found: dict[tuple[str, ...], list[State]] = {}
    for pair, poles in pairs.items():
        for pole, sign in (("one", 1), ("other", -1)):
            for phrase in poles[pole]:
                key = tuple(token.form for token in tokens(phrase))
                found.setdefault(key, []).append(State(pair, sign))
    return {key: tuple(dict.fromkeys(states)) for key, states in found.items()}


def _contrast_of(sets: Iterable[Iterable[str]]) -> dict[str, frozenset[str]]:
    """The words that each word of a set of contrasts excludes."""
    found: dict[str, frozenset[str]] = {}
    for members in map(frozenset, sets):
        for word in members:
            found[word] = found.get(word, frozenset()) | (members - {word})
    return found
