"""The dictionary of English words: their base forms by word class, as lemminflect has them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.abc import MetaPathFinder
from types import ModuleType

Lemmas = dict[str, tuple[str, ...]]  # by the universal word class: NOUN, VERB, ADJ, ...
LONGEST_WORD = 40
"""Letters from which on a word is none that a dictionary has."""
_CLASSES = {"VERB": "V", "NOUN": "N", "ADJ": "A", "ADV": "D"}


@lru_cache(maxsize=65_536)
def analysed(word: str) -> tuple[str, str]:
    """A word's base form, and the initials of the classes it can be of: V(erb), N(oun), A(djective), D (adverb).

    The base form is that of the first of these classes, the shortest where there are several ("left" is "leave"); a
    word that is not in the dictionary stays as it is, in lower case, and has no class.
    """
    lower = word.lower()
    if not lower[0].isalpha() or len(lower) > LONGEST_WORD:
        return lower, ""
    known = lemmas(lower)
    classes = [name for name in _CLASSES if name in known]
    base = min(known[classes[0]], key=len) if classes else lower
    return base, "".join(_CLASSES[name] for name in classes)


def lemmas(word: str) -> Lemmas:
    """The base forms of ``word``, which is looked up in lower case; none for a word that is not in the dictionary."""
    known: Lemmas = _lemminflect().getAllLemmas(word)
    return known


def guessed_lemmas(word: str, word_class: str) -> Lemmas:
    """Guess base forms of a word that is not in the dictionary, were it of ``word_class``."""
    guessed: Lemmas = _lemminflect().getAllLemmasOOV(word, word_class)
    return guessed


@cache
def _lemminflect() -> ModuleType:
    """lemminflect extends spaCy wherever that is installed, and spaCy loads torch: 500 MB and seconds for nothing."""
    with absent("spacy"):
        import lemminflect
    return lemminflect


@contextmanager
def absent(package: str) -> Iterator[None]:
    """Inside, ``package`` is not there to be imported, unless it was imported before."""
    finder = _Absent(package)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _Absent(MetaPathFinder):
    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, fullname: str, _path: object, _target: object = None) -> None:
        if fullname == self._package:
            raise ModuleNotFoundError(f"{fullname} is left out")
