"""A flowchart whose nodes stand in a list of their own, by a letter or number, and whose edges name these keys."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ARROW = r"[-–—=]{1,9}>{1,3}|→"
_KEY = r"[A-Za-z]{0,3}\d{0,3}"
_NAMED = re.compile(rf"^[^\w\n]{{0,4}}({_KEY})[:.)]\**[^\S\n]{{1,3}}([^\n]*\S)[^\S\n]*$", re.MULTILINE)
_EDGE = re.compile(
    rf"^([^\w\n]{{0,4}})({_KEY})([^\S\n]?(?:{_ARROW})[^\S\n]?)({_KEY})(?![^\s:([])([^\n]*)$", re.MULTILINE
)
_HAS_ARROW = re.compile(_ARROW)


def with_texts(written: str) -> str:
    """The edges with texts in the place of keys; unchanged where a line with an arrow has another end than a key."""
    texts = {key: text for key, text in _NAMED.findall(written) if key and not _HAS_ARROW.search(text)}
    edges = _EDGE.findall(written)
    keys = {key for _, source, _, target, _ in edges for key in (source, target)}
    lines = sum(_HAS_ARROW.search(line) is not None for line in written.splitlines())
    if not edges or len(edges) < lines or not keys <= texts.keys():
        return written
    return "\n".join(_edge(edge, texts) for edge in edges)


def _edge(edge: tuple[str, ...], texts: Mapping[str, str]) -> str:
    before, source, arrow, target, behind = edge
    return f"{before}{texts[source]}{arrow}{texts[target]}{behind}"
