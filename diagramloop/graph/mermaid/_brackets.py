"""Text between delimiters: quoted strings, bracketed labels, and the ``@{ ... }`` blocks."""

from __future__ import annotations

import re

from diagramloop.graph.mermaid._source import MermaidSource
from diagramloop.graph.mermaid._text import decode
from diagramloop.graph.mermaid.shapes import SHAPES

_BARE = re.compile(r'[^\[\](){}|"]*')
_SLANTED_BARE = re.compile(r"[^\[\](){}]*")
_BLANK = re.compile(r"\s*")
_PROPERTIES = re.compile(r"\[\|[^|\[\]]*\|")
_DATA = re.compile(r'((?:[^"}]|"[^"]*")*)\}')

_CLOSERS: dict[str, list[tuple[str, str]]] = {}
for _shape in SHAPES:
    if _shape.brackets:
        _CLOSERS.setdefault(_shape.brackets[0], []).append((_shape.brackets[1], _shape.name))
_OPENER = re.compile("|".join(re.escape(opener) for opener in sorted(_CLOSERS, key=len, reverse=True)))


def read_bracketed(source: MermaidSource, position: int) -> tuple[str, str, int] | None:
    """The shape, the text and the end of a bracketed label that starts at ``position``; None without a bracket.

    Raises:
        FormatError: the bracket is not closed, or closed by the wrong one.
    """
    opener = _OPENER.match(source.text, position)
    if opener is None:
        return None
    if with_properties := _PROPERTIES.match(source.text, position):
        text, end = read_text(source, with_properties.end())
        return "rect", text, expect(source, end, "]", position)
    return _read_between(source, position, opener[0])


def _read_between(source: MermaidSource, position: int, opener: str) -> tuple[str, str, int]:
    begin = position + len(opener)
    slanted = opener[-1] in "/\\-"
    raw, quoted, end = _read_raw(source, begin, _SLANTED_BARE if slanted else _BARE)
    for closer, shape in _CLOSERS[opener]:
        if not slanted and source.text.startswith(closer, end):
            return shape, join(quoted, raw), end + len(closer)
        if slanted and raw and source.text.startswith(closer, end - 1):
            return shape, join(quoted, raw[:-1]), end - 1 + len(closer)
    wanted = " or ".join(closer for closer, _ in _CLOSERS[opener])
    if end == len(source.text):
        raise source.error(position, f"{opener!r} is never closed by {wanted}")
    raise source.error(end, f"{source.text[end]!r} inside {opener!r}: close it with {wanted}, or quote the text")


def read_text(source: MermaidSource, position: int) -> tuple[str, int]:
    """The decoded text at ``position``, quoted or bare, and where it ends."""
    raw, quoted, end = _read_raw(source, position, _BARE)
    return join(quoted, raw), end


def _read_raw(source: MermaidSource, position: int, bare: re.Pattern[str]) -> tuple[str, str, int]:
    """Bare text, which may follow a quoted one as in ``["a" b]``; both, and where they end."""
    begin, quoted = skip_blank(source, position), ""
    if source.text.startswith('"', begin):
        quoted, position = read_quoted(source, begin)
    match = bare.match(source.text, position)
    assert match is not None  # the pattern matches the empty text
    return match[0], quoted, match.end()


def join(quoted: str, raw: str) -> str:
    """The text of a quoted part and the bare, still raw one behind it."""
    return quoted + (" " if quoted and raw.strip() and raw[0].isspace() else "") + decode(raw)


def read_quoted(source: MermaidSource, position: int) -> tuple[str, int]:
    """The decoded text of the quoted string at ``position`` and the position behind its closing quote.

    Raises:
        FormatError: the string is never closed.
    """
    markdown = source.text.startswith('"`', position)
    begin, closer = (position + 2, '`"') if markdown else (position + 1, '"')
    end = source.text.find(closer, begin)
    if end < 0:
        raise source.error(position, f"{source.text[position:begin]} is never closed by {closer}")
    return decode(source.text[begin:end], markdown=markdown), end + len(closer)


def read_data(source: MermaidSource, begin: int) -> tuple[str, int]:
    """The inside of an ``@{ ... }`` block, which starts at ``begin``, and the position behind the block.

    Raises:
        FormatError: the block is never closed.
    """
    block = _DATA.match(source.text, begin)
    if block is None:
        raise source.error(begin - len("@{"), "@{ is never closed by }")
    return block[1], block.end()


def skip_blank(source: MermaidSource, position: int) -> int:
    """The position behind any white space, line ends included."""
    blank = _BLANK.match(source.text, position)
    assert blank is not None  # the pattern matches the empty text
    return blank.end()


def expect(source: MermaidSource, position: int, token: str, opened: int) -> int:
    """The position behind ``token``.

    Raises:
        FormatError: something else stands at ``position``.
    """
    if not source.text.startswith(token, position):
        raise source.error(position if position < len(source.text) else opened, f"expected {token!r}")
    return position + len(token)
