"""Activity diagrams in PlantUML's older notation of arrows (https://plantuml.com/activity-diagram-legacy).

They are read as the state diagrams that they are drawn like: actions are states, a test is a choice with its question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from diagramloop.errors import FormatError
from diagramloop.graph._elements import NodeKind
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._states import Dialect, read_states
from diagramloop.graph.account import LeftOut
from diagramloop.graph.plantuml._creole import shown

Row = tuple[int, str]

_END = r'(?:\(\*(?:top)?\)|"[^"]*+"|={2,}+[^="]++={2,}+|\w[\w.]*+)'
_NAMED = rf"{_END}(?:\s*+<<[^<>]*+>>)?+(?:\s++as\s++\w++)?+(?:\s*+\#\w++)?+"
_IF = r'if\s*+(?:"(?P<test>[^"]*+)"\s*+)?+then'
_ARROW = r"<?-++(?:(?:left|right|up|down|le|ri|do|[lrud])(?=[-\[]))?+(?:\[#[^\]]*+\])?+-*+>"
_STEP = re.compile(
    rf"(?:(?P<source>{_NAMED})\s*+)?+(?P<arrow>{_ARROW})\s*+(?:\[(?P<label>[^\]]*+)\]\s*+)?+"
    rf"(?:(?P<if>{_IF})|(?P<target>{_NAMED}))",
    re.IGNORECASE,
)
_TEST = re.compile(_IF, re.IGNORECASE)
_PARTS = re.compile(rf"(?P<end>{_END})(?:\s*+<<[^<>]*+>>)?+(?:\s++as\s++(?P<name>\w++))?+")
_PARTITION = re.compile(
    r'partition\s++(?:"(?P<quoted>[^"]*+)"|(?P<word>[^\s"{#]++))\s*+(?:#\S++\s*+)?\{', re.IGNORECASE
)
_NOTE = re.compile(
    r'note\s++(?P<side>left|right|top|bottom)(?P<of>\s++of\s++(?:"[^"]*+"|[^\s":]++))?+(?P<line>\s*+:.*)?',
    re.IGNORECASE,
)
_ENDS_NOTE = re.compile(r"end\s*+note", re.IGNORECASE)
_DIALECT = Dialect(shown, lambda line, message: FormatError(message, line=line, column=1))


def read_arrows(rows: list[Row], title: str) -> tuple[FlowGraph, tuple[LeftOut, ...]]:
    """The graph of such a diagram, of its rows with their numbers; raises as :func:`read_states`."""
    graph, left_out = read_states(_Rewritten(rows).states(), _DIALECT, title)
    nodes = []
    for node in graph.nodes:
        is_action = node.kind is NodeKind.PROCESS
        nodes.append(node.model_copy(update={"shape": "rounded"}) if is_action else node)
    return graph.replace(nodes=tuple(nodes)), left_out


class _Rewritten:
    """Rows of arrows, rewritten as rows of a state diagram."""

    def __init__(self, rows: list[Row]) -> None:
        self._rows = iter(rows)
        self._tests = self._partitions = 0
        self._open: list[str] = []  # tests whose branches are being read
        self._last = ""  # where an arrow without a source begins

    def states(self) -> Iterator[Row]:
        for number, row in self._rows:
            for rewritten in self._row(number, self._whole(row)):
                yield number, rewritten
            note = _NOTE.fullmatch(row)
            if note and note["line"] is None:
                yield from self._note_rows()

    def _whole(self, row: str) -> str:
        """A row with those after it, up to the end of a text that is quoted on several."""
        parts = [row]
        while sum(part.count('"') for part in parts) % 2:
            following = next(self._rows, None)
            if following is None:
                break
            parts.append(following[1])
        return "\\n".join(parts)

    def _note_rows(self) -> Iterator[Row]:
        for row in self._rows:
            yield row
            if _ENDS_NOTE.fullmatch(row[1]):
                return

    def _row(self, number: int, row: str) -> Iterator[str]:
        word = row.lower()
        if step := _STEP.fullmatch(row):
            yield from self._step(step)
        elif test := _TEST.fullmatch(row):
            source = self._last
            yield from self._test(test["test"])
            if source:
                yield f"{source} --> {self._last}"
        elif word == "else" and self._open:
            self._last = self._open[-1]
        elif word == "endif" and self._open:
            self._open.pop()
        elif partition := _PARTITION.fullmatch(row):
            yield self._partition(partition["quoted"] or partition["word"])
        elif note := _NOTE.fullmatch(row):
            yield self._note(note)
        elif row == "}":
            yield row
        else:
            raise FormatError(f"no statement: {row[:40]!r}", line=number, column=1)

    def _partition(self, title: str) -> str:
        self._partitions += 1
        return f'state "{title}" as partition{self._partitions} {{'

    def _note(self, note: re.Match[str]) -> str:
        of = note["of"] or f" of {self._last}"
        return f"note {note['side']}{of}{note['line'] or ''}"

    def _step(self, step: re.Match[str]) -> Iterator[str]:
        if step["source"]:
            yield from self._mentioned(_PARTS.match(step["source"]), "start")
        source = self._last
        if step["if"]:
            yield from self._test(step["test"])
        else:
            yield from self._mentioned(_PARTS.match(step["target"]), "end")
        label = f" : {step['label']}" if step["label"] else ""
        yield f"{source or '[*]'} {step['arrow']} {self._last}{label}"

    def _test(self, question: str | None) -> Iterator[str]:
        self._tests += 1
        self._last = f"test{self._tests}"
        self._open.append(self._last)
        yield f"state {self._last} <<choice>>"
        if question:
            yield f"{self._last} : {question}"

    def _mentioned(self, named: re.Match[str] | None, circle: str) -> Iterator[str]:
        """The rows that make an end of an arrow known, and its name as the last."""
        assert named is not None
        end = named["end"]
        self._last = named["name"] or end
        if end.startswith("("):
            self._last = f'"({circle})"'
            yield f"state {self._last} <<{circle}>>"
        elif end.startswith("="):
            self._last = f'"={end.strip("= ")}="'
            yield f"state {self._last} <<fork>>"
        elif named["name"]:
            yield f"state {end} as {named['name']}"
