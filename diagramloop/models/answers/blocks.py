"""Numbered records: verdicts with a status and a suggestion, and lines with a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from diagramloop.models.answers.approval import approves, is_approval
from diagramloop.models.answers.prose import NOTHING, plain, without_markup
from diagramloop.models.answers.structure import structured
from diagramloop.models.answers.wanted import Reading, UnreadError, object_schema

NumberOf = Callable[[object], int | None]
LONGEST = 100_000  # characters of an answer that are looked at
LONGEST_TEXT = 500  # characters of a suggestion
_AROUND = ' \t*_`"}],'
_NUMBER_NAMES = ("#", "number", "issue", "pair", "id", "part", "index", "no", "name", "gateway", "line", "n")
_NO_TEXTS = frozenset((*_NUMBER_NAMES, "status", "verdict", "explanation", "reason", "problem", "kind", "type"))
_TEXT_NAMES = (
    *(
        "suggestion",
        "correction",
        "revision suggestion",
        "fix",
        "text",
        "words",
        "span",
        "sentence",
        "sentences",
        "description",
    ),
    *("reading", "answer", "content", "value", "meaning"),
)


@dataclass(frozen=True)
class Block:
    """A record: one of the statuses, and what goes with it (empty where nothing does)."""

    status: str
    text: str = ""


@dataclass(frozen=True)
class Blocks:
    """A verdict on each of some numbered things.

    Attributes:
        heading: of a thing: ``issue``, ``pair``.
        statuses: by status the words for it.
        count: of the things, numbered from 1.
        names: by number a name under which the thing may be spoken of, too, such as ``XOR1``.
        approval: the status of all where the answer approves in a word (text2flow, Appendix D.3: ``APPROVED``).
    """

    heading: str
    statuses: Mapping[str, Collection[str]]
    count: int
    names: Mapping[int, str] = field(default_factory=dict)
    approval: str = ""
    decides: bool = field(default=True)

    @property
    def schema(self) -> Mapping[str, Any]:
        """A list of objects, one for each thing."""
        block = object_schema(
            number={"type": "integer"},
            status={"type": "string", "enum": list(self.statuses)},
            suggestion={"type": "string"},
        )
        return object_schema(**{f"{self.heading}s": {"type": "array", "items": block}})

    def read(self, answer: str) -> Reading[Mapping[int, Block]]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`; by number the blocks that were read.

        Raises:
            UnreadError: none has a status.
        """
        parts = structured(answer[:LONGEST])
        if parts.values:
            blocks = _each_once(self._of_json(parts.joined))
            if blocks:
                return self._reading(blocks, parts.repairs)
        text = _with_numbers(without_markup(parts.rest))
        if self.approval and self._approves(parts.joined if len(parts.values) == 1 else text):
            return Reading({number: Block(self.approval) for number in range(1, self.count + 1)})
        blocks = _each_once(self._in_words(text)) or _each_once(self._in_words(_in_order(text, self.count)))
        if not blocks:
            raise UnreadError(f"no {self.heading} has a status")
        return self._reading(blocks, ())

    def _approves(self, spoken: object) -> bool:
        """True for approval of all in the first line, or as the only value of an object; of some it says nothing."""
        if isinstance(spoken, Mapping) and len(spoken) == 1:
            spoken = next(iter(spoken.values()))
        if not isinstance(spoken, str):
            return is_approval(spoken)
        first = spoken.strip().split("\n")[0]
        things = set(re.findall(rf"{self._names}|\d+", first))
        return len(things) in (0, self.count) and approves(first)

    def _reading(self, blocks: Mapping[int, Block], repairs: tuple[str, ...]) -> Reading[Mapping[int, Block]]:
        missing = self.count - len(blocks)
        partly = (f"{missing} of {self.count} not answered",) if missing > 0 and not self.approval else ()
        return Reading(blocks, (*repairs, *partly))

    def _of_json(self, value: object) -> Iterator[tuple[int, Block]]:
        for number, fields in _records(value, self._number):
            status = self._status_in(fields)
            if status is not None and 1 <= number <= self.count:
                yield number, Block(status, _text_in(fields))

    def _status_in(self, fields: Mapping[str, Any]) -> str | None:
        """The status of an object: under a name for it, or a field that is called like one and says yes or no."""
        given = fields.get("status", fields.get("verdict"))
        if given is not None:
            return self._status(given)
        for name, value in fields.items():
            status = self._status(name) if isinstance(value, bool) else None
            if status is not None:
                return status if value else self._other(status)
        return None

    def _other(self, status: str) -> str | None:
        """The status that is meant where this one is denied: the only other one."""
        others = [each for each in self.statuses if each != status]
        return others[0] if len(others) == 1 else None

    def _in_words(self, text: str) -> Iterator[tuple[int, Block]]:
        """The blocks of a text: from a heading to the next, each with its status and what is suggested."""
        text = self._sentence_heads.sub(r"\1\n", text)
        begins = list(self._heading.finditer(text))
        ends = [*(begin.start() for begin in begins[1:]), len(text)]
        for begin, end in zip(begins, ends[: len(begins)], strict=True):
            number = self._number(begin["number"] or begin["bare"] or begin["name"])
            written = text[begin.end() : end]
            given = _STATUS.search(written)
            line = written.lstrip(" :.)-–—|,\t").split("\n")[0]
            spoken = given[1] if given else _FIRST_SENTENCE.split(line, maxsplit=1)[0]
            status = None if "?" in spoken else self._status(spoken)
            if number is not None and status is not None:
                yield number, Block(status, _suggestion(written) or ("" if given else self._behind(written)))

    def _behind(self, written: str) -> str:
        """The text behind a status: ``real: add End``, ``real (add End)``, ``It is real. Correction: add End``."""
        behind = re.search(rf"(?:{self._words})\b(?:\s(?:one|issue)\b)?[^\w\n]{{1,6}}([^\n]+)", written, re.IGNORECASE)
        if behind is None:
            return ""
        text = _LEAD.sub("", behind[1].strip())
        return _bare(text.removesuffix(")").removesuffix("."))

    @cached_property
    def _words(self) -> str:
        """The words for statuses, the longest first."""
        words = {word for each in (self.statuses, *self.statuses.values()) for word in each}
        return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))

    @cached_property
    def _names(self) -> str:
        return "|".join(re.escape(name) for name in sorted(self.names.values(), key=len, reverse=True)) or r"(?!)"

    @cached_property
    def _heading(self) -> re.Pattern[str]:
        before = r"(?:\d{1,3}[.)]\W{1,20})?(?:[^\W\d]{2,12}\s){0,2}"
        number = rf"{before}{re.escape(self.heading)}\W{{0,6}}(?:no\.?\s*|number\s*)?(?P<number>\d{{1,6}})\b"
        name = (
            rf"{before}(?:{re.escape(self.heading)}\s)?(?P<name>{self._names})(?=\W)(?:\s{re.escape(self.heading)}\b)?"
        )
        bare = r"[\[(#]?(?P<bare>\d{1,3})(?:[.):\]](?=\s)|[^\S\n]*$|(?<=#\d)\s)"
        return re.compile(
            rf"^[^\w\n]{{0,40}}(?:{number}(?:\s\((?:{self._names})\))?|{name}|{bare})", re.IGNORECASE | re.MULTILINE
        )

    @cached_property
    def _sentence_heads(self) -> re.Pattern[str]:
        """The end of a sentence behind which another thing is spoken of."""
        heading = re.escape(self.heading)
        return re.compile(rf"([.!])[^\S\n]+(?=(?:the\s)?(?:{heading}\s\d|(?:{self._names})\b))", re.IGNORECASE)

    def _number(self, spoken: object) -> int | None:
        """The number of a thing that is spoken of by it or by its name; None where there is no such thing."""
        if isinstance(spoken, int) and not isinstance(spoken, bool):
            return spoken if 1 <= spoken <= self.count else None
        if not isinstance(spoken, str):
            return None
        for number, name in self.names.items():
            if plain(name) == plain(spoken):
                return number
        return _numbered(spoken, self.count)

    def _status(self, written: object) -> str | None:
        """The one status that is named in what is written; the other one where it is denied; None for several."""
        if isinstance(written, bool):
            written = "yes" if written else "no"
        if not isinstance(written, str):
            return None
        spoken = plain(written.split("\n")[0])
        words = {plain(word): status for status, forms in self.statuses.items() for word in (status, *forms)}
        named: list[str] = []
        for word in sorted(words, key=len, reverse=True):
            match = re.search(rf"(?<!\w)({_DENIAL})?{re.escape(word)}(?!\w)", spoken)
            if match:
                spoken = spoken.replace(match[0], " ")
                other = self._other(words[word]) if match[1] else None
                named.append(other or words[word])
        return named[0] if len(set(named)) == 1 else None


@dataclass(frozen=True)
class Lines:
    """A text for each of some numbered parts; a part of which it says "none" has none.

    Attributes:
        name: of the list in JSON.
        count: of the parts, numbered from 1.
    """

    name: str
    count: int
    decides: bool = field(default=True)

    @property
    def schema(self) -> Mapping[str, Any]:
        """A list of objects, one for each part."""
        line = object_schema(number={"type": "integer"}, text={"type": "string"})
        return object_schema(**{self.name: {"type": "array", "items": line}})

    def read(self, answer: str) -> Reading[Mapping[int, str]]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`; the first text of a number counts.

        Raises:
            UnreadError: no line of such a part.
        """
        parts = structured(answer[:LONGEST])
        lines = dict(self._of_json(parts.joined)) if parts.values else {}
        if lines:
            return Reading(_said(lines), parts.repairs)
        text = _with_numbers(without_markup(parts.rest))
        for pattern in (_LINE, _SECTION):
            for number, written in pattern.findall(text):
                if 1 <= int(number) <= self.count and written.strip():
                    lines.setdefault(int(number), " ".join(written.split()))
            if lines:
                return Reading(_said(lines), ())
        items = _ITEM.findall(text)
        if len(items) == self.count:
            return Reading(_said(dict(enumerate(items, start=1))), ("in order",))
        raise UnreadError("no numbered line")

    def _of_json(self, value: object) -> Iterator[tuple[int, str]]:
        if isinstance(value, list) and all(isinstance(item, str) for item in value) and len(value) == self.count:
            yield from enumerate(value, start=1)
            return
        for number, fields in _records(value, self._number):
            yield number, _text_in(fields)

    def _number(self, spoken: object) -> int | None:
        return _numbered(str(spoken), self.count) if isinstance(spoken, str | int) else None


def _numbered(spoken: str, count: int) -> int | None:
    """The number that is the only one in what is spoken, if there are so many things."""
    digits = re.fullmatch(r"\D{0,20}(\d{1,6})\D{0,3}", spoken)
    return int(digits[1]) if digits and 1 <= int(digits[1]) <= count else None


_DENIAL = r"(?:not|no|\w{2,6}n['’]t|cannot|never|nothing|hardly|far from|anything but) (?:(?:be|a|an|really|quite) )?"
_PART = r"[^\w\n]{0,10}(?:(?:part|line|number|no)\b[^\w\n]{0,5})?"
_LINE = re.compile(
    rf"^{_PART}(\d{{1,6}})[\"'*_>]{{0,3}}[ ]{{0,9}}(?:\][:.]?|(?:(?:reads|says|is)[ ]?)?[:.)|=\t–—、：-])"
    r"[ \t*_]{0,9}([^\s*_][^\n]*)$",
    re.IGNORECASE | re.MULTILINE,
)
_SECTION = re.compile(
    rf"^{_PART}(\d{{1,6}})[ \t:.)*_]*\n+((?:(?!{_PART}\d)[^\n]*\S[^\n]*\n?)+)", re.IGNORECASE | re.MULTILINE
)
_ITEM = re.compile(r"^[ \t]*[-*•][ \t]+(\S[^\n]*)$", re.MULTILINE)
_STATUS = re.compile(r"\b(?:status|verdict|judge?ment)\b\W*([^\n]*)", re.IGNORECASE)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL = re.compile(
    rf"(^[^\w\n]{{0,10}}|[.!] )(?:the )?({'|'.join(_ORDINALS)}) (\w+)\b", re.IGNORECASE | re.MULTILINE
)
_FIRST_SENTENCE = re.compile(r"(?<=\w)[.;:](?:\s|$)")
_LEAD = re.compile(
    r"^(?:(?:the|my|to|a)\s)?(?:suggest\w*|revision\s\w+|correction|fix|mend|change|solution|remedy)\b(?:\s\w+)?\s?[:–-]\s?"
    r"|\b(?:explanation|reason|problem)\b.*$",
    re.IGNORECASE,
)  # words before a suggestion, and explanations behind it


def _with_numbers(text: str) -> str:
    """A text in which lines that begin with *the first issue* begin with ``issue 1``."""
    return _ORDINAL.sub(lambda match: f"{match[1]}{match[3]} {_ORDINALS.index(match[2].lower()) + 1}", text)


def _in_order(text: str, count: int) -> str:
    """The bullets of a text with their numbers, if there is one for each thing."""
    items = _ITEM.findall(text)
    return "\n".join(f"{number}. {item}" for number, item in enumerate(items, start=1)) if len(items) == count else ""


def _each_once(blocks: Iterator[tuple[int, Block]]) -> dict[int, Block]:
    """The blocks by number; of a number with two statuses none."""
    by_number: dict[int, Block] = {}
    contradicted: set[int] = set()
    for number, block in blocks:
        if number in by_number and by_number[number].status != block.status:
            contradicted.add(number)
        by_number.setdefault(number, block)
    return {number: block for number, block in by_number.items() if number not in contradicted}


def _said(lines: Mapping[int, str]) -> dict[int, str]:
    unquoted = {number: text.strip().strip("\"'“”").strip() for number, text in lines.items()}
    return {number: text for number, text in unquoted.items() if plain(text) not in NOTHING and plain(text)}


def _records(value: object, number_of: NumberOf, depth: int = 3) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The numbered objects in JSON: a list of them, an object by number or name, or one alone."""
    if isinstance(value, list):
        yield from _listed_records(value, number_of)
    elif isinstance(value, Mapping) and depth:
        yield from _mapped_records(value, number_of, depth)


def _listed_records(items: Sequence[object], number_of: NumberOf) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for place, item in enumerate(items, start=1):
        if isinstance(item, Mapping):
            fields = _fields(item)
            number = _number_in(fields, number_of)
            number = number_of(place) if number is None else number
            if number is not None:
                yield number, fields


def _mapped_records(
    value: Mapping[Any, Any], number_of: NumberOf, depth: int
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    by_number = [(number, inner) for key, inner in value.items() if (number := number_of(str(key))) is not None]
    if by_number and len(by_number) == len(value):
        for number, inner in by_number:
            yield number, _fields(inner) if isinstance(inner, Mapping) else {"text": inner, "status": inner}
        return
    fields = _fields(value)
    number_given = _number_in(fields, number_of)
    if number_given is not None:
        yield number_given, fields
        return
    for inner in value.values():
        if isinstance(inner, list | Mapping):
            yield from _records(inner, number_of, depth - 1)


def _number_in(fields: Mapping[str, Any], number_of: NumberOf) -> int | None:
    """The number of the thing that an object is about, under any of the usual names."""
    numbers = (number_of(fields.get(name)) for name in _NUMBER_NAMES)
    return next((number for number in numbers if number is not None), None)


def _fields(item: Mapping[Any, Any]) -> dict[str, Any]:
    return {plain(str(key)).replace("_", " "): inner for key, inner in item.items()}


def _text_in(fields: Mapping[str, Any]) -> str:
    named = next((fields[name] for name in _TEXT_NAMES if isinstance(fields.get(name), str)), None)
    if named is None:
        others = [text for name, text in fields.items() if isinstance(text, str) and name not in _NO_TEXTS]
        named = max(others, key=len, default="")
    return _bare(named)


def _suggestion(written: str) -> str:
    given = re.search(r"\b(?:suggestion|fix)\b(?:\s*\([^()\n]{0,40}\))?\W*([^\n]+)", written, re.IGNORECASE)
    return _bare(given[1]) if given else ""


def _bare(text: str) -> str:
    bare = text.strip(_AROUND)[:LONGEST_TEXT]
    return "" if plain(bare) in NOTHING else bare
