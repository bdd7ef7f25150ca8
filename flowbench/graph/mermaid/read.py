"""Reads Mermaid flowcharts as Mermaid itself does (11.x grammar, https://mermaid.js.org/syntax/flowchart.html)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from flowbench.errors import FormatError
from flowbench.graph._limits import MAX_DEPTH, MAX_EDGES, MAX_NODES, check_count
from flowbench.graph._model import Direction, Edge, FlowGraph, Group, Node
from flowbench.graph.mermaid._source import Source, read_yaml
from flowbench.graph.mermaid._text import decode
from flowbench.graph.mermaid.links import Arrow, arrow_of, match_link
from flowbench.graph.mermaid.shapes import SHAPE_OF, SHAPES, kind_of

_HEADER = re.compile(
    r"\s*(?:flowchart-elk|flowchart|graph)(?![\w-])[^\S\n]*(?P<direction>TB|TD|BT|LR|RL|[<>^v])?(?=[\s;]|\Z)"
)
_DIRECTIONS: dict[str, Direction] = {
    "TB": "TB",
    "TD": "TB",
    "BT": "BT",
    "LR": "LR",
    "RL": "RL",
    ">": "LR",
    "<": "RL",
    "^": "BT",
    "v": "TB",
}
_SPACE = re.compile(r"[^\S\n]+")
_END_OF_STATEMENT = re.compile(r"[^\S\n]*(?:[;\n]|\Z)")
_IGNORED = re.compile(
    r"(?:classDef|class|style|linkStyle|click|accTitle[^\S\n]*:|accDescr[^\S\n]*:)(?=[\s:])[^\n;]*|accDescr[^\S\n]*\{[^}]*\}"
)
_SUBGRAPH = re.compile(r"subgraph(?=[\s;\[\"]|\Z)")
_SUBGRAPH_END = re.compile(r"end(?=[\s;]|\Z)")
_DIRECTION = re.compile(r"direction[^\S\n]+(?P<direction>TB|TD|BT|LR|RL)(?=[\s;]|\Z)")
_ID = re.compile(r"(?:[^\s\[\](){}<>|;,&@:^~=-]|-(?![>.-])|=(?!=)|:(?!::)|,|&(?=\S))+")
_EDGE_NAME = re.compile(r"(?P<id>[^\s\"@]+)@(?=[xo<]?(?:--|==|-\.|~~~))")
_CLASS = re.compile(r":::[\w-]+(?:,[\w-]+)*")
_QUOTED = re.compile(r'\s*"(?P<text>[^"]*)"\s*')
_OPENERS = sorted(((shape.brackets[0], shape) for shape in SHAPES if shape.brackets), key=lambda pair: -len(pair[0]))
_SLANTED = ("[/", "[\\")
_MENTION_END = re.compile(r"[^\S\n]*&(?=\s)\s*")


def read_mermaid(text: str) -> FlowGraph:
    """The graph of a Mermaid flowchart; node ids are kept.

    Styles, classes, ``click`` and directives are read and ignored: nothing in a document acts.

    Raises:
        FormatError: not a flowchart, or not valid, with line and column of the first offence; or beyond a cap.
    """
    return _Reader(Source(text)).graph()


@dataclass
class _Subgraph:
    """A subgraph being read: its group, and what was mentioned in it so far."""

    id: str
    text: str
    opened: int
    direction: Direction | None = None
    members: dict[str, None] = field(default_factory=dict)


class _Reader:
    """One pass over the statements. ``_at`` is the position; every ``_take`` method advances it."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text = source.text
        self._at = 0
        self._nodes: dict[str, Node] = {}
        self._edges: list[Edge] = []
        self._open: list[_Subgraph] = []
        self._closed: list[_Subgraph] = []
        self._direction: Direction = "TB"

    def graph(self) -> FlowGraph:
        self._header()
        while self._skip_to_statement():
            self._statement()
        if self._open:
            raise self._source.error(self._open[-1].opened, "this subgraph has no end")
        return self._assembled()

    # Statements

    def _header(self) -> None:
        header = self._match(_HEADER)
        if header is None:
            raise self._fail("expected `flowchart` or `graph` and a direction")
        self._direction = _DIRECTIONS.get(header["direction"] or "", "TB")

    def _skip_to_statement(self) -> bool:
        while self._at < len(self._text) and self._text[self._at] in "; \t\n\r\f\v\u00a0":
            self._at += 1
        return self._at < len(self._text)

    def _statement(self) -> None:
        start = self._at
        if self._match(_SUBGRAPH):
            self._begin_subgraph(start)
        elif self._match(_SUBGRAPH_END):
            self._end_subgraph(start)
        elif direction := self._match(_DIRECTION):
            if self._open:
                self._open[-1].direction = _DIRECTIONS[direction["direction"]]
            else:
                self._direction = _DIRECTIONS[direction["direction"]]
        elif not self._match(_IGNORED):
            self._chain()
        if not self._match(_END_OF_STATEMENT) and not self._peek(_SUBGRAPH_END):
            raise self._fail("expected the end of the statement")

    def _begin_subgraph(self, start: int) -> None:
        check_count("levels of subgraphs", len(self._open), MAX_DEPTH)
        self._match(_SPACE)
        rest = re.compile(r"[^\n;]*").match(self._text, self._at)
        assert rest is not None
        name, title = self._subgraph_name(rest[0].strip())
        self._at = rest.end()
        self._open.append(_Subgraph(name, title, start))

    def _subgraph_name(self, rest: str) -> tuple[str, str]:
        named = re.fullmatch(r"(?P<id>[^\s\[\"]+)\s*\[(?P<title>.*)\]", rest, re.DOTALL)
        if named:
            return named["id"], _label(named["title"])
        title = _label(rest)
        plain = rest and not re.search(r"[\s\"]", rest)
        return (rest if plain else f"subGraph{len(self._closed) + len(self._open)}"), title

    def _end_subgraph(self, start: int) -> None:
        if not self._open:
            raise self._source.error(start, "`end` without a subgraph")
        closed = self._open.pop()
        if self._open:
            self._open[-1].members[closed.id] = None
        self._closed.append(closed)

    def _chain(self) -> None:
        """``A & B --> C -->|text| D``: every node of one mention is linked with every one of the next."""
        sources = self._mention()
        while True:
            self._match(_SPACE)
            linked = self._link()
            if linked is None:
                return
            arrow, label, name = linked
            targets = self._mention()
            for source in sources:
                for target in targets:
                    self._edges.append(_edge(source, target, arrow, label, name))
                    name = ""
            check_count("edges", len(self._edges), MAX_EDGES)
            sources = targets

    def _mention(self) -> list[str]:
        self._match(re.compile(r"\s*"))
        mentioned = [self._vertex()]
        while self._match(_MENTION_END):
            mentioned.append(self._vertex())
        return mentioned

    # Nodes

    def _vertex(self) -> str:
        start = self._at
        found = self._match(_ID)
        if found is None or found[0] == "end":
            self._at = start
            raise self._fail("expected a node")
        name = found[0]
        shape, text = self._body()
        while self._match(_CLASS):
            pass
        if self._text.startswith("@{", self._at):
            metadata = self._metadata()
            if name in {edge.id for edge in self._edges}:
                return name
            shape, text = self._shape_of(metadata, shape, start), metadata.get("label", text)
            while self._match(_CLASS):
                pass
        self._declare(name, shape, text)
        return name

    def _declare(self, name: str, shape: str | None, text: str | None) -> None:
        before = self._nodes.get(name, Node(id=name, text=name))
        shape, text = shape or before.shape, before.text if text is None else text
        self._nodes[name] = Node(id=name, text=text, shape=shape, kind=kind_of(shape, text))
        check_count("nodes", len(self._nodes), MAX_NODES)
        for subgraph in self._open[-1:]:
            subgraph.members[name] = None

    def _body(self) -> tuple[str | None, str | None]:
        """Shape and text in brackets directly behind an id."""
        for opener, _ in _OPENERS:
            if self._text.startswith(opener, self._at):
                return self._bracketed(opener)
        return None, None

    def _bracketed(self, opener: str) -> tuple[str, str]:
        start = self._at
        closers = {shape.brackets[1]: shape.name for o, shape in _OPENERS if o == opener and shape.brackets}
        quoted = _QUOTED.match(self._text, start + len(opener))
        pattern = re.compile("|".join(re.escape(c) for c in sorted(closers, key=len, reverse=True)))
        end = pattern.search(self._text, quoted.end() if quoted else start + len(opener))
        if end is None:
            raise self._source.error(start, f"`{opener}` is not closed by `{'` or `'.join(closers)}`")
        raw = self._text[start + len(opener) : end.start()]
        self._check_raw(raw, start + len(opener), slanted=opener in _SLANTED)
        self._at = end.end()
        return closers[end[0]], _label(raw)

    def _check_raw(self, raw: str, position: int, slanted: bool) -> None:
        """Refuses brackets outside of quotes; between slanted sides Mermaid takes quotes as they come."""
        bare = re.sub(r'^(\s*)"[^"]*"', lambda match: " " * len(match[0]), raw)
        bad = re.search(r"[\[\](){}]" if slanted else r"[\[\](){}\"|]", bare)
        if bad:
            raise self._source.error(position + bad.start(), f"`{bad[0]}` in a text without quotes")

    def _metadata(self) -> dict[str, str]:
        start = self._at
        inside = re.compile(r'@\{(?P<yaml>(?:"[^"]*"|[^"}])*)\}').match(self._text, start)
        if inside is None:
            raise self._source.error(start, "`@{` is not closed by `}`")
        self._at = inside.end()
        body = inside["yaml"]
        fields = read_yaml(body if "\n" in body.strip() else "{" + body + "}", 1, 1)
        return {key: value for key, value in fields.items() if isinstance(value, str)}

    def _shape_of(self, metadata: dict[str, str], before: str | None, position: int) -> str | None:
        name = metadata.get("shape")
        if name is None:
            return "icon" if "icon" in metadata else before
        if name not in SHAPE_OF:
            raise self._source.error(position, f"no shape is named {name!r}")
        return SHAPE_OF[name].name

    # Links

    def _link(self) -> tuple[Arrow, str, str] | None:
        named = self._match(_EDGE_NAME)
        name = named["id"] if named else ""
        start = self._at
        link = match_link(self._text, start)
        if link is None:
            return None
        self._at = link.end
        if link.arrow is not None:
            self._match(_SPACE)
            return link.arrow, self._piped_label(), name
        end = link.closing.search(self._text, link.end)
        if end is None:
            raise self._source.error(start, f"`{link.opening}` is not closed by an arrow")
        self._at = end.end()
        return arrow_of(end[0], link.opening), _label(self._text[link.end : end.start()]), name

    def _piped_label(self) -> str:
        label = re.compile(r'\|(?P<label>\s*"[^"]*"\s*|[^|"]*)\|').match(self._text, self._at)
        if label is None:
            if self._text.startswith("|", self._at):
                raise self._fail("`|` is not closed by `|`")
            return ""
        self._at = label.end()
        return _label(label["label"])

    # The result

    def _assembled(self) -> FlowGraph:
        owner: dict[str, str] = {}
        for subgraph in self._closed:
            for member in subgraph.members:
                owner.setdefault(member, subgraph.id)
        groups = tuple(
            Group(id=s.id, text=s.text, parent=owner.get(s.id), direction=s.direction)
            for s in sorted(self._closed, key=lambda s: s.opened)
        )
        names = {group.id for group in groups}
        nodes = tuple(
            node.model_copy(update={"group": owner.get(name)})
            for name, node in self._nodes.items()
            if name not in names
        )
        return FlowGraph(
            nodes=nodes, edges=tuple(self._edges), groups=groups, direction=self._direction, title=self._source.title
        )

    # Scanning

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self._text, self._at)
        if match:
            self._at = match.end()
        return match

    def _peek(self, pattern: re.Pattern[str]) -> bool:
        return pattern.match(self._text, self._at) is not None

    def _fail(self, message: str) -> FormatError:
        found = self._text[self._at : self._at + 12].split("\n")[0]
        return self._source.error(self._at, f"{message}, found {found!r}")


def _edge(source: str, target: str, arrow: Arrow, label: str, name: str) -> Edge:
    return Edge(
        source=source, target=target, label=label, line=arrow.line, head=arrow.head, tail=arrow.tail,
        length=arrow.length, id=name,
    )  # fmt: skip


def _label(raw: str) -> str:
    """The words of a text as it stands between its delimiters."""
    quoted = re.match(r'"(?P<text>[^"]*)"', raw := raw.strip())
    if quoted is None:
        return decode(raw)
    text = quoted["text"]
    if quoted.end() == len(raw) and len(text) >= 2 and text[0] == text[-1] == "`":
        return decode(text[1:-1], markdown=True)
    return decode(text + raw[quoted.end() :])
