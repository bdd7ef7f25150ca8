"""JSON as models write it: in a fence, among prose, with other quotes, commas too many, words for keys, or cut off.

Strict JSON is read by :mod:`json`. What is none is read as a flow of YAML, of which JSON is a part and which takes
other quotes, bare words and a comma before a closing bracket; and what was cut off is read up to where it is whole by
pydantic's reader of partial JSON.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import pydantic_core
import yaml

MAX_DEPTH = 20  # brackets within brackets: libyaml's own recursion ends a process far beyond
MAX_REGIONS = 200  # pairs of brackets that are tried as JSON

_PAIRS = {"{": "}", "[": "]"}
_TOKEN = re.compile(r"""\\.|["'{}\[\]]""", re.DOTALL)
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "\t": " ", "\u00a0": " "})
_BEFORE_STRING, _BEHIND_STRING = "[{,:(", ",:}])"
_NO_COMMA = re.compile(r"([\"'\]}])\s+(?=[\"'\[{])")
_COMMENT = re.compile(r"(?m)(?<=[,\[{\s])//[^\n\"]*$")


@dataclass
class Region:
    """A pair of brackets in a text, and those directly within it.

    Attributes:
        end: behind the closing bracket, or the text's end where it is not closed.
        depth: of brackets within it, itself among them.
    """

    start: int
    end: int = 0
    closed: bool = False
    depth: int = 1
    inner: list[Region] = field(default_factory=list)


@dataclass(frozen=True)
class JsonValue:
    """An object or a list in an answer.

    Attributes:
        repair: what had to be mended to read it; empty for strict JSON.
    """

    value: Any
    start: int
    end: int
    repair: str = ""


def json_in_answer(answer: str) -> list[JsonValue]:
    """The outermost objects and lists in an answer, in order, however they are written.

    Of a region that cannot be read as a whole, those within it are taken.
    """
    values: list[JsonValue] = []
    waiting = regions(answer)[::-1]
    tried = 0
    while waiting and tried < MAX_REGIONS:
        region = waiting.pop()
        tried += 1
        value = _value(answer, region)
        if value is None:
            waiting += region.inner[::-1]
        else:
            values.append(value)
    return values


def regions(text: str) -> list[Region]:
    """The outermost pairs of brackets; those in a string within another do not count."""
    outermost: list[Region] = []
    around: list[Region] = []
    quote = ""
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if quote:
            quote = "" if mark == quote and _ends_string(text, token) else quote
        elif mark in _PAIRS:
            around.append(Region(token.start(), len(text)))
        elif around and mark == _PAIRS[text[around[-1].start]]:
            _close(around, outermost, token.end())
        elif around and _begins_string(text, token):
            quote = mark
    while around:
        _leave(around, outermost)
    return sorted(outermost, key=lambda region: region.start)


def _begins_string(text: str, token: re.Match[str]) -> bool:
    """True for a quotation mark; for an apostrophe only where a value may begin."""
    return token[0] == '"' or (token[0] == "'" and _previous(text, token.start()) in _BEFORE_STRING)


def _ends_string(text: str, token: re.Match[str]) -> bool:
    return token[0] == '"' or _next(text, token.end()) in _BEHIND_STRING


def _close(around: list[Region], outermost: list[Region], end: int) -> None:
    around[-1].end, around[-1].closed = end, True
    _leave(around, outermost)


def _leave(around: list[Region], outermost: list[Region]) -> None:
    region = around.pop()
    if around:
        around[-1].inner.append(region)
        around[-1].depth = max(around[-1].depth, region.depth + 1)
    else:
        outermost.append(region)


def _next(text: str, start: int) -> str:
    """The next character that is no space; a comma where the text ends."""
    rest = text[start : start + 40].lstrip()
    return rest[:1] or ","


def _previous(text: str, end: int) -> str:
    before = text[max(0, end - 40) : end].rstrip()
    return before[-1:] or ","


def _value(text: str, region: Region) -> JsonValue | None:
    written = text[region.start : region.end]
    if region.depth > MAX_DEPTH:
        return None
    if not region.closed:
        return _cut(written, region)
    for strict in (written, written[1:-1] if written.startswith("{{") else ""):
        try:
            value = json.loads(strict, object_pairs_hook=_once)
            return JsonValue(value, region.start, region.end, "" if strict is written else "JSON")
        except (ValueError, RecursionError):
            continue
    value = _mended(written)
    return JsonValue(value, region.start, region.end, "JSON") if isinstance(value, dict | list) else None


def _mended(written: str) -> Any:
    """The value of JSON in YAML's way or in Python's; None where it is neither."""
    plain = _NO_COMMA.sub(r"\1, ", _COMMENT.sub("", written.translate(_QUOTES)))
    try:
        return yaml.load(plain, Loader=_Flow)  # noqa: S506 - a safe loader
    except (yaml.YAMLError, ValueError):
        pass
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes that Python does not know
            return ast.literal_eval(plain)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _cut(written: str, region: Region) -> JsonValue | None:
    """The whole part of JSON that ends in the middle."""
    try:
        value = pydantic_core.from_json(written, allow_partial=True)
    except ValueError:
        return None
    return JsonValue(value, region.start, region.end, "cut") if value else None


def _once(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """An object; what it gives twice becomes a list of all, of which none is preferred."""
    times = Counter(key for key, _ in pairs)
    twice: dict[Any, list[Any]] = {key: [] for key, count in times.items() if count > 1}
    for key, value in pairs:
        if key in twice:
            twice[key].append(value)
    return {**dict(pairs), **twice}


class BlockLoader(yaml.SafeLoader):
    """YAML whose bare words are texts, but for JSON's and Python's own; not libyaml's, which great depth ends."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 - as the base has it


class _Flow(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """The same for flows of bounded depth, by libyaml."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[Hashable, Any]:
    """An object whose keys are texts, of which none is lost."""
    pairs = [(str(loader.construct_object(k, True)), loader.construct_object(v, True)) for k, v in node.value]
    return _once(pairs)


for _loader in (BlockLoader, _Flow):
    _loader.add_constructor("tag:yaml.org,2002:map", _mapping)
    for _tag, _form in (
        ("bool", r"true|True|false|False"),
        ("null", r"null|None|~?"),
        ("int", r"-?(?:0|[1-9][0-9]{0,17})"),
        ("float", r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,20})?(?:[eE][-+]?[0-9]{1,3})?"),
    ):
        _loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_form})$"), None)
