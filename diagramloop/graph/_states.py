"""State diagrams, which PlantUML and Mermaid write almost alike: states, states within states, and transitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from diagramloop.errors import FormatError
from diagramloop.graph._elements import Direction, Edge, EdgeKind, Group, Head, Line, Node, NodeKind
from diagramloop.graph._limits import MAX_DEPTH, MAX_EDGES, MAX_NODES, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import check_nesting
from diagramloop.graph.account import LeftOut

Rows = Iterator[tuple[int, str]]
"""Lines without white space around them, each with its place for a complaint."""

_NAME = r'(?:\[(?:\*|H\*?)\]|"[^"]*+"|[^\s:{}\[\]<>"#.=-]++(?:\.[^\s:{}\[\]<>"#.=-]++)*+(?:\[H\*?\])?)'
_MARKED = r"(?:\s*+<<\s*+(?P<mark>\w+)\*?\s*+>>|:::[\w-]++)?+"
_LOOK = r"(?:\s*+\[\[\w+\]\])?+(?:\s*+\#[^\s{:]++)?+"
_ARROW = r"<?[-.=]++(?:(?:left|right|up|down|le|ri|do|[lrud])(?=[-.=\[]))?+(?:\[(?P<style>[^\]]*+)\])?+[-.=]*+>?"
_TRANSITION = re.compile(
    rf"(?P<source>{_NAME})(?::::[\w-]++)?+\s*+(?P<arrow>{_ARROW})\s*+(?P<target>{_NAME})(?::::[\w-]++)?+{_LOOK}"
    r"\s*+(?::(?P<label>.*))?"
)
_STATE = re.compile(
    rf"state\s++(?P<first>{_NAME})(?:\s++as\s++(?P<second>{_NAME}))?+{_MARKED}{_LOOK}\s*+"
    r"(?:(?P<open>\{)\s*+(?P<close>\}?)|:(?P<text>.*))?",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(rf"(?P<first>{_NAME}){_MARKED}{_LOOK}\s*+(?::(?P<text>.*))?")
_NOTE = re.compile(
    rf'note\s++(?:(?:left|right|top|bottom)\s++of\s++(?P<of>{_NAME})|"(?P<text>[^"]*+)"\s++as\s++(?P<name>\w++)'
    r"|(?P<link>on\s++link))\s*+(?:\#\w++\s*+)?+(?::(?P<line>.*))?",
    re.IGNORECASE,
)
_DIRECTION = re.compile(r"direction\s++(?P<way>TB|BT|LR|RL|TD)\b.*", re.IGNORECASE)
_REGION = re.compile(r"--++|\|\|++")
_ENDS_NOTE = re.compile(r"end\s*note", re.IGNORECASE)
_LINES: dict[str, Line] = {"dashed": "dotted", "dotted": "dotted", "bold": "thick", "hidden": "invisible"}
_KINDS = {
    "fork": (NodeKind.AND, "fork"),
    "join": (NodeKind.AND, "fork"),
    "choice": (NodeKind.DECISION, "choice"),
    "start": (NodeKind.START, "sm-circ"),
    "end": (NodeKind.END, "fr-circ"),
    "history": (NodeKind.CONNECTOR, "circle"),
}
"""By stereotype; such ones are drawn without their name."""


@dataclass(frozen=True)
class Dialect:
    """A notation of state diagrams.

    Attributes:
        shown: the words that are drawn of a text.
        error: the complaint about a row, from its place and a message.
        below: True where descriptions stand below a state's name, False where they stand instead of it.
        claimed: True where the composite state that mentions another last holds it, not the place of its first mention.
    """

    shown: Callable[[str], str]
    error: Callable[[int, str], FormatError]
    below: bool = False
    claimed: bool = False


@dataclass
class _State:
    text: str
    parent: str | None
    kind: NodeKind = NodeKind.PROCESS
    shape: str = "state"
    descriptions: list[str] = field(default_factory=list)


def read_states(rows: Rows, dialect: Dialect, title: str = "") -> tuple[FlowGraph, tuple[LeftOut, ...]]:
    """The graph of a state diagram, and what of it is in none: notes on transitions.

    Composite states are groups; each of their regions has a start and an end of its own.

    Raises:
        FormatError: SYNTAX, a row that is no statement; TOO_LARGE.
    """
    states = _States(dialect)
    for place, row in rows:
        if row:
            states.read(place, row, rows)
    return states.graph(title), states.left_out


class _States:
    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._states: dict[str, _State] = {}
        self._composite: dict[str, Direction | None] = {}
        self._open: list[tuple[str, int]] = []
        self._regions = 0
        self._edges: list[Edge] = []
        self._pointers: list[Edge] = []
        self._notes = 0
        self._on_links = 0
        self._direction: Direction = "TB"

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        return (LeftOut("notes", self._on_links, "on lines"),) if self._on_links else ()

    def read(self, place: int, row: str, rows: Rows) -> None:
        if row == "}":
            if not self._open:
                raise self._dialect.error(place, "'}' closes nothing")
            self._open.pop()
        elif _REGION.fullmatch(row):
            self._separate()
        elif note := _NOTE.fullmatch(row):
            self._note(note, rows)
        elif way := _DIRECTION.fullmatch(row):
            self._direct(way["way"].upper())
        elif state := _STATE.fullmatch(row):
            self._state(state)
        elif transition := _TRANSITION.fullmatch(row):
            self._transition(transition)
        elif described := _DESCRIBED.fullmatch(row):
            self._describe(self._mention(described["first"]), described["mark"], described["text"])
        else:
            raise self._dialect.error(place, f"no statement: {row[:40]!r}")

    def graph(self, title: str) -> FlowGraph:
        nodes, groups = [], []
        for name, state in self._states.items():
            text = "\n".join(self._texts(state))
            if name in self._composite:
                direction = self._composite[name]
                groups.append(Group(id=name, text=text, parent=state.parent, direction=direction))
            else:
                nodes.append(Node(id=name, text=text, kind=state.kind, shape=state.shape, group=state.parent))
        edges = (*self._edges, *self._pointers)
        drawn = FlowGraph(nodes=nodes, edges=edges, groups=groups, direction=self._direction, title=title)
        return check_nesting(drawn)

    def _texts(self, state: _State) -> list[str]:
        if state.descriptions and not self._dialect.below:
            return state.descriptions
        return [state.text, *state.descriptions]

    @property
    def _scope(self) -> str | None:
        return self._open[-1][0] if self._open else None

    def _separate(self) -> None:
        self._regions += 1
        if self._open:
            self._open[-1] = (self._open[-1][0], self._regions)

    def _direct(self, way: str) -> None:
        direction: Direction = "TB" if way == "TD" else way  # type: ignore[assignment]
        if self._scope is None:
            self._direction = direction
        else:
            self._composite[self._scope] = direction

    def _state(self, state: re.Match[str]) -> None:
        """``state "text" as name``, ``state name as "text"``, or a name alone."""
        first, second = state["first"], state["second"] or ""
        if first.startswith('"') and second:
            first, second = second, first
        name = self._mention(first)
        if second:
            self._states[name].text = self._dialect.shown(second.strip('"'))
        self._describe(name, state["mark"], state["text"])
        if state["open"]:
            self._composite.setdefault(name, None)
        if state["open"] and not state["close"]:
            check_count("nested states", len(self._open) + 1, MAX_DEPTH)
            self._open.append((name, 0))

    def _describe(self, name: str, mark: str | None, text: str | None) -> None:
        state = self._states[name]
        if mark and mark.lower() in _KINDS:
            state.kind, state.shape = _KINDS[mark.lower()]
            state.text = ""
        if text and text.strip():
            state.descriptions.append(self._dialect.shown(text))

    def _transition(self, transition: re.Match[str]) -> None:
        check_count("transitions", len(self._edges) + 1, MAX_EDGES)
        arrow, styles = transition["arrow"], (transition["style"] or "").lower().split(",")
        source = self._mention(transition["source"], "start")
        target = self._mention(transition["target"], "end")
        if arrow.startswith("<") and not arrow.endswith(">"):
            source, target = target, source
        line: Line = "dotted" if "." in arrow else "solid"
        line = next((_LINES[style] for style in styles if style in _LINES), line)
        noted = NodeKind.NOTE in (self._states[source].kind, self._states[target].kind)
        label = self._dialect.shown(transition["label"] or "")
        kind = EdgeKind.CONSTRAINT if noted else EdgeKind.SEQUENCE
        head: Head = "arrow" if "<" in arrow or ">" in arrow else "none"
        tail: Head = "arrow" if arrow.startswith("<") and arrow.endswith(">") else "none"
        self._edges.append(Edge(source=source, target=target, label=label, kind=kind, line=line, head=head, tail=tail))

    def _note(self, note: re.Match[str], rows: Rows) -> None:
        text = note["text"] or note["line"]
        if text is None:
            text = "\n".join(row for _, row in takewhile(lambda row: not _ENDS_NOTE.fullmatch(row[1]), rows))
        if note["link"]:
            self._on_links += 1
            return
        self._notes += 1
        owner = self._mention(note["of"]) if note["of"] else None
        parent = self._scope if owner is None else self._states[owner].parent
        name = note["name"] or f"note {self._notes}"
        self._states[name] = _State(self._dialect.shown(text), parent, NodeKind.NOTE, "note")
        if owner is not None:
            self._pointers.append(Edge(source=name, target=owner, kind=EdgeKind.CONSTRAINT, line="dotted"))

    def _mention(self, name: str, end: str = "start") -> str:
        """The id of a state, which comes to be where it is mentioned first.

        Args:
            name: as written; ``[*]`` is the circle of the region around.
            end: of a transition on which it stands: ``start`` or ``end``.
        """
        scope, region = self._open[-1] if self._open else (None, self._regions)
        if name.startswith("["):
            return self._circle(name, scope, region, end)
        id = text = name.strip('"')
        if name.endswith("]"):
            id, text = name, "H"
        state = self._states.setdefault(id, _State(self._dialect.shown(text), scope))
        check_count("states", len(self._states), MAX_NODES)
        if text == "H" and id != text:
            state.kind, state.shape = _KINDS["history"]
        if self._dialect.claimed and scope is not None and not self._holds(id, scope):
            state.parent = scope
        return id

    def _circle(self, name: str, scope: str | None, region: int, end: str) -> str:
        word = end if name == "[*]" else "history"
        id = f"{scope or ''}[{word} {region}]" if region and name == "[*]" else f"{scope or ''}[{word}]"
        kind, shape = _KINDS[word]
        self._states.setdefault(id, _State("H" if word == "history" else "", scope, kind, shape))
        return id

    def _holds(self, outer: str, inner: str) -> bool:
        """True if a state is, or lies around, another; also where that is too deep to be told."""
        around: str | None = inner
        for _ in range(MAX_DEPTH):
            if around is None:
                return False
            if around == outer:
                return True
            around = self._states[around].parent
        return True
