"""A second count of a DOT document, by its tokens; it shares nothing with the reader."""

from __future__ import annotations

import re
from collections.abc import Iterator

from diagramloop.graph.account import Census

_TOKEN = re.compile(
    r"""(?P<skip>(?:[\s;,]++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|(?m:^\#[^\n]*+)
        |\[(?:[^\[\]"</\#]++|"(?:[^"\\]++|\\.)*+")*+\])++)|(?P<mark>->|--|[{}\[\];,=:+])
    |"(?P<quoted>(?:[^"\\]|\\.)*+)"|(?P<html><)|(?P<word>[^\s"{}\[\];,=:+<>-]++|-[^\s"{}\[\];,=:+<>-]*+)|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_ANGLE = re.compile("[<>]")
_KEYWORDS = ("node", "edge", "graph")
_OPENINGS = ("strict", "graph", "digraph")


def dot_census(text: str) -> list[Census]:
    """Nodes and clusters, and the edges between them, of each graph."""
    tokens = list(_tokens(text.replace("\r\n", "\n")))
    counts: list[Census] = []
    position = 0
    while position < len(tokens) and (not counts or tokens[position].lower() in _OPENINGS):
        count = _GraphCount(tokens, position)
        position = count.behind()
        counts.append(Census(len(count.nodes) + len(count.clusters), count.lines))
    return counts


def _tokens(text: str) -> Iterator[str]:
    """Words and marks; what is quoted begins with a quote."""
    position = 0
    while match := _TOKEN.match(text, position):
        position = match.end()
        if match["html"]:
            position = _behind_html(text, match.start())
            yield f'"{text[match.start() + 1 : position - 1]}'
        elif match["quoted"] is not None:
            yield '"' + match["quoted"].replace('\\"', '"').replace("\\\n", "").replace("\\\\", "\\")
        elif match["mark"] or match["word"]:
            yield match[0]


def _behind_html(text: str, start: int) -> int:
    depth = 0
    for angle in _ANGLE.finditer(text, start):
        depth += 1 if angle[0] == "<" else -1
        if depth == 0:
            return angle.end()
    return len(text)


class _GraphCount:
    """One graph's elements; what is linked is a node, or all nodes between two braces."""

    def __init__(self, tokens: list[str], position: int) -> None:
        self.nodes: set[str] = set()
        self.clusters: set[str] = set()
        self.lines = 0
        self._tokens = tokens
        self._at = position
        self._members: dict[str, set[str]] = {}
        self._open: list[tuple[set[str], bool, set[str]]] = []  # members, and what stands before the brace
        self._before: set[str] = set()
        self._linked = False
        self._pairs: set[tuple[str, ...]] | None = None
        self._directed = False

    def behind(self) -> int:
        """The position behind the graph's last brace; counts on the way."""
        while self._word not in ("{", ""):
            opening = self._take().lower()
            self._directed = self._directed or opening == "digraph"
            if opening == "strict":
                self._pairs = set()
        self._begin("")
        while self._open and self._at < len(self._tokens):
            self._next()
        return self._at

    @property
    def _word(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        word = self._word
        self._at += 1
        return word.removeprefix('"')

    def _next(self) -> None:
        word = self._word
        if word == "{":
            self._begin("")
        elif word == "}":
            self._close()
        elif word == "[":
            while self._word not in ("]", ""):
                self._take()
        elif word in ("->", "--"):
            self._linked = True
            self._take()
        elif word.lower() == "subgraph":
            self._subgraph()
        elif word in tuple(";,]") or word.lower() in _KEYWORDS:
            self._take()
        elif word == ":":
            self._at += 2
        else:
            self._name()

    def _begin(self, name: str) -> None:
        self._take()
        members = self._members.setdefault(name, set()) if name else set()
        self._open.append((members, self._linked, self._before))
        self._linked, self._before = False, set()

    def _close(self) -> None:
        self._take()
        members, self._linked, self._before = self._open.pop()
        self._end(members)

    def _end(self, nodes: set[str]) -> None:
        """An end of a chain of edges, or a statement of its own."""
        if self._open:
            self._open[-1][0].update(nodes)
        if self._linked and self._pairs is None:
            self.lines += len(self._before) * len(nodes)
        elif self._linked and self._pairs is not None:
            pairs = {(source, target) for source in self._before for target in nodes}
            self._pairs |= pairs if self._directed else {tuple(sorted(pair)) for pair in pairs}
            self.lines = len(self._pairs)
        self._linked, self._before = False, set(nodes)

    def _subgraph(self) -> None:
        self._take()
        name = self._joined() if self._word not in ("{", "") else ""
        if name.startswith("cluster"):
            self.clusters.add(name)
        if self._word == "{":
            self._begin(name)
        else:
            self._end(self._members.setdefault(name, set()))

    def _name(self) -> None:
        name = self._joined()
        if self._word == "=":
            self._take()
            self._joined()
        else:
            self.nodes.add(name)
            self._end({name})

    def _joined(self) -> str:
        name = self._take()
        while self._word == "+":
            self._take()
            name += self._take()
        return name
