"""Reads Graphviz DOT. The grammar is pydot's, in Python: hostile text meets no C parser, and errors have a place."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from flowbench.errors import FormatError, RejectionReason
from flowbench.graph._limits import MAX_DEPTH, check_document
from flowbench.graph._model import Direction, Edge, FlowGraph, Group, Node
from flowbench.graph.dot.vocabulary import line_of, marks_of, shape_of
from flowbench.graph.mermaid.shapes import kind_of

MAX_CHARACTERS = 300_000  # pydot reads about 30,000 a second

Attributes = dict[str, str]
Raw = Mapping[str, Any]  # pydot's own record of an element

_DEFAULTS = ("node", "edge", "graph")
_DIRECTIONS: dict[str, Direction] = {"TB": "TB", "BT": "BT", "LR": "LR", "RL": "RL"}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>|</tr>|</p>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


def read_dot(text: str) -> FlowGraph:
    """The graph of a DOT document. Attributes that would load something (``image``, ``shapefile``) mean nothing here.

    Raises:
        FormatError: not DOT, with line and column, or beyond a cap.
    """
    check_document(text)
    if len(text) > MAX_CHARACTERS:
        raise FormatError(f"{len(text)} characters of DOT, at most {MAX_CHARACTERS}", reason=RejectionReason.TOO_LARGE)
    raw = _parsed(text)
    reader = _Reader(directed=raw["type"] == "digraph", merges=bool(raw.get("strict")))
    reader.scope(raw, _Scope())
    return reader.graph()


def _parsed(text: str) -> Raw:
    from pydot.dot_parser import GraphParser
    from pyparsing import ParseException

    try:
        (graph, *more) = GraphParser.parser.parse_string(text, parse_all=True)
    except ParseException as error:
        raise FormatError(error.msg, line=error.lineno, column=error.column) from error
    except RecursionError as error:
        raise FormatError("nested too deeply", reason=RejectionReason.TOO_LARGE) from error
    if more:
        raise FormatError("more than one graph in a document", reason=RejectionReason.UNSUPPORTED)
    raw: Raw = graph.obj_dict
    return raw


@dataclass(frozen=True)
class _Scope:
    """What holds inside one pair of braces."""

    node: Attributes = field(default_factory=dict)
    edge: Attributes = field(default_factory=dict)
    group: str | None = None
    depth: int = 0

    def inner(self, group: str | None) -> _Scope:
        return _Scope(dict(self.node), dict(self.edge), group, self.depth + 1)


class _Reader:
    """Follows the statements in the author's order, since defaults hold for what comes after them."""

    def __init__(self, directed: bool, merges: bool) -> None:
        self._directed, self._merges = directed, merges
        self._nodes: dict[str, tuple[Attributes, str | None]] = {}
        self._groups: dict[str, tuple[Attributes, str | None]] = {}
        self._edges: list[tuple[str, str, Attributes]] = []
        self._top: Attributes = {}

    def scope(self, raw: Raw, scope: _Scope) -> list[str]:
        """Read the statements of one pair of braces; returns the nodes mentioned in it."""
        if scope.depth > MAX_DEPTH:
            raise FormatError("subgraphs nested too deeply", reason=RejectionReason.TOO_LARGE)
        self._settle(scope.group, _clean(raw.get("attributes", {})))
        mentioned: dict[str, None] = {}
        for kind, element in _in_order(raw):
            mentioned |= dict.fromkeys(getattr(self, f"_{kind}")(element, scope))
        return list(mentioned)

    def _settle(self, group: str | None, attributes: Attributes) -> None:
        (self._top if group is None else self._groups[group][0]).update(attributes)

    def _node(self, raw: Raw, scope: _Scope) -> list[str]:
        name, attributes = _unquote(raw["name"]), _clean(raw["attributes"])
        if raw["name"] in _DEFAULTS:
            if raw["name"] == "graph":
                self._settle(scope.group, attributes)
            else:
                getattr(scope, raw["name"]).update(attributes)
            return []
        return [self._mention(name, attributes, scope)]

    def _mention(self, name: str, attributes: Attributes, scope: _Scope) -> str:
        own, group = self._nodes.get(name, (dict(scope.node), scope.group))
        own.update(attributes)
        self._nodes[name] = (own, scope.group if group is None else group)
        return name

    def _edge(self, raw: Raw, scope: _Scope) -> list[str]:
        sources, targets = (self._end(point, scope) for point in raw["points"])
        attributes = scope.edge | _clean(raw["attributes"])
        for source in sources:
            for target in targets:
                self._edges.append((source, target, attributes))
        return [*sources, *targets]

    def _end(self, point: str | Raw, scope: _Scope) -> list[str]:
        """The nodes that one end of an edge stands for: itself, or all of a subgraph."""
        if isinstance(point, str):
            return [self._mention(_unquote(_without_port(point)), {}, scope)]
        return self._subgraph(point, scope)

    def _subgraph(self, raw: Raw, scope: _Scope) -> list[str]:
        name = _unquote(raw.get("name") or "")
        group = scope.group
        if name.startswith("cluster"):
            group = name
            self._groups.setdefault(name, ({}, scope.group))
        return self.scope(raw, scope.inner(group))

    def graph(self) -> FlowGraph:
        groups = {name: self._group_name(name) for name in self._groups}
        return FlowGraph(
            nodes=tuple(_node(name, a, groups.get(g or "")) for name, (a, g) in self._nodes.items()),
            edges=tuple(self._distinct_edges()),
            groups=tuple(
                Group(id=groups[name], text=_label(a.get("label", ""), name), parent=groups.get(parent or ""))
                for name, (a, parent) in self._groups.items()
            ),
            direction=_DIRECTIONS.get(self._top.get("rankdir", "TB"), "TB"),
            title=_label(self._top.get("label", ""), ""),
        )

    def _group_name(self, name: str) -> str:
        """Graphviz wants the prefix, a reader of the graph does not; it stays where a node has the bare name."""
        bare = name.removeprefix("cluster_")
        return name if not bare or bare in self._nodes else bare

    def _distinct_edges(self) -> Iterator[Edge]:
        seen: set[tuple[str, str]] = set()
        for source, target, attributes in self._edges:
            if not (self._merges and (source, target) in seen):
                seen.add((source, target))
                yield _edge(source, target, attributes, self._directed)


def _in_order(raw: Raw) -> list[tuple[str, Raw]]:
    """The statements within braces in the author's order; pydot keeps them by kind."""
    kinds = {"node": "nodes", "edge": "edges", "subgraph": "subgraphs"}
    found = [(kind, e) for kind, key in kinds.items() for same in raw.get(key, {}).values() for e in same]
    return sorted(found, key=lambda pair: pair[1].get("sequence") or 0)


def _node(name: str, attributes: Attributes, group: str | None) -> Node:
    shape, text = shape_of(attributes), _label(attributes.get("label", "\\N"), name)
    return Node(id=name, text=text, shape=shape, kind=kind_of(shape, text), group=group)


def _edge(source: str, target: str, attributes: Attributes, directed: bool) -> Edge:
    head, tail = marks_of(attributes, directed)
    label = next((attributes[key] for key in ("label", "xlabel", "taillabel", "headlabel") if key in attributes), "")
    length = attributes.get("minlen", "1")
    return Edge(
        source=source, target=target, label=_label(label, ""), head=head, tail=tail, line=line_of(attributes),
        length=min(max(int(length), 1), 1000) if length.isdecimal() and length.isascii() else 1,
        id=attributes.get("id", ""),
    )  # fmt: skip


def _clean(attributes: Mapping[str, Any]) -> Attributes:
    return {_unquote(str(key)): _unquote(str(value)) for key, value in attributes.items()}


def _unquote(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text[1:-1].replace('\\"', '"').replace("\\\n", "")
    return text


def _without_port(point: str) -> str:
    quoted = re.match(r'"(?:[^"\\]|\\.)*"', point, re.DOTALL)
    return quoted[0] if quoted else point.split(":")[0]


def _label(label: str, name: str) -> str:
    """The words that Graphviz draws: escapes resolved, HTML-like labels reduced to their text."""
    if label.startswith("<") and label.endswith(">"):
        plain = _TAG.sub("", _BREAK.sub("\n", label[1:-1]))
        return "\n".join(" ".join(html.unescape(line).split()) for line in plain.strip().split("\n"))
    breaks = {"n": "\n", "l": "\n", "r": "\n", "N": name}
    return _ESCAPE.sub(lambda match: breaks.get(match[1], match[1]), html.unescape(label)).strip("\n")
