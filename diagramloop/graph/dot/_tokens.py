"""DOT's tokens (https://graphviz.org/doc/info/lang.html)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from diagramloop.errors import FormatError
from diagramloop.graph._limits import place

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/|(?m:^\#[^\n]*))
    |(?P<edge>->|--)
    |(?P<mark>[{}\[\];,=:+])
    |(?P<numeral>-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?))
    |(?P<name>[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*)
    |"(?P<quoted>(?:[^"\\]|\\.)*)"
    |(?P<html><)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ANGLE = re.compile("[<>]")
KEYWORDS = {"strict", "graph", "digraph", "subgraph", "node", "edge"}


@dataclass(frozen=True)
class DotToken:
    """One token.

    Attributes:
        kind: ``keyword`` (text in lower case), ``mark`` (brackets, edge operators, the end as ""),
            ``id``, or ``html`` (an id between angle brackets, its text without them).
        text: what it says, quotes and their escapes removed.
        start: position in the document.
    """

    kind: str
    text: str
    start: int


def tokens(document: str) -> Iterator[DotToken]:
    """The tokens of ``document``; the last one is the mark "".

    Raises:
        FormatError: a character no token starts with; a string, comment or bracket never closed.
    """
    position = 0
    while position < len(document):
        match = _TOKEN.match(document, position)
        if match is None:
            raise syntax_error(document, position, _unmatched(document, position))
        start, position = position, match.end()
        if match["html"]:
            position = _end_of_html(document, start)
            yield DotToken("html", document[start + 1 : position - 1], start)
        elif match.lastgroup != "skip":
            yield _token(match, start)
    yield DotToken("mark", "", len(document))


def syntax_error(document: str, position: int, message: str) -> FormatError:
    """A FormatError that points at ``position``."""
    line, column = place(document, position)
    return FormatError(message, line=line, column=column)


def _token(match: re.Match[str], start: int) -> DotToken:
    if match.lastgroup in {"edge", "mark"}:
        return DotToken("mark", match[0], start)
    if match.lastgroup == "quoted":
        return DotToken("id", _ESCAPE.sub(_unescape, match["quoted"]), start)
    if match[0].lower() in KEYWORDS:
        return DotToken("keyword", match[0].lower(), start)
    return DotToken("id", match[0], start)


def _unescape(escape: re.Match[str]) -> str:
    """Within quotes DOT resolves only the quote and the continued line; the rest is the label's business."""
    return {'"': '"', "\n": ""}.get(escape[1], escape[0])


def _unmatched(document: str, position: int) -> str:
    if document[position] == '"':
        return 'this string is never closed by "'
    if document.startswith("/*", position):
        return "this comment is never closed by */"
    return f"unexpected {document[position]!r}"


def _end_of_html(document: str, start: int) -> int:
    depth = 0
    for angle in _ANGLE.finditer(document, start):
        depth += 1 if angle[0] == "<" else -1
        if depth == 0:
            return angle.end()
    raise syntax_error(document, start, "this HTML string is never closed by >")
