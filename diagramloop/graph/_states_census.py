"""A second count of a state diagram, by the words of its lines; it shares nothing with the reader of states."""

from __future__ import annotations

import re
from collections.abc import Iterable

from diagramloop.graph.account import Census

_WORD = re.compile(r'"[^"]*+"|\[(?:\*|H\*?)\]|[^\s"<>\[\]:{}.=-][^\s"<>:{}=-]*+|[-.=]++[^\s>"]*+>?|[{}:<]')
_REGION = re.compile(r"--+|\|\|+")
_END_OF_NOTE = re.compile(r"end\s*note", re.IGNORECASE)


def states_census(rows: Iterable[str]) -> Census:
    """States, circles, composite states and notes are shapes; transitions are lines.

    Args:
        rows: lines of the diagram without white space around them, comments and settings.
    """
    count = _StatesCount()
    for row in rows:
        count.add(row)
    return Census(len(count.names) + count.notes, count.lines)


class _StatesCount:
    def __init__(self) -> None:
        self.names: set[str] = set()
        self.notes = self.lines = 0
        self._scopes = [""]
        self._regions = 0
        self._in_note = False

    def add(self, row: str) -> None:
        words = _WORD.findall(row)
        arrows = [number for number, word in enumerate(words) if word[0] in "-.=" and word.endswith(">")]
        if self._in_note:
            self._in_note = not _END_OF_NOTE.fullmatch(row)
        elif row.lower().startswith("note "):
            self._note(words)
        elif _REGION.fullmatch(row):
            self._regions += 1
            self._scopes[-1] = f"{self._scopes[-1].partition(chr(0))[0]}\0{self._regions}"
        elif row.startswith("}"):
            self._scopes = self._scopes[:-1] or [""]
        elif row.lower().startswith("state "):
            self._state(words[1:])
        elif arrows:
            self.lines += 1
            self._name(words[0], "from")
            self._name(words[arrows[0] + 1], "to")
        elif words:
            self._name(words[0], "from")

    def _note(self, words: list[str]) -> None:
        self._in_note = ":" not in words and not words[1].startswith('"')
        if words[1].lower() == "on":
            return
        self.notes += 1
        if words[2].lower() == "of":
            self.lines += 1  # it points to its state
            self._name(words[3], "from")

    def _state(self, words: list[str]) -> None:
        name = words[0]
        if words[1:2] == ["as"] and name.startswith('"'):
            name = words[2]
        self._name(name, "from")
        if words[-1] == "{":
            self._scopes.append(name)

    def _name(self, name: str, end: str) -> None:
        if name == "[*]":
            name = f"{self._scopes[-1]} {end}"
        elif name.startswith("[H"):
            name = f"{self._scopes[-1].partition(chr(0))[0]} history"
        self.names.add(name.strip('"'))
