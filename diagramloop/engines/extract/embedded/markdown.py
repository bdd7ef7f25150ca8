"""Markdown and HTML as plain text of the same length, so that every character keeps its place."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^ *(```+|~~~+)[^\n]*$", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}#{1,6} [^\n]*$", re.MULTILINE)
_FRONT_MATTER = re.compile(r"\A---\n(?:(?!---\n)[^\n]*\n)*+---\n")
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300}+)\]\([^()\s]{1,2000}+\)")
_ADDRESS = re.compile(r"<?\bhttps?://[^\s<>()]++>?")
_TAG = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]{0,10}+)(?: [^<>\n]{0,500}+)?/?>")
_EMPHASIS = re.compile(r"\*{2,3}|__|`|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])")
_ITEM = "li"
_BREAKS = frozenset({"br", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "section", "table", "tr", "ul"})
_PHRASES = frozenset(
    {"a", "b", "code", "em", "i", "img", "kbd", "pre", "small", "span", "strong", "sub", "sup", "td", "u"}
)


def without_markup(text: str) -> str:
    """``text`` with blanks instead of markup: front matter, headings, code between fences, addresses, tags, emphasis.

    Texts of links and code inside a line stay. Items of HTML lists begin a line with a hyphen.
    """
    plain = _FRONT_MATTER.sub(_blank, text)
    plain = _without_fences(plain)
    for pattern, kept in ((_HEADING, _blank), (_LINK, _link), (_ADDRESS, _blank), (_TAG, _tag), (_EMPHASIS, _blank)):
        plain = pattern.sub(kept, plain)
    return plain


def _blank(match: re.Match[str]) -> str:
    return "".join(sign if sign == "\n" else " " for sign in match.group())


def _link(match: re.Match[str]) -> str:
    text = match.group(1)
    before = match.start(1) - match.start()
    return " " * before + text + " " * (len(match.group()) - before - len(text))


def _tag(match: re.Match[str]) -> str:
    name = match.group(1).lower()
    width = len(match.group())
    if name == _ITEM:
        return " " * width if match.group().startswith("</") else "\n-".ljust(width)
    if name in _BREAKS:
        return "\n\n".ljust(width)
    return " " * width if name in _PHRASES else match.group()  # others are names of keys: "press <Enter>"


def _without_fences(text: str) -> str:
    """Code between fences as blanks; a fence that is not closed opens none."""
    parts: list[str] = []
    position = 0
    opening: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opening is None:
            opening = fence
        elif fence.group(1).startswith(opening.group(1)):
            parts.append(text[position : opening.start()])
            parts.append("".join(sign if sign == "\n" else " " for sign in text[opening.start() : fence.end()]))
            position = fence.end()
            opening = None
    return "".join([*parts, text[position:]])
