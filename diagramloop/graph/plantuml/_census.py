"""A second count of a PlantUML text, by its lines alone; it shares nothing with the reader."""

from __future__ import annotations

import re
from collections.abc import Iterator

from diagramloop.graph._states_census import states_census
from diagramloop.graph.account import Census

_PART = re.compile(r"^[ \t]*+@start\w", re.MULTILINE | re.IGNORECASE)
_END = re.compile(r"^[ \t]*+@end\w", re.MULTILINE | re.IGNORECASE)
_LOOKS = re.compile(
    r"(?:skinparam|hide|show|scale|title|mainframe|sprite|left|top|allowmixing|(?:\w+\s+)?(?:legend|header|footer|caption))\b"
    r"|['!@]",
    re.IGNORECASE,
)
_LONG = re.compile(
    r"skinparam\b[^{]*+(?P<brace>\{)|(?P<style><style>)|(?:\w+\s+)?(?:legend|header|footer|caption|title)"
    r"(?:\s+(?:left|right|center|top|bottom))*+",
    re.IGNORECASE,
)
_STATE = re.compile(r"state\s|\[(?:\*|H\*?)\]|[^:]*+>\s*+\[(?:\*|H\*?)\]", re.IGNORECASE)
_ACTION = re.compile(r"(?:#[^:\s]*+|repeat\s*+|backward\s*+)?:(?P<text>.*)", re.IGNORECASE)
_TEST = re.compile(
    r"(?:#[^:\s]*+:)?(?:\([^)]*+\)\s*+)?(?:if|else\s*+if|while|switch|repeat\s*+while)\s*+\(\s*+[^\s)]", re.IGNORECASE
)
_SHAPE = re.compile(
    r"(?:start|stop|end|fork|end\s*+(?:fork|merge))\s*+(?:\{.*)?;?|(?:partition|package|rectangle|card|group)\b.*", re.I
)
_NOTE = re.compile(r"(?:floating\s+)?note\b(?P<text>[^:]*+:)?", re.IGNORECASE)
_CONNECTOR = re.compile(r"(?:#[^:\s]*+:)?\((\w)\)")
_STEREOTYPE = re.compile(r"<<\w+>>$")
_CIRCLE = re.compile(r"^\(\*|[>\]]\s{0,9}+\(\*")  # of the older notation
_ARROW = re.compile(r"<?(?<!-)-++(?:\w++|\[[^\s\[\]<>]*+\])?+-*+>")
_END_OF_ARROW = re.compile(r"\s*+(?:\[[^\]]*+\]\s*+)?+(\"[^\"]*+\"?|=++[^=]++|[^\s\"=]++)(?:\s++as\s++(\w++))?+")
_WORDS = ("else", "endif", "}")  # of rows without a name
_ENDS_ACTION = tuple(";|<>/\\]}")


def plantuml_census(text: str) -> list[Census]:
    """Elements of each diagram.

    Of an activity diagram actions, tests, circles, bars, frames, notes and letters in brackets are shapes; its lines
    are not written but follow from its blocks, so none are counted.
    """
    plain = _without_comments(text)
    begins = [part.start() for part in _PART.finditer(plain)] or [0]
    counts = []
    for begin, after in zip(begins, [*begins[1:], len(plain)], strict=True):
        end = _END.search(plain, begin, after)
        rows = list(_rows(plain[begin : end.start() if end else after]))
        if any(map(_CIRCLE.search, rows)):
            counts.append(_arrows(rows))
            continue
        states = any(map(_STATE.match, rows)) and not any(map(_ACTION.match, rows))
        counts.append(states_census(rows) if states else _activity(iter(rows)))
    return counts


def _without_comments(text: str) -> str:
    first, *others = text.split("/'")
    for other in others:
        commented, closed, rest = other.partition("'/")
        first += rest if closed else commented
    return first


def _rows(part: str) -> Iterator[str]:
    """Rows that say something of the flow."""
    rows = iter(part.splitlines())
    for row in map(str.strip, rows):
        if long := _LONG.fullmatch(row):
            closing = "}" if long["brace"] else "</style>" if long["style"] else "end"
            next((inner for inner in rows if inner.strip().lower().startswith(closing)), None)
        elif row and not _LOOKS.match(row):
            yield row


def _arrows(rows: list[str]) -> Census:
    """Its arrows are lines; actions by their names, tests, bars, circles, frames, notes are shapes."""
    names: set[str] = set()
    shapes = lines = 0
    for row in _statements(iter(rows)):
        if _NOTE.match(row):
            shapes, lines = shapes + 1, lines + 1  # it points to its action
        elif _SHAPE.fullmatch(row):
            shapes += 1
        else:
            ends = [_END_OF_ARROW.match(end) for end in _ARROW.split(row, maxsplit=1)]
            tests = [bool(end and end[1].lower() == "if") for end in ends]
            shapes += sum(tests)
            lines += len(ends) - 1 + (tests[0] and bool(names))
            names |= {_name(end, place) for place, end in enumerate(ends) if end and not tests[place]}
    return Census(shapes + len(names - set(_WORDS)), lines)


def _statements(rows: Iterator[str]) -> Iterator[str]:
    """Rows with those that a quoted text goes on in, and notes without theirs."""
    for row in rows:
        while row.count('"') % 2 and (more := next(rows, None)) is not None:
            row += more
        note = _NOTE.match(row)
        if note and not note["text"]:
            next((inner for inner in rows if inner.lower().replace(" ", "") == "endnote"), None)
        yield row


def _name(end: re.Match[str], place: int) -> str:
    """The name of an end of an arrow, or the word of a row without any."""
    circle = f"( {place}" if end[1].startswith("(*") else ""
    return end[2] or circle or end[1].strip('"= ')


def _activity(rows: Iterator[str]) -> Census:
    shapes, letters = 0, set()
    for row in rows:
        if note := _NOTE.match(row):
            shapes += 1
            if not note["text"]:
                next((inner for inner in rows if inner.lower().replace(" ", "") == "endnote"), None)
        elif letter := _CONNECTOR.fullmatch(row):
            letters.add(letter[1])
        elif _TEST.match(row) or _SHAPE.fullmatch(row):
            shapes += 1
        elif action := _ACTION.match(row):
            shapes += bool(row[0] in ":#" or action["text"])
            _pass_action(row, rows)
    return Census(shapes + len(letters), 0)


def _pass_action(row: str, rows: Iterator[str]) -> None:
    """Pass over the rows of an action to its end; one behind ``repeat`` or ``backward`` has a row of its own."""
    if row[0] in ":#" and not _STEREOTYPE.sub("", row).rstrip().endswith(_ENDS_ACTION):
        next((inner for inner in rows if inner.endswith(_ENDS_ACTION)), None)
