"""Some of a set, in order: marks of nodes, numbers of paragraphs, names; in JSON, as bullets, or in a row."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from diagramloop.models.answers.prose import (
    AROUND,
    NOTHING,
    behind_labels,
    lines_behind_labels,
    negated,
    plain,
    sentences,
    without_markup,
)
from diagramloop.models.answers.structure import Structured, structured
from diagramloop.models.answers.wanted import Reading, UnreadError, object_schema

LONGEST = 50_000  # characters of an answer that are looked at
_BULLET = re.compile(r"^[ \t]*(?:[-*•+]|\(?\d{1,3}[.)])[ \t]+(\S[^\n]*)$", re.MULTILINE)
_BETWEEN = re.compile(
    r"(?:\s|[,;:&/|+.、，；和与节点()\[\]{}\"'“”‘’<>=-]|→|⇒|➔|–|—|\b(?:and|then|to|und|dann|et|puis|luego|nodes?|marks?|steps?|paths?|items?|via|"
    r"followed\s+by|finally|first|next|the|numbers?|paragraphs?)\b)+",
    re.IGNORECASE,
)
_MARK = re.compile(r"[A-Z]{1,3}\d{0,4}(?![A-Za-z0-9_])")
_LEADS = re.compile(r"\b(?:is|are|by|in|nodes?|marks?|steps?|path|from|visits?|needs?|sind)\s|[是为]", re.IGNORECASE)
MOST_LEADS = 20  # of a sentence that are looked behind
_BECAUSE = re.compile(r"[,;]?\s(?:since|because|as|which|for|weil|denn)\s", re.IGNORECASE)
_ASIDE = re.compile(r"\s\([a-z][^()\n]{0,200}\)\W*$")  # A, B (see the question)
_THERE_ARE = re.compile(r"\W{0,9}there\s+(?:is|are)\b", re.IGNORECASE)  # and which of them is not said
_EXPLAINED = re.compile(r"^[^\w\n]{0,5}(\w{1,60}[^\S\n]?[:–—(-][^\n]+)$", re.MULTILINE)  # A: says it
_BELOW_ZERO = re.compile(r"-\d+")
_DENIES = re.compile(r"\b(?:not|instead\s+of|rather\s+than|except|unlike|nicht|statt)\W{0,9}$", re.IGNORECASE)
_NAMES = ("nodes", "path", "answer", "marks", "items", "list", "result", "final_answer", "ids", "numbers", "sequence")


@dataclass(frozen=True)
class Listed:
    """A list of what is known.

    Attributes:
        name: of the field in which it is answered.
        known: all that may be listed, as they are written.
        least: items that a list has at least; with 0 an answer may say that there are none.
    """

    name: str
    known: Collection[str]
    least: int = 1
    decides: bool = field(default=True)

    @property
    def schema(self) -> Mapping[str, Any]:
        """An object of the list."""
        items = {"type": "string", "enum": list(self.known)}
        return object_schema(**{self.name: {"type": "array", "items": items}})

    def read(self, answer: str) -> Reading[tuple[str, ...]]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`; each once, those that are not known left out.

        Raises:
            UnreadError: no list, one of nothing that is known, or two that differ.
        """
        text = answer[:LONGEST]
        parts = structured(text)
        lists = self._lists(text, parts)
        known = {items: listed for listed in lists if (items := self._known_in(listed)) is not None}
        if len(known) > 1:
            raise UnreadError(f"it lists {len(known)} different {self.name}")
        for items, listed in known.items():
            unknown = ("unknown left out",) if len(items) < len(dict.fromkeys(listed)) else ()
            return Reading(items, (*parts.repairs, *unknown))
        for listed in self._in_words(without_markup(parts.rest)):
            items_in_words = self._known_in(listed)
            if items_in_words is not None:
                return Reading(items_in_words, ("words",))
        raise UnreadError(f"it lists no {self.name}")

    def _lists(self, text: str, parts: Structured) -> list[list[str]]:
        """The lists that values hold; of objects in lines the one that all of them are together."""
        lists = [listed for value in _affirmed(text, parts) if (listed := self._listed(value)) is not None]
        joined = parts.joined if len(parts.values) > 1 else None
        in_lines = isinstance(joined, Mapping) and "prose" not in parts.repairs
        row = self._listed(joined) if in_lines or not lists else None
        return [row] if row else lists

    def _known_in(self, listed: Sequence[str]) -> tuple[str, ...] | None:
        """Those that are known, each once; None for a list of others only."""
        by_form = {plain(name): name for name in self.known}
        items = dict.fromkeys(self._one_of(item, by_form) for item in listed)
        items.pop(None, None)
        if items:
            return tuple(name for name in items if name is not None)
        return () if self.least == 0 and not [item for item in listed if plain(item) not in NOTHING] else None

    def _one_of(self, item: str, by_form: Mapping[str, str]) -> str | None:
        """The known name that an item is, or begins with: ``A``, ``Node A``, ``A: Start``, ``A (Start)``."""
        spoken = plain(item)
        if _BELOW_ZERO.fullmatch(item.strip()):
            return None
        if spoken in by_form:
            return by_form[spoken]
        begin = re.match(
            r"\s*+[\"'`*(\[]*+(?:node|mark|step|paragraph|number)?\s*+[\"'`*(\[]*+([\w-]{1,60})(.?.?)", item, re.I
        )
        if begin is None or begin[1] not in self.known:
            return None
        return begin[1] if not begin[2] or begin[2][0] in ":=()[]-–—.,\"'`*" or begin[2][1:] in "(-–—[" else None

    def _listed(self, value: object) -> list[str] | None:
        """The items of JSON: a list, a list in an object, or a text of marks; None where there is none."""
        if isinstance(value, Mapping):
            return self._listed_in(value)
        if isinstance(value, str):
            return next(self._in_words(value), None)
        if isinstance(value, int) and not isinstance(value, bool):
            return [str(value)]
        if not isinstance(value, list):
            return None
        if len(value) == 1 and isinstance(value[0], list | Mapping) and (inner := self._listed(value[0])):
            return inner
        return [text for item in value for text in _texts_of(item)]

    def _listed_in(self, value: Mapping[Any, Any]) -> list[str] | None:
        """The list in an object: under the name or one like it, the only one, or its keys where it is a set."""
        fields = {plain(str(key)): inner for key, inner in value.items()}
        for name in (self.name, *_NAMES):
            if plain(name) in fields:
                return self._listed(fields[plain(name)])
        if value and all(inner is None for inner in value.values()):
            return [str(key) for key in value]
        lists = [inner for inner in value.values() if isinstance(inner, list | Mapping) or len(value) == 1]
        return self._listed(lists[0]) if len(lists) == 1 else None

    def _in_words(self, text: str) -> Iterator[list[str]]:
        """The lists of words: behind a label, in a row, as bullets, in a line, at the end of a sentence."""
        for rest in behind_labels(text, self.name):
            for part in (rest, rest.split("\n\n")[0], rest.split("\n")[0]):
                if row := self._row(part):
                    yield row
        if row := self._row(text):
            yield row
        bullets = _BULLET.findall(text) or _EXPLAINED.findall(text)
        if bullets and all(self._known_in([bullet]) for bullet in bullets):
            yield bullets
        yield from self._in_sentences(text)

    def _in_sentences(self, text: str) -> Iterator[list[str]]:
        """The row that a line behind a label is, or with which a sentence ends."""
        spoken = [part for line in lines_behind_labels(text) for part in sentences(line)]
        lines = [_ASIDE.sub("", _BECAUSE.split(part)[0]) for part in spoken]
        yield from self._only(lines, whole=True)
        if not negated(text) and "?" not in text:
            yield from self._only((part for part in sentences(text) if not _THERE_ARE.match(part)), whole=False)

    def _only(self, parts: Iterable[str], whole: bool) -> Iterator[list[str]]:
        """The row that parts of a text are, or end with.

        Raises:
            UnreadError: there are several that differ.
        """
        rows = [self._row(part) if whole else self._at_the_end(part) for part in parts]
        different = {tuple(row): row for row in rows if row}
        if len(different) > 1:
            raise UnreadError(f"it lists {len(different)} different {self.name}")
        yield from different.values()

    def _at_the_end(self, sentence: str) -> list[str] | None:
        """The row of items with which a sentence ends, behind a word that leads to it, such as *is* or *nodes*."""
        for lead in list(_LEADS.finditer(sentence))[:MOST_LEADS]:
            if row := self._row(sentence[lead.end() :]):
                return row
        return None

    def _row(self, text: str) -> list[str] | None:
        """The items of a text that is nothing but items and what may stand between them; with 0 wanted also none."""
        if self.least == 0 and plain(text) in NOTHING:
            return ["none"]
        rest = text.strip(AROUND)
        known = sorted(self.known, key=len, reverse=True)
        row: list[str] = []
        name = (
            re.compile("|".join(rf"{re.escape(each)}(?![A-Za-z0-9_])" for each in known))
            if known
            else re.compile(r"(?!)")
        )
        place = 0
        while place < len(rest):
            between = _BETWEEN.match(rest, place)
            item = name.match(rest, place)
            if item is not None:
                row.append(item[0])
                place = item.end()
            elif between is not None:
                place = between.end()
            elif unknown := _MARK.match(rest, place):
                row.append(unknown[0])
                place = unknown.end()
            else:
                return None
        return row or None


def _affirmed(text: str, parts: Structured) -> Iterator[object]:
    """The values of an answer but for those that the words before them deny."""
    place = 0
    for value in parts.values:
        before = text[max(place, text.rfind("\n", 0, value.start)) : value.start]
        if not _DENIES.search(before):
            yield value.value
        place = value.end


def _texts_of(item: object) -> Iterator[str]:
    """The texts of an item of a list: itself, or what an object is called."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, int) and not isinstance(item, bool):
        yield str(item)
    elif isinstance(item, Mapping):
        fields = {plain(str(key)): inner for key, inner in item.items()}
        for key in ("id", "node", "mark", "name", "number", "label", "value"):
            if isinstance(fields.get(key), str | int):
                yield str(fields[key])
                return
        if len(item) == 1:
            yield from _texts_of(next(iter(item.values())))
