"""Markdown: its own lines stay as they are; Mermaid in code blocks, and linked pictures, are its diagrams."""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Opened, Refused, Source, Text
from diagramloop.engines.documents.html_blocks import html_blocks
from diagramloop.engines.documents.linked import linked_block
from diagramloop.engines.documents.mermaid_text import mermaid_block
from diagramloop.engines.documents.plain_text import decoded
from diagramloop.errors import DiagramloopError, RejectionReason

MERMAID = "mermaid"
_CORNERS = frozenset("┌┐└┘╭╮╰╯╔╗╚╝")
_ARROWS = ("->", "<-", "=>", "→", "←", "↓", "↑", "▼", "▲", "►", "▶", "◀", "─>", "<─")
_LEAST_CORNERS, _LEAST_RULES = 4, 2  # of one box; a tree of folders and a table of rules have no arrows or no corners


def open_document(source: Source) -> Opened:
    """Open a Markdown file; raises FormatError where it is no text (UNREADABLE, TOO_LARGE)."""
    return Opened(_blocks(source, decoded(source.content)))


def _blocks(source: Source, text: str) -> Iterator[Block]:
    """Each block at the top level as it is written, then what it shows."""
    lines = text.splitlines(keepends=True)
    done = 0
    reader = MarkdownIt("commonmark").enable("table")
    setattr(reader, "validateLink", lambda _: True)  # noqa: B010 - what a link leads to is judged by us, aloud
    for tokens in _top_level(reader.parse(text)):
        end = tokens[0].map[1] if tokens[0].map else done
        yield Text("".join(lines[done:end]))
        done = max(done, end)
        for token in tokens:
            yield from _shown(source, token)
    yield Text("".join(lines[done:]))


def _top_level(tokens: list[Token]) -> Iterator[list[Token]]:
    row: list[Token] = []
    for token in tokens:
        row.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield row
            row = []


def _shown(source: Source, token: Token) -> Iterator[Block]:
    if token.type == "fence" and token.info.strip().lower().split(" ")[0] == MERMAID:
        yield mermaid_block(token.content, shown=True)
    elif token.type in ("fence", "code_block") and _is_drawn(token.content):
        error = DiagramloopError("a chart drawn with characters: not read", reason=RejectionReason.UNSUPPORTED)
        yield Refused(Place(), error, shown=True)
    elif token.type == "html_block":
        yield from _in_html(source, token.content)
    for child in token.children or ():
        if child.type == "image":
            yield linked_block(source, str(child.attrGet("src") or ""), child.content, shown=True)
        elif child.type == "html_inline":
            yield from _in_html(source, child.content)


def _in_html(source: Source, text: str) -> Iterator[Block]:
    """The blocks of HTML but for its words, which stand in the Markdown already."""
    return (block for block in html_blocks(source, text, shown=True) if not isinstance(block, Text))


def _is_drawn(text: str) -> bool:
    """True of boxes with arrows made of characters."""
    lines = [line.strip() for line in text.splitlines()]
    corners = sum(sign in _CORNERS for sign in text)
    rules = sum("+--" in line or "+==" in line for line in lines)
    boxed = corners >= _LEAST_CORNERS or rules >= _LEAST_RULES
    falling = any(set(line) <= {"v", "V", " "} for line in lines if line)
    return boxed and (falling or any(arrow in text for arrow in _ARROWS))
