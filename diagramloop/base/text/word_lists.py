"""Word lists: what is known of a language, every entry with where it is from, so that parts can be left out.

A file is YAML. Under the name of a list stand its origins, and under each origin the entries from there, as a list or,
where an entry has a value, as a mapping::

    negations:
      language: [not, no, never]
      miss flodial dev: [out of the question]

Origins are ``language`` (a grammar book or a dictionary would list it), ``design`` (set down with the engine that
reads it, such as a weight), ``miss DATA HALF`` (added because items of that data were got wrong) and ``unknown``.
Lists may stand inside of lists; a bare word or number beside them is a property of the list around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from importlib.resources import files
from itertools import chain
from typing import Any, Literal, ParamSpec, TypeVar

import yaml

from diagramloop.base.text.phrases import PhraseSet
from diagramloop.errors import DiagramloopError, RejectionReason

ORIGINS = ("language", "design", "miss", "unknown")
_ORIGIN = re.compile(r"language|design|unknown|miss( [\w-]+)+")
# makes nothing but strings: "no" and "on" are words here; libyaml's, where it is built in, takes a tenth of the time
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_LEFT_OUT: ContextVar[frozenset[str]] = ContextVar("origins left out", default=frozenset())
_P = ParamSpec("_P")
_R = TypeVar("_R")


class Choice:
    """Which entries of all word lists count; while it is :meth:`read`, the others are not there.

    Args:
        option: as in a configuration: ``{"without": [ORIGIN, ...]}``, an origin by its first word or in full; all
            entries count where it is None.

    Raises:
        DiagramloopError: it is something else (INVALID).
    """

    def __init__(self, option: Mapping[str, Sequence[str]] | None = None) -> None:
        given = dict(option or {})
        without = given.pop("without", ())
        if given or isinstance(without, str) or not all(_known(origin) for origin in without):
            message = f"word_lists takes without: [ORIGIN, ...], each {', '.join(ORIGINS)} or 'miss DATA HALF'"
            raise DiagramloopError(message, reason=RejectionReason.INVALID)
        self._without = frozenset(without)

    @contextmanager
    def read(self) -> Iterator[None]:
        """Inside, word lists hold what counts, here and nowhere else: not in other threads or tasks."""
        token = _LEFT_OUT.set(self._without)
        try:
            yield
        finally:
            _LEFT_OUT.reset(token)


def _known(origin: object) -> bool:
    return isinstance(origin, str) and (origin in ORIGINS or _ORIGIN.fullmatch(origin) is not None)


def remembered(maxsize: int) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Keep the results of a function that reads word lists, for every choice apart."""

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        @lru_cache(maxsize=maxsize)
        def kept(_: frozenset[str], *given: _P.args, **named: _P.kwargs) -> _R:
            return function(*given, **named)

        @wraps(function)
        def asked(*given: _P.args, **named: _P.kwargs) -> _R:
            return kept(_LEFT_OUT.get(), *given, **named)  # type: ignore[arg-type]  # who calls gives what has a hash

        return asked

    return decorate


class WordLists:
    """The lists of one file.

    Args:
        package: that the file belongs to.
        file: its name.
        split: how phrases are cut into words, see :class:`~diagramloop.base.text.phrases.PhraseSet`.

    Raises:
        DiagramloopError: from all that reads: entries of the file have no origin (INVALID).
    """

    def __init__(self, package: str, file: str, split: Callable[[str], Sequence[str]] = str.split) -> None:
        self._package, self._file, self._split = package, file, split
        self._read: dict[frozenset[str], dict[str, Any]] = {}
        self._made: dict[tuple[frozenset[str], str, str], Any] = {}

    def words(self, name: str) -> frozenset[str]:
        """The entries of the list called ``name``."""
        listed: frozenset[str] = self._kept("words", name, lambda: frozenset(self[name]))
        return listed

    def phrases(self, name: str) -> PhraseSet:
        """The same, ready to be looked up in tokens."""
        listed: PhraseSet = self._kept("phrases", name, lambda: PhraseSet(self[name], self._split))
        return listed

    def __getitem__(self, name: str) -> Any:
        """The list as the file has it, the origins gone: a list, or a mapping, or a mapping of such.

        Raises:
            KeyError: there is none.
        """
        left_out = _LEFT_OUT.get()
        if left_out not in self._read:
            self._read[left_out] = self._merged(left_out)
        return self._read[left_out][name]

    def _kept(self, kind: Literal["words", "phrases"], name: str, make: Callable[[], Any]) -> Any:
        key = (_LEFT_OUT.get(), kind, name)
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _merged(self, left_out: frozenset[str]) -> dict[str, Any]:
        text = files(self._package).joinpath(self._file).read_text("utf-8")
        lists = yaml.load(text, _LOADER)  # noqa: S506 - see there
        merged: dict[str, Any] = _without(lists, left_out, self._file)
        return merged


def _without(node: Any, left_out: frozenset[str], place: str) -> Any:
    """``node`` with the entries of its origins put together, but for the origins left out."""
    if isinstance(node, str):
        return node
    if not isinstance(node, dict):
        raise _no_origin(place)
    if not any(name.split()[0] in ORIGINS for name in node):
        return {name: _without(below, left_out, f"{place}: {name}") for name, below in node.items()}
    if not all(map(_ORIGIN.fullmatch, node)):
        raise _no_origin(place)
    groups = [group for origin, group in node.items() if left_out.isdisjoint((origin, origin.split()[0]))]
    if all(isinstance(group, dict) for group in node.values()):
        merged: dict[str, Any] = {}
        for group in groups:
            merged |= group
        return merged
    return list(chain.from_iterable(groups))


def _no_origin(place: str) -> DiagramloopError:
    return DiagramloopError(f"{place}: entries of no origin", reason=RejectionReason.INVALID)
