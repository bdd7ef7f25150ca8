"""D2's grammar: a document to statements, each about a path of names or a chain of connections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._limits import MAX_DEPTH, check_count, check_document
from diagramloop.graph.d2._words import D2Word, Words

Path = tuple[D2Word, ...]
_ARROW = re.compile(r"<?(?:-|\\\n)+>?")
_INDEX = re.compile(r"\[(\d{1,6}|\*)\]")


@dataclass(frozen=True)
class Value:
    """Behind a colon, or in braces: a text, a list, statements, or several of them.

    Attributes:
        text: None where there is none.
        listed: of ``[a; b]``.
        body: of ``{ ... }``; None where there are no braces.
    """

    text: D2Word | None = None
    listed: tuple[D2Word, ...] = ()
    body: tuple[Statement, ...] | None = None


@dataclass(frozen=True)
class Statement:
    """One statement.

    Attributes:
        paths: what it is about: one path, or those that a chain of connections goes through.
        arrows: between them, as written.
        index: of ``(a -> b)[index]``, an earlier connection; ``*`` for all of these ends, None for new ones.
        within: the path behind that, such as ``style.stroke``.
        mark: ``...`` where the statements of a variable stand in its place; ``&`` and ``!&`` of a filter of globs.
    """

    paths: tuple[Path, ...]
    arrows: tuple[str, ...] = ()
    index: str | None = None
    within: Path = ()
    value: Value = field(default_factory=Value)
    mark: str = ""


def parse_d2(document: str) -> tuple[Statement, ...]:
    """The statements of a document.

    Raises:
        FormatError: with line and column: SYNTAX; EMPTY, TOO_LARGE, UNREADABLE (see ``_limits``); UNSUPPORTED for one
            that imports another file, none of which is ever opened.
    """
    check_document(document)
    words = Words(document.removeprefix("\ufeff").replace("\r\n", "\n"))
    statements = tuple(_Parser(words).statements(depth=0))
    if words.next:
        raise words.error("expected a statement, found '}'")
    return statements


class _Parser:
    def __init__(self, words: Words) -> None:
        self._words = words

    def statements(self, depth: int) -> Iterator[Statement]:
        check_count("nested braces", depth, MAX_DEPTH)
        self._words.between()
        while self._words.next not in ("", "}"):
            yield self._statement(depth)
            self._words.gap()
            if self._words.next not in ("", "\n", ";", "}", "#"):
                raise self._words.error(f"expected the end of the statement, found {self._words.next!r}")
            self._words.between()

    def _statement(self, depth: int) -> Statement:
        if self._words.accept("..."):
            return self._spread()
        mark = next((mark for mark in ("&", "!&") if self._words.accept(mark)), "")
        first = self._path(bracketed=False)
        if self._words.accept("("):
            return self._earlier(first, depth)
        paths, arrows = self._chain(first, bracketed=False)
        return Statement(paths, arrows, value=self._value(depth), mark=mark)

    def _spread(self) -> Statement:
        """``...${name}``; ``...@file`` is another document."""
        if self._words.next == "@":
            raise self._imported()
        return Statement(((self._words.value(),),), mark="...")

    def _imported(self) -> FormatError:
        error = self._words.error("it imports another file, and only one is read")
        error.reason = RejectionReason.UNSUPPORTED
        return error

    def _earlier(self, scope: Path, depth: int) -> Statement:
        """``(a -> b)[0]``, of connections in ``scope``."""
        paths, arrows = self._chain(self._path(bracketed=True), bracketed=True)
        if not self._words.accept(")"):
            raise self._words.error("expected ')'")
        index = self._words.match(_INDEX)
        within = self._path(bracketed=False) if self._words.accept(".") else ()
        paths = tuple((*scope, *path) for path in paths)
        return Statement(paths, arrows, index[1] if index else None, within, self._value(depth))

    def _chain(self, first: Path, bracketed: bool) -> tuple[tuple[Path, ...], tuple[str, ...]]:
        paths, arrows = [first], []
        while arrow := self._words.match(_ARROW):
            arrows.append(arrow[0])
            self._words.gap()
            paths.append(self._path(bracketed))
        return tuple(paths), tuple(arrows)

    def _path(self, bracketed: bool) -> Path:
        """Names with dots between them; none, or up to a last dot, before ``(``."""
        names: list[D2Word] = []
        while self._words.next != "(":
            names.append(self._words.key(bracketed))
            if not self._words.accept("."):
                break
        self._words.gap()
        return tuple(names)

    def _value(self, depth: int) -> Value:
        text: D2Word | None = None
        listed: tuple[D2Word, ...] = ()
        if self._words.accept(":"):
            self._words.gap()
            if self._words.next == "@":
                raise self._imported()
            if self._words.next == "[":
                listed = self._list(depth)
            elif self._words.next != "{":
                text = self._words.value()
        self._words.gap()
        return Value(text, listed, self._body(depth))

    def _body(self, depth: int) -> tuple[Statement, ...] | None:
        if not self._words.accept("{"):
            return None
        body = tuple(self.statements(depth + 1))
        if not self._words.accept("}"):
            raise self._words.error("expected '}'")
        return body

    def _list(self, depth: int) -> tuple[D2Word, ...]:
        """Texts of a list; those of lists within it, too."""
        check_count("nested lists", depth, MAX_DEPTH)
        self._words.accept("[")
        words: list[D2Word] = []
        self._words.between()
        while not self._words.accept("]"):
            if self._words.next in ("", "}"):
                raise self._words.error("expected ']'")
            words += self._list(depth + 1) if self._words.next == "[" else [self._listed()]
            self._body(depth)
            self._words.between()
        return tuple(words)

    def _listed(self) -> D2Word:
        word = self._words.value()
        if word.plain and not word.text and self._words.next != "{":
            raise self._words.error("expected a text or ']'")
        return word
