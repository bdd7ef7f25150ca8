"""Text between delimiters: quoted strings, bracketed labels, and the ``@{ ... }`` blocks."""

from __future__ import annotations

import re

from flowbench.graph.mermaid._source import Source
from flowbench.graph.mermaid._text import decode
from flowbench.graph.mermaid.shapes import SHAPES

_BARE = re.compile(r'[^\[\](){}|"]*')
_BLANK = re.compile(r"\s*")
_PROPERTIES = re.compile(r"\[\|[^|\[\]]*\|")
_DATA = re.compile(r'@\{(?:[^"}]|"[^"]*")*\}')

_CLOSERS: dict[str, list[tuple[str, str]]] = {}
for _shape in SHAPES:
    if _shape.brackets:
        _CLOSERS.setdefault(_shape.brackets[0], []).append((_shape.brackets[1], _shape.name))
_OPENERS = sorted(_CLOSERS, key=len, reverse=True)


def read_bracketed(source: Source, position: int) -> tuple[str, str, int] | None:
    """The shape, the text and the end of a bracketed label that starts at ``position``; None without a bracket.

    Raises:
        FormatError: the bracket is not closed, or closed by the wrong one.
    """
    if with_properties := _PROPERTIES.match(source.text, position):
        text, end = read_text(source, with_properties.end())
        return "rect", text, expect(source, end, "]", position)
    opener = next((o for o in _OPENERS if source.text.startswith(o, position)), None)
    if opener is None:
        return None
    return _read_between(source, position, opener)


def _read_between(source: Source, position: int, opener: str) -> tuple[str, str, int]:
    begin = position + len(opener)
    text, end = read_text(source, begin)
    for closer, shape in _CLOSERS[opener]:
        slant = 1 if closer[0] in "/\\-" else 0
        if source.text.startswith(closer, end):
            return shape, text, end + len(closer)
        if slant and end > begin and source.text.startswith(closer, end - 1):
            return shape, text.rstrip()[:-1].rstrip(), end - 1 + len(closer)
    wanted = " or ".join(closer for closer, _ in _CLOSERS[opener])
    if end == len(source.text):
        raise source.error(position, f"{opener!r} is never closed by {wanted}")
    raise source.error(
        end, f"{source.text[end]!r} inside {opener!r}: close it with {wanted}, or put the text in quotes"
    )


def read_text(source: Source, position: int) -> tuple[str, int]:
    """The decoded text at ``position``, quoted or bare, and where it ends."""
    begin = skip_blank(source, position)
    if source.text.startswith('"', begin):
        text, end = read_quoted(source, begin)
        return text, skip_blank(source, end)
    bare = _BARE.match(source.text, position)
    assert bare is not None  # the pattern matches the empty text
    return decode(bare[0]), bare.end()


def read_quoted(source: Source, position: int) -> tuple[str, int]:
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


def read_data(source: Source, position: int) -> tuple[str, int] | None:
    """The inside of an ``@{ ... }`` block at ``position`` and the position behind it; None when there is none.

    Raises:
        FormatError: the block is never closed.
    """
    if not source.text.startswith("@{", position):
        return None
    block = _DATA.match(source.text, position)
    if block is None:
        raise source.error(position, "@{ is never closed by }")
    return block[0][2:-1], block.end()


def skip_blank(source: Source, position: int) -> int:
    """The position behind any white space, line ends included."""
    blank = _BLANK.match(source.text, position)
    assert blank is not None  # the pattern matches the empty text
    return blank.end()


def expect(source: Source, position: int, token: str, opened: int) -> int:
    """The position behind ``token``.

    Raises:
        FormatError: something else stands at ``position``.
    """
    if not source.text.startswith(token, position):
        raise source.error(position if position < len(source.text) else opened, f"expected {token!r}")
    return position + len(token)
