"""A board of D2: shapes in shapes and connections, as the statements of a document leave them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._limits import MAX_DEPTH, MAX_EDGES, MAX_NODES, check_count
from diagramloop.graph.d2._parse import Path, Statement, Value
from diagramloop.graph.d2._words import DOLLAR, D2Word

_OF_OTHER_BOARDS = frozenset({"layers", "scenarios", "steps"})
KEYWORDS = frozenset(
    {"label", "desc", "shape", "icon", "constraint", "tooltip", "link", "near", "width", "height", "top", "left"}
    | {"direction", "style", "class", "source-arrowhead", "target-arrowhead"}
    | {"grid-rows", "grid-columns", "grid-gap", "vertical-gap", "horizontal-gap"}
)
_FIELDS = frozenset({"class", "sql_table"})  # shapes whose inside is a table of names, not shapes
_SUBSTITUTION = re.compile(r"\$\{([^{}\n]*)\}")
_UP = "_"
NULL = "null"
ARROWS = {(False, False): "--", (False, True): "->", (True, False): "<-", (True, True): "<->"}

Name = tuple[str, ...]
"""A shape by the names that lead to it, in small letters: D2 does not tell cases apart."""


@dataclass
class Attributes:
    """Keywords with what they say, by path: ``style.fill``; lists are many."""

    entries: dict[str, tuple[D2Word, ...]] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """A keyword's text, empty if it is not said."""
        words = self.entries.get(name, ())
        return words[0].text if words else ""

    @property
    def is_null(self) -> bool:
        """True for what is taken away again."""
        words = self.entries.get("label", ())
        return bool(words) and words[0].keyword == NULL


@dataclass
class D2Shape(Attributes):
    """A shape: its path as its author wrote it."""

    path: tuple[str, ...] = ()


@dataclass
class Connection(Attributes):
    """A connection between two shapes, and its arrow: ``->``, ``<-``, ``<->`` or ``--``."""

    ends: tuple[Name, Name] = ((), ())
    arrow: str = "->"


class D2Board:
    """Shapes, connections, classes and variables.

    Args:
        statements: of a document.

    Raises:
        FormatError: more than any reader takes (TOO_LARGE); a connection that is referred to and not there, names that
            lead out of the board (INVALID).
    """

    def __init__(self, statements: Iterable[Statement]) -> None:
        self._shapes: dict[Name, D2Shape] = {}
        self._connected: list[Connection] = []
        self._between: dict[tuple[Name, str, Name], list[Connection]] = {}
        self.own = Attributes()
        self.classes: dict[str, Attributes] = {}
        self._variables: dict[str, str] = {}
        every = list(statements)
        for statement in every:
            self._define(statement)
        for statement in every:
            self._apply(statement, ())

    @property
    def shapes(self) -> dict[Name, D2Shape]:
        """Shapes in the order in which they came to be, without those that ``null`` takes away with all in them."""
        living: dict[Name, D2Shape] = {}
        for name, shape in self._shapes.items():  # one that holds others comes before them
            if not shape.is_null and (len(name) == 1 or name[:-1] in living):
                living[name] = shape
        return living

    def connections(self, shapes: Mapping[Name, D2Shape]) -> list[Connection]:
        """Connections between these shapes, in order."""
        return [
            connection
            for connection in self._connected
            if not connection.is_null and set(connection.ends) <= shapes.keys()
        ]

    def said(self, attributes: Attributes, name: str) -> str:
        """A keyword's text, by itself or by its classes; empty if neither says it."""
        classes = (self.classes.get(word.text.lower()) for word in attributes.entries.get("class", ()))
        return next((text for each in (attributes, *filter(None, classes)) if (text := each.get(name))), "")

    def label(self, attributes: Attributes, otherwise: str = "") -> str:
        """A label, with variables put in."""
        words = attributes.entries.get("label")
        return self._substituted(words[0].text if words else otherwise)

    def _substituted(self, text: str) -> str:
        put = _SUBSTITUTION.sub(lambda reference: self._variables.get(reference[1].strip().lower(), reference[0]), text)
        return put.replace(DOLLAR, "$")

    def _define(self, statement: Statement) -> None:
        """Classes and variables hold wherever they stand."""
        head = statement.paths[0][0].keyword if statement.paths[0] and not statement.arrows else ""
        if head == "vars":
            self._variables |= {name: words[0].text for name, words in _leaves(statement) if words}
        elif head == "classes":
            for name, words in _leaves(statement):
                owner, _, keyword = name.partition(".")
                self.classes.setdefault(owner, Attributes()).entries[keyword] = words

    def _apply(self, statement: Statement, scope: Name) -> None:
        head = statement.paths[0][0].keyword if statement.paths[0] else ""
        if head in _OF_OTHER_BOARDS | {"vars", "classes"} or _is_pattern(statement):
            return
        if statement.arrows:
            self._connect(statement, scope)
            return
        names, keywords = _split(statement.paths[0])
        shape = self._shape(names, scope)
        if keywords:
            self._attributes(shape).entries |= dict(_leaves(statement, skipped=len(names)))
        else:
            self._describe(shape, statement.value)

    def _describe(self, shape: Name, value: Value) -> None:
        attributes = self._attributes(shape)
        if value.text:
            attributes.entries["label"] = (value.text,)
        for statement in sorted(value.body or (), key=_is_of_shapes):
            if not _is_of_shapes(statement) or self.said(attributes, "shape") not in _FIELDS:
                self._apply(statement, shape)

    def _attributes(self, shape: Name) -> Attributes:
        return self._shapes[shape] if shape else self.own

    def _shape(self, names: Path, scope: Name) -> Name:
        """The shape that a path leads to from ``scope``; those on the way come to be."""
        inner = scope
        for word in names:
            if word.keyword == _UP:
                if not inner:
                    raise FormatError("'_' leads out of the board", reason=RejectionReason.INVALID)
                inner = inner[:-1]
                continue
            text = word.text.replace(DOLLAR, "$")
            above = self._shapes[inner].path if inner else ()
            inner = (*inner, text.lower())
            check_count("nested shapes", len(inner), MAX_DEPTH)
            self._shapes.setdefault(inner, D2Shape(path=(*above, text)))
            check_count("shapes", len(self._shapes), MAX_NODES)
        return inner

    def _connect(self, statement: Statement, scope: Name) -> None:
        ends = [self._shape(path, scope) for path in statement.paths]
        if not all(ends):
            raise FormatError("a connection needs a shape at each end", reason=RejectionReason.INVALID)
        connections = [
            connection
            for source, arrow, target in zip(ends, statement.arrows, ends[1:], strict=False)
            for connection in self._connections(source, _arrow(arrow), target, statement.index)
        ]
        check_count("connections", len(self._connected), MAX_EDGES)
        for connection in connections:
            if statement.value.text and not statement.within:
                connection.entries["label"] = (statement.value.text,)
            connection.entries |= dict(_of_connection(statement))

    def _connections(self, source: Name, arrow: str, target: Name, index: str | None) -> list[Connection]:
        """The new connection, or the earlier ones that an index refers to."""
        there = self._between.setdefault((source, arrow, target), [])
        if index is None:
            there.append(Connection(ends=(source, target), arrow=arrow))
            self._connected.append(there[-1])
            return there[-1:]
        chosen = there if index == "*" else there[int(index) : int(index) + 1]
        if not chosen:
            raise FormatError(f"no connection [{index}] of these ends", reason=RejectionReason.INVALID)
        return chosen


def _arrow(text: str) -> str:
    return ARROWS[text.startswith("<"), text.endswith(">")]


def _is_of_shapes(statement: Statement) -> bool:
    """False for a statement on keywords, which holds for all others around it."""
    return bool(statement.arrows) or not _split(statement.paths[0])[1]


def _is_pattern(statement: Statement) -> bool:
    """True for a statement on whatever is like a pattern: such ones set looks, and are passed over."""
    return any(word.plain and "*" in word.text for path in statement.paths for word in path)


def _split(path: Path) -> tuple[Path, Path]:
    """The names of shapes in a path, and the keywords behind them."""
    first = next((position for position, word in enumerate(path) if word.keyword in KEYWORDS), len(path))
    return path[:first], path[first:]


def _leaves(statement: Statement, skipped: int = 1) -> Iterator[tuple[str, tuple[D2Word, ...]]]:
    """Everything that a statement on keywords says, by path without its first names."""
    yield from _below(".".join(word.text.lower() for word in statement.paths[0][skipped:]), statement.value)


def _of_connection(statement: Statement) -> Iterator[tuple[str, tuple[D2Word, ...]]]:
    within = ".".join(word.text.lower() for word in statement.within)
    value = statement.value if within else Value(body=statement.value.body)
    yield from _below(within, value)


def _below(prefix: str, value: Value) -> Iterator[tuple[str, tuple[D2Word, ...]]]:
    if prefix and (value.text or value.listed):
        yield prefix, (value.text,) if value.text else value.listed
    for statement in value.body or ():
        if not statement.arrows:
            inner = ".".join(word.text.lower() for word in statement.paths[0])
            yield from _below(f"{prefix}.{inner}" if prefix else inner, statement.value)
