"""Mermaid's links: the arrow tokens, read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from diagramloop.graph._elements import Edge, Head, Line

MAX_LENGTH = 10
"""Mermaid draws no link longer than this many ranks."""


@dataclass(frozen=True)
class Arrow:
    """The meaning of an arrow token: its ``tail`` and ``head`` marks, its ``line`` and its ``length`` in ranks."""

    tail: Head
    head: Head
    line: Line
    length: int


@dataclass(frozen=True)
class _Stroke:
    """The spelling of one kind of line: a whole ``arrow``, or ``opening`` text ``arrow``."""

    line: Line
    arrow: re.Pattern[str]
    opening: re.Pattern[str] | None


_STROKES = (
    _Stroke("solid", re.compile(r"[xo<]?--+[-xo>]"), re.compile(r"[xo<]?--")),
    _Stroke("thick", re.compile(r"[xo<]?==+[=xo>]"), re.compile(r"[xo<]?==")),
    _Stroke("dotted", re.compile(r"[xo<]?-?\.+-[xo>]?"), re.compile(r"[xo<]?-\.")),
    _Stroke("invisible", re.compile(r"~~~+"), None),
)
_HEADS: dict[str, Head] = {">": "arrow", "x": "cross", "o": "circle"}
_TAILS: dict[str, Head] = {"<": "arrow", "x": "cross", "o": "circle"}
_HEAD_MARKS = {head: mark for mark, head in _HEADS.items()}
_TAIL_MARKS = {tail: mark for mark, tail in _TAILS.items()}


@dataclass(frozen=True)
class Link:
    """A link token found at a position: a whole arrow (``arrow`` set) or the opening of a labelled one.

    Attributes:
        end: position behind the token.
        arrow: the arrow, or None for an opening.
        opening: the opening's text, or empty.
        closing: pattern of the arrow that must close the opening.
    """

    end: int
    arrow: Arrow | None
    opening: str
    closing: re.Pattern[str]


def match_link(text: str, position: int) -> Link | None:
    """The link token that starts exactly at ``position``, or None."""
    for stroke in _STROKES:
        if whole := stroke.arrow.match(text, position):
            return Link(whole.end(), arrow_of(whole[0]), "", stroke.arrow)
        if stroke.opening and (begin := stroke.opening.match(text, position)):
            return Link(begin.end(), None, begin[0], stroke.arrow)
    return None


@lru_cache  # a chart has few kinds of arrows and many of each
def arrow_of(token: str, opening: str = "") -> Arrow:
    """The arrow spelled by ``token``, or by ``opening`` and ``token`` around a label.

    A tail mark counts only when the head carries the same, as in Mermaid: ``x-->`` is an arrow with a
    shaft one longer.
    """
    head = _HEADS.get(token[-1], "none")
    tail = _TAILS.get(token[0], "none")
    shaft = token[:-1]
    if tail != "none" and tail == head:
        shaft = shaft[1:]
    if opening:
        tail = _TAILS.get(opening[0], "none")
    line = _line_of(token)
    length = token.count(".") if line == "dotted" else len(shaft) - 1
    return Arrow(tail if tail == head else "none", head, line, min(max(length, 1), MAX_LENGTH))


def _line_of(token: str) -> Line:
    if "." in token:
        return "dotted"
    if "=" in token:
        return "thick"
    return "invisible" if "~" in token else "solid"


def arrow_token(edge: Edge) -> str:
    """The token for an edge that carries a head, both marks alike, or none.

    Mermaid cannot spell a tail unlike the head; such an edge gets the head's mark at both ends, so that it
    keeps going both ways.
    """
    length = min(edge.length, MAX_LENGTH)
    if edge.line == "invisible":
        return "~" * (length + 2)
    head = _HEAD_MARKS.get(edge.head, "")
    tail = _TAIL_MARKS.get(edge.head, "") if edge.tail != "none" else ""
    if edge.line == "dotted":
        return f"{tail}-{'.' * length}-{head}"
    dash = "=" if edge.line == "thick" else "-"
    return f"{tail}{dash * (length + 1)}{head or dash}"
