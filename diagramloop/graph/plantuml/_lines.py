"""The statements of a PlantUML text one by one: comments dropped, texts of several lines joined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._limits import check_document

TERMINATORS = ";|<>/\\]}"
"""Any of these ends an action's text when it ends a line."""

_OPENING = re.compile(r"@start(?P<kind>\w+)(?:[ \t]+(?P<name>.*))?", re.IGNORECASE)
_CLOSING = re.compile(r"@end\w+", re.IGNORECASE)
_COLOUR = re.compile(r"#[\w/\\|;-]*+(?::(?=(?:if|switch|while)\s*+\(|\(\w\)$)|(?=:))", re.IGNORECASE)
_ARROW_ALONE = re.compile(r"<?-+(?:\[[^\]]*+\]-*)?>?")
_STEREOTYPE = re.compile(r"(?P<action>.*);\s*<<(?P<name>\w+)>>")
_SHAPED = {"procedure": "|", "input": "<", "output": ">", "save": "]"}  # stereotypes for older terminators
_LEADING_ACTION = re.compile(r"(?:repeat|backward)\s*(?=:)", re.IGNORECASE)
_NOTE = re.compile(
    r"(?:floating\s+)?note(?:\s+(?:left|right|top|bottom))?(?:\s*#\w+)?\s*(?::\s*(?P<text>.*))?$", re.IGNORECASE
)
_TITLE = re.compile(r"title(?:\s+(?P<text>.*))?", re.IGNORECASE)
_SIDES = r"(?:center|left|right|top|bottom)"
_LONG_TEXT = re.compile(rf"(?:{_SIDES}\s+)?(?P<word>legend|header|footer|caption)(?:\s+{_SIDES})*", re.IGNORECASE)
_SETTING = re.compile(
    r"(?:skinparam|hide|show|scale|(?:left\s+|right\s+|center\s+)?(?:header|footer|caption|legend)|mainframe|allowmixing"
    r"|sprite|(?:left|top) to)\b"
    r"|!(?:theme|pragma)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ProgramLine:
    """One statement.

    Attributes:
        number: 1-based line on which it begins.
        text: the statement; an action begins with ``:`` and keeps its terminator, its lines joined by newlines.
        lead: ``repeat`` or ``backward`` where one stands before the action, else empty.
        note: text of a note, or None.
        title: text of a title, or None.
    """

    number: int
    text: str
    lead: str = ""
    note: str | None = None
    title: str | None = None


@dataclass(frozen=True)
class Block:
    """A diagram of a text.

    Attributes:
        kind: what follows ``@start``, in small letters: ``uml``, ``gantt``.
        name: behind it, or empty.
        number: 1-based line of its first row.
        rows: its lines without comments of several lines and without white space around them.
    """

    kind: str
    name: str
    number: int
    rows: tuple[str, ...]


def blocks(text: str) -> list[Block]:
    """The diagrams between ``@start...`` and ``@end...``; without the first, all up to the second is one.

    Raises:
        FormatError: EMPTY, TOO_LARGE, UNREADABLE (see :func:`diagramloop.graph._limits.check_document`).
    """
    check_document(text)
    rows = [row.strip() for row in _without_comments(text).splitlines()]
    openings = [number for number, row in enumerate(rows) if row.startswith("@") and _OPENING.match(row)]
    parts = []
    for begin, after in zip(openings or [-1], [*openings[1:], len(rows)], strict=True):
        opening = _OPENING.match(rows[begin]) if openings else None
        inside = takewhile(lambda row: not _CLOSING.match(row), rows[begin + 1 : after])
        kind, name = (opening["kind"].lower(), opening["name"] or "") if opening else ("uml", "")
        parts.append(Block(kind, name.strip(), begin + 2, tuple(inside)))
    return parts


def statements(block: Block) -> Iterator[ProgramLine]:
    """The statements of an activity diagram.

    Raises:
        FormatError: UNSUPPORTED for preprocessing, whose result only PlantUML knows.
    """
    rows = iter(enumerate(block.rows, start=block.number))
    for number, row in _drawn(rows):
        if row.startswith("#"):
            row = _COLOUR.sub("", row, count=1)
        if stereotype := _STEREOTYPE.fullmatch(row):
            row = stereotype["action"] + _SHAPED.get(stereotype["name"].lower(), ";")
        yield _statement(number, row, rows)


def rows_and_title(block: Block) -> tuple[list[tuple[int, str]], str]:
    """The lines of a diagram of another kind, each with its number, and the diagram's title; raises likewise."""
    rows = iter(enumerate(block.rows, start=block.number))
    kept, name = [], ""
    for number, row in _drawn(rows):
        if title := _TITLE.fullmatch(row):
            name = title["text"] or _block(rows, "title")
        else:
            kept.append((number, row))
    return kept, name


def _without_comments(text: str) -> str:
    """Comments of several lines become as many empty lines; one that is never closed is no comment."""
    kept, position = [], 0
    while (begin := text.find("/'", position)) >= 0 and (end := text.find("'/", begin + 2)) >= 0:
        kept += [text[position:begin], "\n" * text.count("\n", begin, end)]
        position = end + 2
    return "".join((*kept, text[position:]))


def _drawn(rows: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for number, row in rows:
        if row and not row.startswith("'") and not _is_setting(number, row, rows):
            yield number, row


def _is_setting(number: int, row: str, rows: Iterator[tuple[int, str]]) -> bool:
    """True if a row says how to draw and nothing of the flow; its further rows are then taken as well."""
    if long_text := _LONG_TEXT.fullmatch(row):
        _block(rows, long_text["word"].lower())
    elif row.lower() == "<style>":
        _until(row, rows, "</style>")
    elif _SETTING.match(row):
        if row.endswith("{"):
            _until(row, rows, "}")
    elif row.startswith("!"):
        raise FormatError("preprocessing", line=number, column=1, reason=RejectionReason.UNSUPPORTED)
    else:
        return False
    return True


def _statement(number: int, row: str, rows: Iterator[tuple[int, str]]) -> ProgramLine:
    lead = _LEADING_ACTION.match(row)
    if row.startswith(":") or lead:
        return _action(number, row, lead.group().strip().lower() if lead else "", rows)
    if row.startswith(("-", "<-")) and not row.endswith(";") and not _ARROW_ALONE.fullmatch(row):
        return ProgramLine(number, _until(row, rows, ";"))
    if note := _NOTE.fullmatch(row):
        return ProgramLine(number, row, note=_block(rows, "note") if note["text"] is None else note["text"])
    if title := _TITLE.fullmatch(row):
        return ProgramLine(number, row, title=title["text"] or _block(rows, "title"))
    return ProgramLine(number, row)


def _action(number: int, row: str, lead: str, rows: Iterator[tuple[int, str]]) -> ProgramLine:
    """An action and its lines; behind ``repeat`` the text may lack its end, or be missing altogether."""
    text = row[row.index(":") :]
    if lead and not text[1:].strip():
        return ProgramLine(number, "", lead)
    if not lead and text[-1] not in TERMINATORS:
        text = _until(text, rows, *TERMINATORS)
    return ProgramLine(number, text if text[-1] in TERMINATORS else f"{text};", lead)


def _until(first: str, rows: Iterator[tuple[int, str]], *ends: str) -> str:
    """``first`` and the rows up to one that has one of ``ends`` as its end, or the end of the text."""
    taken = [first]
    for _, row in rows:
        taken.append(row)
        if row.endswith(ends):
            break
    return "\n".join(taken)


def _block(rows: Iterator[tuple[int, str]], word: str) -> str:
    """The rows up to ``end WORD``."""
    closing = (f"end {word}", f"end{word}")
    return "\n".join(row for _, row in takewhile(lambda row: row[1].lower() not in closing, rows))
