"""Mermaid flowchart text to FlowGraph."""

from __future__ import annotations

import re

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Direction
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.mermaid._brackets import (
    expect,
    join,
    read_bracketed,
    read_data,
    read_quoted,
    read_text,
    skip_blank,
)
from diagramloop.graph.mermaid._chart import MermaidChart
from diagramloop.graph.mermaid._kinds import of_other_kind
from diagramloop.graph.mermaid._names import EDGE_NAME, ID, RESERVED
from diagramloop.graph.mermaid._source import MermaidSource
from diagramloop.graph.mermaid._state_diagram import is_state_diagram, read_state_diagram
from diagramloop.graph.mermaid._text import decode
from diagramloop.graph.mermaid._yaml import read_yaml
from diagramloop.graph.mermaid.links import LinkLook, arrow_of, match_link
from diagramloop.graph.mermaid.shapes import SHAPE_OF

_HEADER = re.compile(r"\s*(?P<name>flowchart-elk|flowchart|graph)\b")
_DIRECTION = re.compile(r"[ \t]*(?:(?P<name>LR|RL|TB|BT|TD|BR)\b|(?P<mark>[<>^])|(?P<v>v)\b)")
_DIRECTIONS: dict[str, Direction] = {
    **{"LR": "LR", "RL": "RL", "TB": "TB", "TD": "TB", "BR": "TB", "BT": "BT"},
    **{">": "LR", "<": "RL", "v": "TB", "^": "BT"},
}
_GAP = re.compile(r"[\s;]*")
_SPACE = re.compile(r"[^\S\n]?")
_ENDED = re.compile(r"[^\S\n]*(?:[\n;]|\Z)")
_CLASSES = re.compile(r"[^\S\n]*:::[^\S\n]*(?:[\w!#$%'*+.`?\\/,]|-(?![->.]))+")
_DATA = re.compile(r"[^\S\n]*@\{")
_AND = re.compile(r"[^\S\n]+&[^\S\n]+")
_KEYWORD = re.compile(
    r"(?P<subgraph>subgraph\b)|(?P<end>end\b)|(?P<style>style[^\S\n]+)|(?P<inert>(?:linkStyle|classDef|class)\b)|(?P<click>click\s)"
    r"|(?P<title>accTitle\s*:[^\n]*)|(?P<description>accDescr\s*(?::[^\n]*|\{[^}]*\}))"
    r"|direction[^\S\n]+(?P<direction>TB|BT|LR|RL|TD)\b[^\n]*"
)
_REST = re.compile(r'(?:"[^"\n]*"|[^\n;])*')
_CLICK = re.compile(r'(?:"[^"]*"|[^\n;])*')
_GROUP_NAME = re.compile(r'[^\n;\["]*')


def read_mermaid(text: str) -> FlowGraph:
    """Read a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html) or state diagram, as Mermaid 11 does.

    Nodes keep their ids, in the order of their first mention; groups come in the order of their opening.
    Labels are the words that Mermaid draws (see :func:`diagramloop.graph.mermaid._text.decode`). Styles,
    classes, clicks, directives and comments are read over and never acted upon.

    Raises:
        FormatError: with line and column: SYNTAX; EMPTY; TOO_LARGE (caps in ``diagramloop.graph._limits``);
            UNREADABLE for NUL; UNSUPPORTED, by name, for another kind of diagram; INVALID for an unknown shape or a
            subgraph inside itself.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> [node.text for node in read_mermaid('flowchart LR; a[Start] --> b([End])').nodes]
        ['Start', 'End']
    """
    source = MermaidSource(text)
    return read_state_diagram(source) if is_state_diagram(source) else _Reader(source).chart()


class _Reader:
    """A recursive-descent reader; ``_at`` is the position of the next character."""

    def __init__(self, source: MermaidSource) -> None:
        self._source = source
        self._text = source.text
        self._at = 0
        self._chart = MermaidChart()
        self._group_openings: list[int] = []

    def chart(self) -> FlowGraph:
        direction = self._header()
        while self._take(_GAP) is not None and self._at < len(self._text):
            begin = self._at
            try:
                self._statement()
            except FormatError as error:
                raise (
                    error if error.line is not None else self._source.error(begin, str(error), error.reason)
                ) from error
        if self._group_openings:
            raise self._source.error(self._group_openings[-1], "this subgraph is never closed by 'end'")
        return self._chart.graph(direction, self._source.title)

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self._text, self._at)
        if match:
            self._at = match.end()
        return match

    def _header(self) -> Direction:
        if not self._take(_HEADER):
            raise of_other_kind(self._source)
        direction = self._take(_DIRECTION)
        if not _ENDED.match(self._text, self._at):
            raise self._source.error(self._at, "expected a direction (TB, TD, BT, LR, RL) and the end of the line")
        return _DIRECTIONS[direction[0].strip()] if direction else "TB"

    def _statement(self) -> None:
        keyword = self._take(_KEYWORD)
        if keyword is None:
            self._vertices_and_links()
        elif keyword["subgraph"]:
            self._open_group(keyword.start())
        elif keyword["end"]:
            self._close_group(keyword.start())
            return
        elif keyword["direction"]:
            self._chart.direct(_DIRECTIONS[keyword["direction"]])
        elif keyword["style"]:
            self._chart.mention(self._id())
            self._take(_REST)
        elif keyword["inert"]:
            self._take(_REST)
        elif keyword["click"]:
            self._take(_CLICK)
        if not _ENDED.match(self._text, self._at):
            raise self._source.error(skip_blank(self._source, self._at), self._unexpected())

    def _unexpected(self) -> str:
        position = skip_blank(self._source, self._at)
        return f"unexpected {self._text[position]!r}: expected a link or the end of the statement"

    def _open_group(self, begin: int) -> None:
        self._take(_SPACE)
        if self._text.startswith('"', skip_blank(self._source, self._at)):
            self._at = skip_blank(self._source, self._at)
            title, self._at = read_quoted(self._source, self._at)
            name = title
        else:
            named = self._take(_GROUP_NAME)
            name = title = named[0] if named else ""
        if self._text.startswith("[", self._at):
            opened = self._at
            title, end = read_text(self._source, opened + 1)
            self._at = expect(self._source, end, "]", opened)
        elif re.search(r"\s", name):  # Mermaid takes words, even one with a space behind it, for a title only
            name, title = "", decode(title)
        self._chart.open_group(name.strip() or None, title)
        self._group_openings.append(begin)

    def _close_group(self, begin: int) -> None:
        if not self._group_openings:
            raise self._source.error(begin, "'end' without a subgraph")
        self._group_openings.pop()
        self._chart.close_group()

    def _vertices_and_links(self) -> None:
        sources = self._vertices()
        while link := self._link():
            self._at = skip_blank(self._source, self._at)
            targets = self._vertices()
            self._chart.connect(sources, targets, *link)
            sources = targets

    def _vertices(self) -> list[str]:
        names = [self._vertex()]
        while self._take(_AND):
            names.append(self._vertex())
        return names

    def _vertex(self) -> str:
        name = self._id()
        is_edge = self._chart.is_edge(name)
        if label := read_bracketed(self._source, self._at):
            shape, text, self._at = label
            self._chart.mention(name, text=text, shape=shape)
        elif not is_edge:
            self._chart.mention(name)
        self._take(_CLASSES)
        if opened := self._take(_DATA):
            inside, self._at = read_data(self._source, opened.end())
            if not is_edge:
                self._describe(name, inside, opened.end())
        self._chart.enlist(name)
        return name

    def _id(self) -> str:
        if name := self._take(ID):
            return name[0]
        if reserved := RESERVED.match(self._text, self._at):
            raise self._source.error(self._at, f"{reserved[0]!r} is a reserved word, not an id")
        token = repr(self._text[self._at]) if self._at < len(self._text) else "the end of the document"
        raise self._source.error(self._at, f"expected a node id, found {token}")

    def _describe(self, name: str, inside: str, begin: int) -> None:
        fields = _read_fields(self._source, inside, begin)
        shape = fields.get("shape")
        if shape is not None and shape not in SHAPE_OF:
            raise self._source.error(begin, f"no such shape: {shape}", RejectionReason.INVALID)
        pictured = bool(fields.get("icon") or fields.get("img"))
        label = fields.get("label")
        if pictured:
            self._chart.mention(name, text=label or "", shape="icon")
            return
        self._chart.mention(name, text=label, shape=SHAPE_OF[shape].name if shape else None)

    def _link(self) -> tuple[LinkLook, str, str] | None:
        begin = skip_blank(self._source, self._at)
        named = EDGE_NAME.match(self._text, begin)
        name = named[0][:-1] if named else ""
        link = match_link(self._text, skip_blank(self._source, named.end()) if named else begin)
        if link is None:
            return None
        self._at = link.end
        if link.closing:
            label, arrow = self._label_until(link.closing, link.token, begin)
            return arrow, label, name
        return arrow_of(link.token), self._piped_label(), name

    def _label_until(self, closing: re.Pattern[str], opening: str, begin: int) -> tuple[str, LinkLook]:
        label = ""
        quote = skip_blank(self._source, self._at)
        if self._text.startswith('"', quote):
            label, self._at = read_quoted(self._source, quote)
        arrow = closing.search(self._text, self._at)
        if arrow is None:
            raise self._source.error(begin, f"the link {opening!r} with text is never closed by an arrow")
        label = join(label, self._text[self._at : arrow.start()])
        self._at = arrow.end()
        return label, arrow_of(arrow[0], opening)

    def _piped_label(self) -> str:
        begin = skip_blank(self._source, self._at)
        if not self._text.startswith("|", begin):
            return ""
        label, end = read_text(self._source, begin + 1)
        self._at = expect(self._source, end, "|", begin)
        return label


def _read_fields(source: MermaidSource, inside: str, begin: int) -> dict[str, str]:
    """The string fields of an ``@{ ... }`` block, label decoded; ``begin`` is where its inside starts."""
    place = source.error(begin, "")
    multiline = "\n" in inside
    quoted = re.compile(r'"[^"]*"')
    folded = quoted.sub(lambda text: re.sub(r"\n\s*", "<br>", text[0]), inside)
    line, column = place.line or 1, place.column or 1
    fields = read_yaml(folded if multiline else "{" + folded + "\n}", line, column - (not multiline))
    kept = {key: value for key, value in fields.items() if isinstance(value, str) and value}  # nothing says nothing
    if "label" in kept:
        kept["label"] = decode(kept["label"], markdown=True)
    return kept
