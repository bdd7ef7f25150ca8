"""The dictionary of English words: their base forms by word class, as lemminflect has them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.abc import MetaPathFinder
from types import ModuleType

Lemmas = dict[str, tuple[str, ...]]  # by the universal word class: NOUN, VERB, ADJ, ...


def lemmas(word: str) -> Lemmas:
    """The base forms of ``word``, which is looked up in lower case; none for a word that is not in the dictionary."""
    known: Lemmas = _lemminflect().getAllLemmas(word)
    return known


def guessed_lemmas(word: str, word_class: str) -> Lemmas:
    """What the base form of a word would be that is not in the dictionary, were it of ``word_class``."""
    guessed: Lemmas = _lemminflect().getAllLemmasOOV(word, word_class)
    return guessed


@cache
def _lemminflect() -> ModuleType:
    """lemminflect extends spaCy wherever that is installed, and spaCy loads torch: 500 MB and seconds for nothing."""
    with _absent("spacy"):
        import lemminflect
    return lemminflect


@contextmanager
def _absent(package: str) -> Iterator[None]:
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
