"""Mermaid's links: the arrow tokens, read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from diagramloop.graph._elements import Edge, Head, Line

MAX_LENGTH = 10
"""Mermaid draws no link longer than this many ranks."""


@dataclass(frozen=True)
class LinkLook:
    """The meaning of an arrow token: its ``tail`` and ``head`` marks, its ``line`` and its ``length`` in ranks."""

    tail: Head
    head: Head
    line: Line
    length: int


_ARROWS = {
    "solid": r"[xo<]?--+[-xo>]",
    "thick": r"[xo<]?==+[=xo>]",
    "dotted": r"[xo<]?-?(?<!\.)\.++-[xo>]?",
    "invisible": r"~~~+",
}
_OPENINGS = {"solid": r"[xo<]?--", "thick": r"[xo<]?==", "dotted": r"[xo<]?-\."}
_CLOSINGS = {f"{line}_opening": re.compile(_ARROWS[line]) for line in _OPENINGS}
_TOKENS = {**_ARROWS, **{f"{line}_opening": opening for line, opening in _OPENINGS.items()}}
_LINK = re.compile("|".join(f"(?P<{name}>{token})" for name, token in _TOKENS.items()))
_HEADS: dict[str, Head] = {">": "arrow", "x": "cross", "o": "circle"}
_TAILS: dict[str, Head] = {"<": "arrow", "x": "cross", "o": "circle"}
_HEAD_MARKS = {head: mark for mark, head in _HEADS.items()}
_TAIL_MARKS = {tail: mark for mark, tail in _TAILS.items()}


class MermaidLink(NamedTuple):
    """A link token found at a position: a whole arrow, or the opening of one with a text in it.

    Attributes:
        token: as it is written.
        end: position behind the token.
        closing: pattern of the arrow that must close an opening; None for a whole arrow.
    """

    token: str
    end: int
    closing: re.Pattern[str] | None


def match_link(text: str, position: int) -> MermaidLink | None:
    """The link token that starts exactly at ``position``, or None."""
    matched = _LINK.match(text, position)
    return MermaidLink(matched[0], matched.end(), _CLOSINGS.get(str(matched.lastgroup))) if matched else None


@lru_cache  # a chart has few kinds of arrows and many of each
def arrow_of(token: str, opening: str = "") -> LinkLook:
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
    return LinkLook(tail if tail == head else "none", head, line, min(max(length, 1), MAX_LENGTH))


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
