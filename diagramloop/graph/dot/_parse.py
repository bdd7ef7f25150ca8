"""DOT's grammar: statements to nodes, edges and subgraphs with their attributes resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from diagramloop.errors import FormatError
from diagramloop.graph._limits import MAX_DEPTH, MAX_EDGES, MAX_NODES, check_count, check_document
from diagramloop.graph.dot._tokens import DotToken, syntax_error, tokens

Attributes = dict[str, str]
HTML = "\0html\0"
"""Prefix of attribute values that were HTML strings; NUL cannot occur in a document."""

MAX_GATHERED = 1_000_000
"""Mentions of nodes by way of subgraphs: a short document can name a large one again and again."""

_PICTURE = re.compile(r"<img\b", re.IGNORECASE)
_FILES = {"image", "imagepath", "shapefile", "fontpath", "stylesheet"}


def plain(text: str) -> str:
    """A quoted text that is no label: a doubled backslash stands for one."""
    return text.replace("\\\\", "\\")


@dataclass
class Subgraph:
    """A subgraph: its name, the subgraph around it, the attributes set in it and those it inherited."""

    name: str
    parent: Subgraph | None
    own: Attributes = field(default_factory=dict)
    inherited: Attributes = field(default_factory=dict)
    nodes: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True)
class DotEdge:
    """An edge between two nodes."""

    source: str
    target: str
    attributes: Attributes


@dataclass
class DotGraph:
    """A parsed graph; ``subgraphs[0]`` is the graph itself, the rest come in the order of their opening.

    Attributes:
        pictures: files that attributes name for Graphviz to open; they are read over.
    """

    directed: bool = True
    strict: bool = False
    nodes: dict[str, Attributes] = field(default_factory=dict)
    edges: list[DotEdge] = field(default_factory=list)
    subgraphs: list[Subgraph] = field(default_factory=list)
    pictures: int = 0


@dataclass
class _Scope:
    """A pair of braces: its subgraph and the defaults in force."""

    subgraph: Subgraph
    node: Attributes
    edge: Attributes

    def inner(self, subgraph: Subgraph) -> _Scope:
        return _Scope(subgraph, dict(self.node), dict(self.edge))


def parse_dot(document: str) -> DotGraph:
    """The first graph of a DOT document; raises as :func:`parse_graphs`."""
    return next(parse_graphs(document))


def parse_graphs(document: str) -> Iterator[DotGraph]:
    """The graphs of a DOT document, one after the other.

    Raises:
        FormatError: with line and column: SYNTAX; EMPTY, TOO_LARGE, UNREADABLE (see ``_limits``).
    """
    check_document(document)
    parser = _Parser(document.removeprefix("\ufeff").replace("\r\n", "\n"))
    yield parser.graph()
    while parser.goes_on:
        yield parser.graph()


class _Parser:
    def __init__(self, document: str) -> None:
        self._document = document
        self._tokens = tokens(document)
        self._next = next(self._tokens)
        self._begin()

    def _begin(self) -> None:
        self._graph = DotGraph()
        self._gathered = 0
        self._pairs: dict[tuple[str, str], DotEdge] = {}
        self._named: dict[str, Subgraph] = {}

    @property
    def goes_on(self) -> bool:
        """True if another graph begins here."""
        return self._next.text in ("strict", "graph", "digraph")

    def graph(self) -> DotGraph:
        """The graph that begins here, to its last brace.

        Raises:
            FormatError: SYNTAX; TOO_LARGE.
        """
        self._begin()
        self._graph.strict = self._accept("strict") is not None
        self._graph.directed = self._accept("digraph") is not None
        if not self._graph.directed:
            self._expect("graph")
        name = self._id() if self._next.kind in {"id", "html"} else ""
        root = Subgraph(name, None)
        self._graph.subgraphs.append(root)
        self._body(_Scope(root, {}, {}), depth=1)
        if not self.goes_on:
            self._expect("")
        return self._graph

    def _advance(self) -> DotToken:
        token = self._next
        if token.kind != "mark" or token.text:
            self._next = next(self._tokens)
        return token

    def _accept(self, text: str) -> DotToken | None:
        return self._advance() if self._next.kind in {"mark", "keyword"} and self._next.text == text else None

    def _expect(self, text: str) -> None:
        if self._next.kind not in {"mark", "keyword"} or self._next.text != text:
            raise self._error(f"expected {text!r}" if text else "expected the end of the document")
        self._advance()

    def _error(self, message: str) -> FormatError:
        token = repr(self._next.text) if self._next.text else "the end of the document"
        return syntax_error(self._document, self._next.start, f"{message}, found {token}")

    def _id(self) -> str:
        return plain(self._raw().removeprefix(HTML))

    def _raw(self) -> str:
        """An id as written: backslashes kept, marked when it was an HTML string."""
        if self._next.kind == "html":
            return HTML + self._advance().text
        if self._next.kind != "id":
            raise self._error("expected an id")
        text = self._advance().text
        while self._accept("+"):
            text += self._advance().text
        return text

    def _body(self, scope: _Scope, depth: int) -> None:
        check_count("nested subgraphs", depth, MAX_DEPTH)
        self._expect("{")
        while not self._accept("}"):
            self._statement(scope, depth)
            self._accept(";")

    def _statement(self, scope: _Scope, depth: int) -> None:
        for keyword, defaults in (("graph", scope.subgraph.own), ("node", scope.node), ("edge", scope.edge)):
            if self._accept(keyword):
                defaults |= self._attributes()
                return
        if self._next.kind == "keyword" or self._next.text == "{":
            self._edge_chain(self._subgraph(scope, depth), scope, depth)
            return
        name = self._id()
        if self._accept("="):
            scope.subgraph.own[name] = self._value(name)
            return
        self._port()
        if self._next.text in {"->", "--"} and self._next.kind == "mark":
            self._mention(name, scope)
            self._edge_chain([name], scope, depth)
        else:
            self._mention(name, scope, self._attributes())

    def _subgraph(self, scope: _Scope, depth: int) -> list[str]:
        name = ""
        if self._next.kind == "keyword":
            self._expect("subgraph")
            name = self._id() if self._next.kind in {"id", "html"} else ""
        inner = self._named.get(name) if name else None
        if inner is None:
            inner = Subgraph(name, scope.subgraph, inherited=scope.subgraph.inherited | scope.subgraph.own)
            self._graph.subgraphs.append(inner)
            check_count("subgraphs", len(self._graph.subgraphs), MAX_NODES)
            if name:
                self._named[name] = inner
        if self._next.text == "{" or not name:
            self._body(scope.inner(inner), depth + 1)
        self._gathered += len(inner.nodes)
        check_count("members of subgraphs", self._gathered, MAX_GATHERED)
        scope.subgraph.nodes |= inner.nodes
        return list(inner.nodes)

    def _edge_chain(self, sources: list[str], scope: _Scope, depth: int) -> None:
        links: list[tuple[list[str], list[str]]] = []
        while self._next.kind == "mark" and self._next.text in {"->", "--"}:
            if self._next.text != ("->" if self._graph.directed else "--"):
                raise self._error("wrong edge operator for this kind of graph")
            self._advance()
            targets = self._end(scope, depth)
            links.append((sources, targets))
            sources = targets
        if not links:
            return
        attributes = scope.edge | self._attributes()
        for left, right in links:
            check_count("edges", len(self._graph.edges) + len(left) * len(right), MAX_EDGES)
            for source in left:
                for target in right:
                    self._connect(source, target, attributes)

    def _end(self, scope: _Scope, depth: int) -> list[str]:
        if self._next.kind == "keyword" or self._next.text == "{":
            return self._subgraph(scope, depth)
        name = self._id()
        self._port()
        self._mention(name, scope)
        return [name]

    def _connect(self, source: str, target: str, attributes: Attributes) -> None:
        pair = (source, target) if self._graph.directed else (min(source, target), max(source, target))
        if self._graph.strict and pair in self._pairs:
            self._pairs[pair].attributes.update(attributes)
            return
        edge = DotEdge(source, target, dict(attributes))
        self._pairs[pair] = edge
        self._graph.edges.append(edge)

    def _mention(self, name: str, scope: _Scope, attributes: Attributes | None = None) -> None:
        known = self._graph.nodes.get(name)
        if known is None:
            known = self._graph.nodes[name] = dict(scope.node)
            check_count("nodes", len(self._graph.nodes), MAX_NODES)
        known.update(attributes or {})
        scope.subgraph.nodes[name] = None

    def _port(self) -> None:
        """Read over ``:port:compass``: where an edge touches a node is geometry."""
        while self._accept(":"):
            self._id()

    def _attributes(self) -> Attributes:
        attributes: Attributes = {}
        while self._accept("["):
            while not self._accept("]"):
                name = self._id()
                attributes[name] = self._value(name) if self._accept("=") else "true"
                if not self._accept(";"):
                    self._accept(",")
        return attributes

    def _value(self, name: str) -> str:
        """An attribute's value; nothing where it names a file, which Graphviz would open."""
        value = self._raw()
        if name.lower() in _FILES:
            self._graph.pictures += 1
            return ""
        if value.startswith(HTML):
            self._graph.pictures += len(_PICTURE.findall(value))
        return value
