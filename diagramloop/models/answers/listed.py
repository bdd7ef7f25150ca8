"""Some of a set, in order: marks of nodes, numbers of paragraphs, names; in JSON, as bullets, or in a row."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from diagramloop.models.answers.prose import AROUND, NOTHING, labelled, negated, plain, without_markup
from diagramloop.models.answers.values import json_in_answer
from diagramloop.models.answers.wanted import Reading, UnreadError, object_schema

LONGEST = 50_000  # characters of an answer that are looked at
_BULLET = re.compile(r"^[ \t]*(?:[-*•+]|\(?\d{1,3}[.)])[ \t]+(\S[^\n]*)$", re.MULTILINE)
_BETWEEN = re.compile(
    r"(?:\s|[,;:&/|+.、，；()\[\]{}\"'“”‘’<>=-]|→|⇒|➔|–|—|\b(?:and|then|to|und|dann|nodes?|marks?|steps?|paths?|items?|via|"
    r"followed\s+by|finally|first|next|the|numbers?|paragraphs?)\b)+",
    re.IGNORECASE,
)
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
            UnreadError: no list, or one of nothing that is known.
        """
        text = answer[:LONGEST]
        values = json_in_answer(text)
        for value in reversed(values):
            listed = self._listed(value.value)
            if listed is not None and (items := self._known_in(listed)) is not None:
                repairs = (("cut",) if value.repair == "cut" else ("JSON",)) if value.repair else ()
                unknown = ("unknown left out",) if len(items) < len(dict.fromkeys(listed)) else ()
                return Reading(items, (*repairs, *unknown))
        for listed in self._in_words(without_markup(text)):
            items = self._known_in(listed)
            if items is not None:
                return Reading(items, ("words",))
        raise UnreadError(f"it lists no {self.name}")

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
        if spoken in by_form:
            return by_form[spoken]
        begin = re.match(
            r"\s*[\"'`*(\[]*(?:node|mark|step|paragraph|number)?\s*[\"'`*(\[]*([\w-]{1,60})(.?.?)", item, re.I
        )
        if begin is None or begin[1] not in self.known:
            return None
        return begin[1] if not begin[2] or begin[2][0] in ":=()[]-–—.,\"'`*" or begin[2][1:] in "(-–—[" else None

    def _listed(self, value: object) -> list[str] | None:
        """The items of JSON: a list, a list in an object, or a text of marks; None where there is none."""
        if isinstance(value, Mapping):
            fields = {plain(str(key)): inner for key, inner in value.items()}
            for name in (plain(self.name), *(plain(name) for name in _NAMES)):
                if name in fields:
                    return self._listed(fields[name])
            lists = [inner for inner in value.values() if isinstance(inner, list | Mapping)]
            return self._listed(lists[0]) if len(lists) == 1 else None
        if isinstance(value, str):
            return next(self._in_words(value), None)
        if isinstance(value, int) and not isinstance(value, bool):
            return [str(value)]
        if not isinstance(value, list):
            return None
        return [text for item in value for text in _texts_of(item)]

    def _in_words(self, text: str) -> Iterator[list[str]]:
        """The lists of words: behind a label, in a row, as bullets."""
        bullets = _BULLET.findall(text)
        for behind in labelled(text, self.name):
            if row := self._row(behind):
                yield row
        if row := self._row(text):
            yield row
        if bullets and all(self._known_in([bullet]) for bullet in bullets):
            yield bullets
        last = [line for line in text.splitlines() if line.strip()][-1:]
        for line in last:
            if (row := self._row(line.rpartition(":")[2])) or (not negated(line) and (row := self._row(line))):
                yield row

    def _row(self, text: str) -> list[str] | None:
        """The items of a text that is nothing but items and what may stand between them; with 0 wanted also none."""
        if self.least == 0 and plain(text) in NOTHING:
            return ["none"]
        rest = text.strip(AROUND)
        known = sorted(self.known, key=len, reverse=True)
        row: list[str] = []
        name = re.compile("|".join(rf"{re.escape(each)}(?![\w])" for each in known)) if known else re.compile(r"(?!)")
        place = 0
        while place < len(rest):
            between = _BETWEEN.match(rest, place)
            item = name.match(rest, place)
            if item is not None:
                row.append(item[0])
                place = item.end()
            elif between is not None:
                place = between.end()
            elif unknown := re.compile(r"[A-Z]{1,3}\d{0,4}(?!\w)").match(rest, place):
                row.append(unknown[0])
                place = unknown.end()
            else:
                return None
        return row or None


def _texts_of(item: object) -> Iterator[str]:
    """The texts of an item of a list: itself, or what an object is called."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, int) and not isinstance(item, bool):
        yield str(item)
    elif isinstance(item, Mapping):
        for key in ("id", "node", "mark", "name", "number", "label", "value"):
            if isinstance(item.get(key), str | int):
                yield str(item[key])
                return
