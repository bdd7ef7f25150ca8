"""A board of D2: shapes in shapes and connections, as the statements of a document leave them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._limits import MAX_DEPTH, MAX_EDGES, MAX_NODES, check_count
from diagramloop.graph.d2._parse import Path, Statement, Value
from diagramloop.graph.d2._words import DOLLAR, D2Word

OTHER_BOARDS = ("layers", "scenarios", "steps")
KEYWORDS = frozenset(
    {"label", "desc", "shape", "icon", "constraint", "tooltip", "link", "near", "width", "height", "top", "left"}
    | {"direction", "style", "class", "source-arrowhead", "target-arrowhead"}
    | {"grid-rows", "grid-columns", "grid-gap", "vertical-gap", "horizontal-gap"}
)
_FIELDS = frozenset({"class", "sql_table"})  # shapes whose inside is a table of names, not shapes
SEQUENCE = "sequence_diagram"
_SUSPENDED = {"suspend": True, "unsuspend": False}
_DEEP = ("**", "***")
_MOST_SPREAD = 200_000  # statements: variables that name variables double with each
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
    suspended: bool = False

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
        self._maps: dict[str, tuple[Statement, ...]] = {}
        self._spread = 0
        self._globs: list[tuple[Statement, Name]] = []
        self.globs_left_out = 0
        every = list(statements)
        for statement in every:
            self._define(statement)
        for statement in every:
            self._apply(statement, ())
        for statement, scope in self._globs:
            self._apply_glob(statement, scope)
        self._join_columns()

    def shapes(self, *, suspended: bool = False) -> dict[Name, D2Shape]:
        """Shapes in the order in which they came to be, without those that ``null`` takes away with all in them.

        Args:
            suspended: True for those as well that ``suspend`` hides.
        """
        living: dict[Name, D2Shape] = {}
        for name, shape in self._shapes.items():  # one that holds others comes before them
            drawn = not shape.is_null and (suspended or not shape.suspended)
            if drawn and (len(name) == 1 or name[:-1] in living):
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
            self._maps |= dict(_maps(".".join(word.text.lower() for word in statement.paths[0][1:]), statement.value))
        elif head == "classes":
            for name, words in _leaves(statement):
                owner, _, keyword = name.partition(".")
                self.classes.setdefault(owner, Attributes()).entries[keyword] = words

    def _apply(self, statement: Statement, scope: Name) -> None:
        head = statement.paths[0][0].keyword if statement.paths[0] else ""
        if head in (*OTHER_BOARDS, "vars", "classes"):
            return
        if statement.mark:
            self._apply_marked(statement, scope)
            return
        if _is_pattern(statement):
            if statement.index is None and not _sets_looks(statement):
                self._globs.append((statement, scope))
                check_count("patterns", len(self._globs), MAX_DEPTH)
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
        if value.text and value.text.keyword in _SUSPENDED:
            attributes.suspended = _SUSPENDED[value.text.keyword]
        elif value.text:
            attributes.entries["label"] = (value.text,)
        for statement in sorted(value.body or (), key=_is_of_shapes):
            if not _is_of_shapes(statement) or self.said(attributes, "shape") not in _FIELDS:
                self._apply(statement, shape)

    def _apply_marked(self, statement: Statement, scope: Name) -> None:
        """The statements of a variable, in the place of its name; a filter outside of patterns says nothing."""
        reference = _SUBSTITUTION.fullmatch(statement.paths[0][0].text)
        if statement.mark != "..." or reference is None:
            return
        for inner in self._maps.get(reference[1].strip().lower(), ()):
            self._spread += 1
            check_count("statements of variables", self._spread, _MOST_SPREAD)
            self._apply(inner, scope)

    def _apply_glob(self, statement: Statement, scope: Name) -> None:
        """A statement on all shapes that are like its pattern."""
        if len(statement.paths) > 2 or not _is_plain_glob(statement):
            self.globs_left_out += 1
            return
        ends = [self._matching(path, scope) for path in statement.paths]
        if not statement.arrows:
            for shape in ends[0]:
                self._describe(shape, statement.value)
            return
        for source in ends[0]:
            for target in ends[1]:
                if source != target:
                    check_count("connections", len(self._connected), MAX_EDGES)
                    self._connections(source, _arrow(statement.arrows[0]), target, None)

    def _matching(self, path: Path, scope: Name) -> list[Name]:
        """The shapes below a scope that a path of names and patterns leads to, or the one that it brings to be."""
        globs = [place for place, word in enumerate(path) if _is_glob(word)]
        if not globs:
            return [self._shape(path, scope)]
        depth, end = len(scope), globs[-1] + 1
        alike = [name for name in self._shapes if name[:depth] == scope and _is_like(name[depth:], path[:end])]
        return [self._shape(path[end:], name) for name in alike]

    def _join_columns(self) -> None:
        """Columns of tables are no shapes: what ends at one ends at its table."""
        tables = {name for name, shape in self._shapes.items() if self.said(shape, "shape").lower() in _FIELDS}
        if not tables:
            return
        for connection in self._connected:
            connection.ends = (_table(connection.ends[0], tables), _table(connection.ends[1], tables))
        self._shapes = {name: shape for name, shape in self._shapes.items() if _table(name, tables) == name}

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
    """True for a statement on whatever is like a pattern."""
    return any(_is_glob(word) for path in statement.paths for word in path)


def _is_glob(word: D2Word) -> bool:
    return word.plain and "*" in word.text


def _sets_looks(statement: Statement) -> bool:
    """True where a pattern's statement makes neither shapes nor connections."""
    if statement.arrows:
        return False
    if _split(statement.paths[0])[1]:
        return True
    if not _is_glob(statement.paths[0][-1]):
        return False
    return statement.value.text is None and not any(map(_makes_shapes, statement.value.body or ()))


def _makes_shapes(statement: Statement) -> bool:
    return bool(statement.mark == "..." or (not statement.mark and _is_of_shapes(statement)))


def _is_plain_glob(statement: Statement) -> bool:
    """True for a pattern that is applied: without filters, and of shapes alone."""
    body = statement.value.body or ()
    text = statement.value.text
    suspends = text is not None and text.keyword in _SUSPENDED
    deep = [word for path in statement.paths for word in path if word.plain and word.text in _DEEP]
    return not suspends and len(deep) < 2 and not any(inner.mark or _is_pattern(inner) for inner in body)


def _is_like(name: Name, path: Path) -> bool:
    """True if a shape is one that a path means, in which ``**`` stands for names of any number."""
    deep = [place for place, word in enumerate(path) if word.plain and word.text in _DEEP]
    if not deep:
        return len(name) == len(path) and all(map(_is_part_like, name, path))
    before, behind = path[: deep[0]], path[deep[0] + 1 :]
    if len(name) <= len(before) + len(behind):
        return False
    ends = name[len(name) - len(behind) :]
    return all(map(_is_part_like, name, before)) and all(map(_is_part_like, ends, behind))


def _is_part_like(part: str, word: D2Word) -> bool:
    if not _is_glob(word):
        return part == word.text.lower()
    first, *middle, last = word.text.lower().split("*")
    rest = part.removeprefix(first)
    if not part.startswith(first) or not rest.endswith(last):
        return False
    rest = rest.removesuffix(last)
    for piece in middle:
        _, there, rest = rest.partition(piece) if piece else ("", "*", rest)
        if not there:
            return False
    return True


def _table(name: Name, tables: set[Name]) -> Name:
    """The table around a name, or the name itself where there is none."""
    return next((name[:length] for length in range(1, len(name)) if name[:length] in tables), name)


def _split(path: Path) -> tuple[Path, Path]:
    """The names of shapes in a path, and the keywords behind them."""
    first = next((position for position, word in enumerate(path) if word.keyword in KEYWORDS), len(path))
    return path[:first], path[first:]


def _leaves(statement: Statement, skipped: int = 1) -> Iterator[tuple[str, tuple[D2Word, ...]]]:
    """Everything that a statement on keywords says, by path without its first names."""
    yield from _below(".".join(word.text.lower() for word in statement.paths[0][skipped:]), statement.value)


def _maps(prefix: str, value: Value) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    """The statements in braces of each variable, by its path."""
    if prefix and value.body is not None:
        yield prefix, value.body
    for statement in value.body or ():
        if not statement.arrows and not statement.mark:
            inner = ".".join(word.text.lower() for word in statement.paths[0])
            yield from _maps(f"{prefix}.{inner}" if prefix else inner, statement.value)


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
