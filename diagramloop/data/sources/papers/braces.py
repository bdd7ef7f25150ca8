"""Matching braces in LaTeX, all of them in one pass: hostile text with a million of them costs no more than that."""

from __future__ import annotations

import re
from collections.abc import Iterator

_BRACE = re.compile(r"(?<!\\)(?:\\\\)*([{}])")  # with an even number of backslashes before it
_SPACE = re.compile(r"\s*")
_BRACKETED = re.compile(r"\s{0,99}\[((?:[^\[\]{}]|\{[^{}]{0,300}\}){0,1000})\]")


def braces(text: str) -> dict[int, int]:
    """Return the closing brace of each opening one; escaped ones are none, and unclosed ones are left out."""
    closed: dict[int, int] = {}
    open_at: list[int] = []
    for match in _BRACE.finditer(text):
        if match[1] == "{":
            open_at.append(match.start(1))
        elif open_at:
            closed[open_at.pop()] = match.start(1)
    return closed


def argument(text: str, at: int, closed: dict[int, int]) -> tuple[str, int] | None:
    """The argument in braces that begins at ``at``, after white space, and where it ends; None if there is none."""
    space = _SPACE.match(text, at)
    begin = space.end() if space else at
    end = closed.get(begin)
    return None if end is None else (text[begin + 1 : end], end + 1)


def bracketed(text: str, at: int) -> tuple[str | None, int]:
    """The optional argument in brackets that begins at ``at``, after white space, or None; and where it ends.

    A bracket in braces closes none.
    """
    given = _BRACKETED.match(text, at)
    return (given[1], given.end()) if given else (None, at)


def arguments(command: re.Pattern[str], text: str) -> Iterator[str]:
    """The argument in braces of each match of ``command`` that has one."""
    matches = list(command.finditer(text))
    closed = braces(text) if matches else {}
    found = (argument(text, match.end(), closed) for match in matches)
    return (given[0] for given in found if given is not None)


def without_arguments(command: re.Pattern[str], text: str, put: str = "") -> str:
    """``text`` with ``put`` for each match of ``command`` that has an argument in braces, and for this."""
    matches = list(command.finditer(text))
    closed, kept, at = braces(text) if matches else {}, [], 0
    for match in matches:
        given = argument(text, match.end(), closed)
        if given is not None and match.start() >= at:
            kept += [text[at : match.start()], put]
            at = given[1]
    return "".join([*kept, text[at:]])


def depth(text: str) -> int:
    """The deepest nesting of braces and environments."""
    deepest = level = 0
    for match in re.finditer(r"\\begin\b|\\end\b|\\.|[{}]", text, re.S):
        level += {"{": 1, r"\begin": 1, "}": -1, r"\end": -1}.get(match[0], 0)
        deepest = max(deepest, level)
    return deepest
