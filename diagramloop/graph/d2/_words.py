"""Characters of a D2 document: spaces, comments, words, quoted texts and blocks, one after the other."""

from __future__ import annotations

import re
from dataclasses import dataclass

from diagramloop.errors import FormatError
from diagramloop.graph._limits import place

DOLLAR = "\0"
"""A dollar that begins no substitution; NUL cannot occur in a document."""

_GAP = re.compile(r"(?:[^\S\n]|\\\n)+")
_BETWEEN = re.compile(r'(?:[\s;]|#[^\n]*|"""(?:[^"]|"(?!""))*""")+')
_PART = r"\\.|\$\{[^{}\n]*\}"  # of an unquoted text: what is escaped, a substitution
_KEY = re.compile(rf"(?:{_PART}|(?!--|->)[^.:;{{}}\[\]<>\n\\#|])+", re.DOTALL)
_KEY_IN_BRACKETS = re.compile(_KEY.pattern.replace("|])", "|()])"), re.DOTALL)
_VALUE = re.compile(rf"(?:{_PART}|[^;{{}}\[\]\n\\#])+", re.DOTALL)
_DOUBLE = re.compile(r'"((?:[^"\\\n]|\\.)*)"', re.DOTALL)
_SINGLE = re.compile(r"'((?:[^'\n]|'')*)'")
_BARS = re.compile(r"(\|+)([^\w\s|\\{}]*)(?:[^\S\n]*(?:md|markdown|tex|latex|txt|text|[a-z]+)(?=\s))?")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "\n": "", "$": DOLLAR}


@dataclass(frozen=True)
class D2Word:
    """A text as it stands in a document.

    Attributes:
        text: what it says, escapes undone.
        plain: False for a quoted one, which is never a keyword.
        block: True for a text between bars, as Markdown is.
    """

    text: str
    plain: bool = True
    block: bool = False

    @property
    def keyword(self) -> str:
        """It as a keyword; empty where it is quoted."""
        return self.text.lower() if self.plain else ""


class Words:
    """A place in a document, which moves on."""

    def __init__(self, document: str) -> None:
        self._text = document
        self._at = 0

    def error(self, message: str) -> FormatError:
        """The complaint about this place (SYNTAX)."""
        line, column = place(self._text, self._at)
        return FormatError(message, line=line, column=column)

    @property
    def next(self) -> str:
        """The next character; empty at the end."""
        return self._text[self._at : self._at + 1]

    def accept(self, mark: str) -> bool:
        """True if ``mark`` stood here; it is passed over."""
        accepted = self._text.startswith(mark, self._at)
        self._at += len(mark) if accepted else 0
        return accepted

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The match of ``pattern`` here, passed over; None if there is none."""
        if matched := pattern.match(self._text, self._at):
            self._at = matched.end()
        return matched

    def gap(self) -> None:
        """Pass over spaces in a line; a backslash at its end joins it with the next one."""
        self.match(_GAP)

    def between(self) -> None:
        """Pass over spaces, comments and the ends of statements."""
        self.match(_BETWEEN)

    def key(self, bracketed: bool) -> D2Word:
        """The name here, one part of a path, which may be in ``( )``.

        Raises:
            FormatError: there is none (SYNTAX).
        """
        key = self._quoted() or self._unquoted(_KEY_IN_BRACKETS if bracketed else _KEY)
        if key.plain and not key.text:
            raise self.error("expected a name")
        return key

    def value(self) -> D2Word:
        """The text here, empty if there is none; raises as :meth:`block`."""
        if self.next == "|":
            return self.block()
        return self._quoted() or self._unquoted(_VALUE)

    def _unquoted(self, pattern: re.Pattern[str]) -> D2Word:
        matched = self.match(pattern)
        return D2Word(_unescaped(matched[0].strip()) if matched else "")

    def _quoted(self) -> D2Word | None:
        if matched := self.match(_DOUBLE):
            return D2Word(_unescaped(matched[1]), plain=False)
        if matched := self.match(_SINGLE):
            return D2Word(matched[1].replace("''", "'").replace("$", DOLLAR), plain=False)
        if self.next in ('"', "'"):
            raise self.error("a quoted text does not end on its line")
        return None

    def block(self) -> D2Word:
        """The text between bars here, without the language that its opening names.

        Raises:
            FormatError: it does not end (SYNTAX).
        """
        bars = self.match(_BARS)
        assert bars
        closing = bars[2][::-1] + bars[1]
        end = self._text.find(closing, self._at)
        if end < 0:
            raise self.error("a text between bars does not end")
        lines = self._text[self._at : end].strip().split("\n")
        self._at = end + len(closing)
        return D2Word("\n".join(line.strip() for line in lines), plain=False, block=True)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), text)
