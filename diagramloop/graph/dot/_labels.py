"""DOT labels: escape strings, HTML and records to plain text, and back."""

from __future__ import annotations

import re

from diagramloop.base.text.encoded import unescaped
from diagramloop.base.text.markup import without_comments
from diagramloop.graph.dot._parse import HTML

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);")
_TAG_BREAK = re.compile(r"<[bh]r[^<>]*+>|</tr\s*+>", re.IGNORECASE)
_TAG_GAP = re.compile(r"</td\s*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*+>")
_RECORD = re.compile(r"(?<!\\)<[^<>|{}]*>|(?<!\\)(?P<bar>[|])|(?<!\\)[{}]")
_LINE_ENDS = {"n": "\n", "l": "\n", "r": "\n"}


def read_label(raw: str, names: dict[str, str], *, record: bool = False) -> str:
    """The words Graphviz draws for an attribute value.

    ``names`` maps the letters of object escapes (``N`` the node, ``G`` the graph, ``E`` the edge, ``T``
    and ``H`` its ends) to what they stand for. A record's fields become lines.
    """
    if raw.startswith(HTML):
        return _read_html(raw.removeprefix(HTML))
    if record:
        raw = _RECORD.sub(lambda mark: r"\n" if mark["bar"] else "", raw)
    raw = _ENTITY.sub(lambda entity: unescaped(entity[0]), raw)

    def resolve(escape: re.Match[str]) -> str:
        return _LINE_ENDS.get(escape[1]) or names.get(escape[1], escape[1])

    text = _ESCAPE.sub(resolve, raw)
    return text.removesuffix("\n") if raw.endswith((r"\l", r"\r")) else text


def _read_html(markup: str) -> str:
    lines = _TAG_GAP.sub(" ", _TAG_BREAK.sub("\0", markup))
    words = (" ".join(unescaped(_TAG.sub("", without_comments(line))).split()) for line in lines.split("\0"))
    return "\n".join(words).strip("\n")


def write_label(text: str) -> str:
    """A quoted escape string that :func:`read_label` turns back into ``text``."""
    text = _ENTITY.sub(lambda entity: "&amp;" + entity[0][1:], text)
    return quote(text).replace("\n", "\\n")


def quote(text: str) -> str:
    """``text`` between quotes, both quotes and backslashes escaped; NUL, which DOT cannot hold, becomes U+FFFD."""
    return '"' + text.replace("\0", "\ufffd").replace("\\", "\\\\").replace('"', '\\"') + '"'
