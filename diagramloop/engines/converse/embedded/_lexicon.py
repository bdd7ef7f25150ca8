"""Word lists of a language, as phrases that can be looked up in a run of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from diagramloop.base.text.phrases import PhraseSet
from diagramloop.base.text.tokens import Token, is_chinese
from diagramloop.base.text.word_lists import WordLists, remembered
from diagramloop.engines.converse.embedded._tokens import tokens

Language = Literal["english", "chinese"]


@dataclass(frozen=True)
class State:
    """A word's place in a pair of opposites: ``sign`` 1 for the first pole, -1 for the other."""

    pair: str
    sign: int


@dataclass(frozen=True)
class Lexicon:
    """The word lists of one language; see the comments in ``english.yaml``."""

    affirmations: PhraseSet
    denials: PhraseSet
    elliptic_affirmations: PhraseSet
    elliptic_denials: PhraseSet
    negators: PhraseSet
    harmless: PhraseSet
    connectives: PhraseSet
    subordinators: PhraseSet
    reports: PhraseSet
    pronouns: PhraseSet
    determiners: PhraseSet
    contrastive: PhraseSet
    universal: PhraseSet
    partial: PhraseSet
    exclusive: PhraseSet
    inclusive: PhraseSet
    questions: PhraseSet
    ignorance: PhraseSet
    hedges: PhraseSet
    fillers: PhraseSet
    biddings: PhraseSet
    tasks: PhraseSet
    proceeds: PhraseSet
    burdens: PhraseSet
    not_knowing: PhraseSet
    neither: PhraseSet
    references: PhraseSet
    accomplished: PhraseSet
    requests: PhraseSet
    function_words: frozenset[str]
    label_signs: Mapping[str, int]
    question_words: Mapping[str, PhraseSet]
    dialogue_acts: Mapping[str, PhraseSet]
    particles: frozenset[str]
    after_particles: frozenset[str]
    states: PhraseSet
    state_of: Mapping[tuple[str, ...], tuple[State, ...]]
    good: dict[str, int]
    contrast_of: dict[str, frozenset[str]]

    def is_empty(self, token: Token) -> bool:
        """True if a token says nothing by itself: a mark or a function word."""
        return not token.is_word or token.text in self.function_words or token.lemma in self.function_words


def lexicon_of(text: str) -> Lexicon:
    """The word lists of the language that ``text`` is written in."""
    return lexicon("chinese" if is_chinese(text) else "english")


@remembered(maxsize=8)
def lexicon(language: Language) -> Lexicon:
    """The word lists of ``language``."""
    lists = _LISTS[language]
    state_of = _state_of(lists["states"])
    plain = [field.name for field in fields(Lexicon) if field.type == "PhraseSet" and field.name != "states"]
    parts: dict[str, Any] = {name: lists.phrases(name) for name in plain}
    parts |= {name: lists.words(name) for name in ("function_words", "particles", "after_particles")}
    for name in ("question_words", "dialogue_acts"):
        parts[name] = {kind: PhraseSet(words, _split) for kind, words in lists[name].items()}
    good = {pair: int(poles["good"]) for pair, poles in lists["states"].items()}
    return Lexicon(
        **parts,
        label_signs=_label_signs(lists["labels"]),
        states=PhraseSet(map(" ".join, state_of), _split),
        state_of=state_of,
        good=good,
        contrast_of=_contrast_of(lists["contrasts"]),
    )


def _split(phrase: str) -> tuple[str, ...]:
    return tuple(token.text for token in tokens(phrase))


_LISTS = {language: WordLists(__package__, f"{language}.yaml", _split) for language in get_args(Language)}


def _label_signs(labels: Mapping[str, Iterable[str]]) -> dict[str, int]:
    return {label: sign for name, sign in (("affirmative", 1), ("negative", -1)) for label in labels[name]}


def _state_of(pairs: Mapping[str, Mapping[str, Any]]) -> dict[tuple[str, ...], tuple[State, ...]]:
    states_of: dict[tuple[str, ...], list[State]] = {}
    for pair, poles in pairs.items():
        for pole, sign in (("one", 1), ("other", -1)):
            for phrase in poles[pole]:
                key = _split(phrase)
                states_of.setdefault(key, []).append(State(pair, sign))
    return {key: tuple(dict.fromkeys(states)) for key, states in states_of.items()}


def _contrast_of(sets: Iterable[Iterable[str]]) -> dict[str, frozenset[str]]:
    """The words that each word of a set of contrasts excludes, as they stand among the content words of a clause."""
    contrasts: dict[str, frozenset[str]] = {}
    for members in (frozenset(map(_content_word, written)) for written in sets):
        for word in members:
            contrasts[word] = contrasts.get(word, frozenset()) | (members - {word})
    return contrasts


def _content_word(written: str) -> str:
    read = tokens(written)
    return read[0].lemma if len(read) == 1 else written
