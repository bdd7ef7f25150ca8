"""The parts of an answer that have a structure: JSON, tables of Markdown, elements of XML; and the rest of it.

All of it comes as JSON does, so that a want has one reader for what has names and one for words: a table is a list of
objects by its head, an element an object of its attributes and of what is in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

import yaml

from diagramloop.models.answers.prose import FENCE_MARK, without_latex
from diagramloop.models.answers.values import BlockLoader, JsonValue, json_in_answer

MAX_ELEMENTS = 2_000
MAX_DEPTH = 12  # of elements within elements

_ROW = re.compile(r"^[ \t]*\|(.+)\|[ \t]*$")
_RULE = re.compile(r"[\s:|-]+")
_TAG = re.compile(
    r"</[A-Za-z][\w-]{0,40}>|<[A-Za-z][\w-]{0,40}(?:\s+[\w-]{1,40}=(?:\"[^\"<>]{0,400}\"|'[^'<>]{0,400}'))*\s*/?>"
)
_ESCAPED = re.compile(r"[{\[,]\s{0,9}\\\"")
_YAML = re.compile(
    r"^[^\S\n]*[\w\"' -]{1,40}:[^\S\n]*(?:\n[^\S\n]*-[^\S\n]|\n[^\S\n]{1,9}\w{1,40}:[^\S\n]|\[)", re.MULTILINE
)
_DEEP = re.compile(r"^[^\S\n]*(?:-[^\S\n]+){5}|^[^\S\n]{60}", re.MULTILINE)
MOST_AROUND = 2  # quotation marks around JSON that was escaped as a whole
LONGEST_YAML = 5_000  # characters
_ANY_TAG = re.compile(r"<[^<>\n]{1,200}>|\[/?[A-Z][A-Z_]{1,30}\]")
_BRACKET_TAG = re.compile(r"\[(/?[A-Z][A-Z_]{1,30})\]")
_TOKENS = re.compile(
    r"<\|[^|<>\n]{1,30}\|>(?:(?:assistant|model|user|system)\b)?|</?s>|<(?:start|end)_of_turn>(?:model\b)?|<\?xml[^<>]{0,80}\?>|</[\w-]{0,20}$"
)  # of chat templates, which some servers leave in
_PROSE_TAGS = frozenset(("b", "i", "em", "strong", "code", "p", "br", "span", "u", "think", "thinking", "pre"))


@dataclass(frozen=True)
class Structured:
    """An answer taken apart.

    Attributes:
        values: of JSON, tables and elements, in order.
        rest: what stands outside of them, in which there is an empty line for each.
    """

    values: tuple[JsonValue, ...]
    rest: str

    @property
    def repairs(self) -> tuple[str, ...]:
        """The things that were mended to read the values, and whether these stand in a fence or among prose."""
        mended = dict.fromkeys(value.repair for value in self.values if value.repair)
        beside = self.rest.replace("json", "").strip()
        around = ("prose",) if beside.strip("`~ \n") else ("fence",) if beside else ()
        return (*around, *mended)

    @property
    def joined(self) -> Any:
        """The only value; of several the list of all, as of JSON in lines or of elements of one name."""
        values = [value.value for value in self.values]
        if len(values) == 1:
            return values[0]
        names = {tuple(value) if isinstance(value, dict) and len(value) == 1 else () for value in values}
        name = names.pop()
        if names or not name:
            return values
        return {name[0]: [value[name[0]] for value in values]}


@lru_cache(64)
def structured(answer: str) -> Structured:
    """Take an answer apart; in time that grows with its length."""
    answer = _TOKENS.sub(lambda match: " " * len(match[0]), without_latex(answer))
    if _ESCAPED.search(answer) and answer.count('"') - answer.count('\\"') <= MOST_AROUND:
        answer = answer.replace('\\"', '"')
    elements = list(_elements(answer))
    for element in elements:
        if element.value is None:  # a wrapping, in which the answer stands
            answer = _unwrapped(answer, element)
    values = [element for element in elements if element.value is not None]
    values += _tables(answer)
    free = _without(answer, values)
    values = sorted([*values, *_free_values(free, alone=not values)], key=lambda value: value.start)
    return Structured(tuple(values), _without(free, values))


def _free_values(free: str, *, alone: bool) -> list[JsonValue]:
    """The JSON in what neither elements nor tables hold; a document of YAML where there is none and it is ``alone``."""
    document = list(_yaml(free)) if alone else []
    several = bool(document) and len(document[0].value) > 1
    if several and "{" not in free:
        return document
    return [value for value in json_in_answer(free) if not _is_box(free, value)] or document


def _yaml(text: str) -> Iterator[JsonValue]:
    """The block of YAML that a text is, with a list in it; what is flat reads as lines with labels."""
    written = FENCE_MARK.sub("", text)
    if len(written) > LONGEST_YAML or _YAML.search(written) is None or _DEEP.search(written):
        return
    try:
        value = yaml.load(written, Loader=BlockLoader)  # noqa: S506 - a safe loader
    except (yaml.YAMLError, ValueError, RecursionError):
        return
    if isinstance(value, dict):
        yield JsonValue(value, 0, len(text), "YAML")


def _unwrapped(answer: str, element: JsonValue) -> str:
    """The answer with spaces for the tags of an element."""
    inner = answer[element.start : element.end]
    return answer[: element.start] + _ANY_TAG.sub(lambda tag: " " * len(tag[0]), inner) + answer[element.end :]


def _is_box(text: str, value: JsonValue) -> bool:
    """True for a box to be ticked, or a number in brackets at the beginning of a line, which is no list."""
    begin = text.rfind("\n", 0, value.start) + 1
    numbered = isinstance(value.value, list) and len(value.value) == 1 and isinstance(value.value[0], int)
    if numbered and not text[begin : value.start].strip() and text[value.end :].split("\n")[0].strip(" ."):
        return True
    return value.value in ([], ["x"], ["X"]) and text[begin : value.start].strip() in ("-", "*", "+")


def _without(text: str, values: list[JsonValue]) -> str:
    """The text with spaces in the place of values: what stands where stays there."""
    parts: list[str] = []
    place = 0
    for value in sorted(values, key=lambda value: value.start):
        if value.start >= place:
            parts += [text[place : value.start], " " * (value.end - value.start)]
            place = value.end
    return "".join((*parts, text[place:]))


def _tables(text: str) -> Iterator[JsonValue]:
    """The tables of Markdown: a head, a rule, and rows."""
    rows: list[list[str]] = []
    place = begin = 0
    for line in (*text.splitlines(keepends=True), ""):
        row = _ROW.match(line.rstrip("\n"))
        if row:
            begin = place if not rows else begin
            rows.append([cell.strip().strip("*_`") for cell in row[1].split("|")])
        elif rows:
            yield from _table(rows, begin, place)
            rows = []
        place += len(line)


def _table(rows: list[list[str]], start: int, end: int) -> Iterator[JsonValue]:
    if len(rows) == 1 and len(rows[0]) == 2:
        yield JsonValue({rows[0][0]: rows[0][1]}, start, end, "table")
    if len(rows) > 2 and all(_RULE.fullmatch(cell or "-") for cell in rows[1]):
        head = rows[0]
        yield JsonValue([dict(zip(head, row, strict=False)) for row in rows[2:]], start, end, "table")


_COMPOSED = re.compile(r"[\r\n:={}\[\]]")  # in words that are an answer of their own


@dataclass
class _Element:
    name: str
    start: int
    attributes: dict[str, str] = field(default_factory=dict)
    inner: list[_Element] = field(default_factory=list)
    words: str = ""
    end: int = 0

    def value(self) -> Any:
        """The words of an element that has nothing else; else an object, in which what comes twice is a list."""
        if not self.inner and not self.attributes:
            return self.words.strip() or []
        fields: dict[str, Any] = dict(self.attributes)
        for child in self.inner:
            known = fields.get(child.name)
            if child.name not in fields:
                fields[child.name] = child.value()
            elif isinstance(known, list):
                known.append(child.value())
            else:
                fields[child.name] = [known, child.value()]
        if self.words.strip():
            fields.setdefault("text", self.words.strip())
        return fields


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.whole: list[_Element] = []
        self.around: list[_Element] = []
        self.count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count += 1
        if self.count <= MAX_ELEMENTS and len(self.around) < MAX_DEPTH and tag not in _PROSE_TAGS:
            self.around.append(_Element(tag, self.getpos()[1], {name: value or "" for name, value in attrs}))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if self.around:
            self.around[-1].words += data

    def handle_endtag(self, tag: str) -> None:
        if self.around and self.around[-1].name == tag:
            element = self.around.pop()
            element.end = self.getpos()[1]
            (self.around[-1].inner if self.around else self.whole).append(element)


def _elements(text: str) -> Iterator[JsonValue]:
    """The outermost elements that are closed, as objects of one field; marks of emphasis are none."""
    tagged = _BRACKET_TAG.sub(lambda match: f"<{match[1]}>", text)
    if _TAG.search(tagged) is None or "<svg" in tagged or "definitions" in tagged:
        return
    reader = _Reader()
    reader.feed(tagged.replace("\n", "\r"))  # in one line, so that places are columns
    reader.close()
    for open_element in reader.around[:1]:  # cut off before its end
        behind = tagged[tagged.find(">", open_element.start) + 1 :].strip()
        if behind and behind[0] != ":":
            yield JsonValue(None, open_element.start, len(text), "cut")
    for element in reader.whole:
        end = tagged.find(">", element.end) + 1 or len(text)
        value = {element.name: _lines(element.value())}
        wraps = not element.inner and not element.attributes and _COMPOSED.search(element.words.strip())
        yield JsonValue(None if wraps else value, element.start, max(end, element.start), "XML")


def _lines(value: Any) -> Any:
    """The value with line ends as they were."""
    if isinstance(value, str):
        return value.replace("\r", "\n")
    if isinstance(value, list):
        return [_lines(inner) for inner in value]
    return {name: _lines(inner) for name, inner in value.items()}
