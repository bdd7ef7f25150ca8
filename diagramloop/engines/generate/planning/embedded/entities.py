"""Entities: which noun phrases speak of the same part of a figure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from diagramloop.base.text.word_lists import remembered
from diagramloop.engines.generate.planning.embedded._lexicon import words
from diagramloop.engines.generate.planning.embedded.clauses import NounPhrase
from diagramloop.engines.generate.planning.embedded.tagging import lemma_of, may_be_noun

Key = tuple[str, ...]
"""An entity: its words in lower case, the last in the singular."""

MAX_WORDS = 6  # of an entity

_ACRONYM = re.compile(r"((?:[\w-]{1,40} ){1,12}[\w-]{1,40}) ?\(([A-Z][\w-]{1,9})\)")
ACRONYM_WORDS = 8  # before an acronym in brackets, that it may stand for


class Entities:
    """All entities of a text, from all of its noun phrases."""

    def __init__(self, text: str, phrases: Iterable[NounPhrase]) -> None:
        self._acronyms = _acronyms(text)
        self._wholes = _names_of_wholes(text)
        self._surfaces: dict[Key, Counter[str]] = {}
        for phrase in phrases:
            key = self._key(phrase)
            if key:
                self._surfaces.setdefault(key, Counter())[" ".join(_bare(phrase.words))] += 1
        self._longer = self._suffixes()
        self._recent: dict[Key, int] = {}
        self._now = 0

    def of(self, phrase: NounPhrase) -> Key | None:
        """The entity that a phrase speaks of; None for pronouns and for what is no part of a figure.

        Phrases are to be asked for in the order of the text: a short name means what was last called so in full.
        """
        key = self._key(phrase)
        if not key:
            return None
        self._now += 1
        candidates = [] if self._is_proper(key) else self._longer.get(key, [])
        if len(candidates) == 1:
            key = candidates[0]
        elif candidates and phrase.definite:
            key = max((name for name in candidates if name in self._recent), key=self._recent.__getitem__, default=key)
        self._recent[key] = self._now
        return key

    def is_new(self, phrase: NounPhrase) -> bool:
        """True if a phrase speaks of something that was not asked for yet."""
        key = self._key(phrase)
        known = (key, *self._longer.get(key, ()))
        return not any(name in self._recent for name in known)

    def text(self, key: Key) -> str:
        """Name of an entity in the text: its most frequent form, capitals first, its first letter a capital."""
        forms = self._surfaces.get(key) or Counter({" ".join(key): 1})
        best = max(forms, key=lambda form: (sum(word[:1].isupper() for word in form.split()[1:]), forms[form], form))
        return best[:1].upper() + best[1:]

    def mentions(self, key: Key) -> int:
        """Count the mentions in the text."""
        return sum(self._surfaces.get(key, Counter()).values())

    def _key(self, phrase: NounPhrase) -> Key:
        bare = [word.lower() for word in _bare(phrase.words)]
        if len(bare) == 1 and bare[0] in self._acronyms:
            bare = list(self._acronyms[bare[0]])
        if not bare or len(bare) > MAX_WORDS or not any(sign.isalpha() for sign in bare[-1]):
            return ()
        head = lemma_of(bare[-1])
        return (*bare[:-1], head) if self._is_name(bare, head) else ()

    def _is_name(self, bare: list[str], head: str) -> bool:
        """It ends with a noun, and says more than that something is the whole or not worth a box."""
        last = bare[-1]
        if len(head) < 2 or last in words("pronouns") | words("determiners"):
            return False
        if len(bare) > 1 and last.endswith("ing"):  # "flow warping"
            return True
        unfit = words("ignored") | words("wholes") | self._wholes
        return may_be_noun(last) and (len(bare) > 1 or unfit.isdisjoint((head, last)))

    def _is_proper(self, key: Key) -> bool:
        """True if it is one word with capitals within: a name, which is short for nothing."""
        return len(key) == 1 and any(form[1:] != form[1:].lower() for form in self._surfaces.get(key, ()))

    def _suffixes(self) -> dict[Key, list[Key]]:
        """The longer entities that each may be short for: by its end, or by all but a head that says little."""
        longer: dict[Key, list[Key]] = {}
        for key in self._surfaces:
            shorter = [key[start:] for start in range(1, len(key))]
            if key[-1] in words("generic_heads") and len(key) > 1:
                shorter.append((*key[:-2], lemma_of(key[-2])))
            for short in shorter:
                longer.setdefault(short, []).append(key)
        return longer


def _names_of_wholes(text: str) -> set[str]:
    """Names of the whole that the text describes: ``overview of X``, ``X is a pipeline``."""
    names = (match[1] or match[2] for match in _whole_of().finditer(text))
    return {name.lower() for name in names if name[1:] != name[1:].lower()}


@remembered(maxsize=8)
def _whole_of() -> re.Pattern[str]:
    wholes = "|".join(sorted(words("wholes")))
    return re.compile(
        rf"\b(?i:{wholes})(?: of|:) (?:the |our )?(?:proposed )?([\w-]{{2,40}})"
        rf"|\b([A-Z][\w-]{{1,40}}) is an? (?:[\w-]{{1,20}} ){{0,4}}?(?:{wholes})\b"
    )


def _bare(phrase: tuple[str, ...]) -> tuple[str, ...]:
    """The phrase without what only decorates it."""
    start = 0
    while start < len(phrase) - 1 and (phrase[start].lower() in words("decoration") or phrase[start].isdigit()):
        start += 1
    return phrase[start:]


def _acronyms(text: str) -> dict[str, Key]:
    """Long forms of the acronyms introduced in brackets: as many words before as their initials ask for."""
    keys: dict[str, Key] = {}
    for before, acronym in _ACRONYM.findall(text):
        letters = [sign for sign in acronym.lower() if sign.isalpha()]
        preceding = re.split(r"[ ]", before)[-ACRONYM_WORDS:]
        for length in range(1, len(preceding) + 1):
            name = preceding[-length:]
            initials = [part[0].lower() for word in name for part in word.split("-") if part]
            if initials[: len(letters)] == letters or (
                len(initials) >= 2 and initials[0] == letters[0] and len(initials) == len(letters)
            ):
                lowered = [word.lower() for word in name]
                keys[acronym.lower()] = (*lowered[:-1], lemma_of(lowered[-1]))
                break
    return keys
