"""FlowGraph to D2 text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from diagramloop.graph._elements import Edge, EdgeKind, Group, Node
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import check_nesting
from diagramloop.graph._written import Written
from diagramloop.graph.d2._board import ARROWS, KEYWORDS, NULL
from diagramloop.graph.d2._read import DIRECTIONS, GROUP, HEADS, ID, KIND, LENGTH, SHAPE, THICK_PX, TITLE, read_d2
from diagramloop.graph.d2.shapes import d2_shape, our_shape
from diagramloop.graph.mermaid.shapes import kind_of

_WORDS = {ours: theirs for theirs, ours in DIRECTIONS.items()}
_PLAIN = re.compile(r"[A-Za-z0-9]++(?:[ -][A-Za-z0-9]++)*+")
_ESCAPES = {"\0": "\ufffd", "\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "$": "\\$"}
_LINES = {"dotted": ("stroke-dash", "3"), "thick": ("stroke-width", str(THICK_PX + 1)), "invisible": ("opacity", "0")}
Said = dict[str, str]
"""Keywords with their values, as they are written."""


def write_d2(graph: FlowGraph) -> Written:
    """Write a D2 diagram that :func:`read_d2` reads back; places, routes and confidences are dropped.

    Groups come first, then nodes in order, each by its whole path, then connections. What D2's shapes cannot say stands
    in classes (``kind-xor``, ``shape-hourglass``, ``length-2``), which D2 passes over where nobody defines them.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> from diagramloop.graph.d2 import write_d2
        >>> print(write_d2(tea).text)
        direction: down
        a: Start
        b: "Ready?" {shape: diamond}
        c: Go
        a -> b
        b -> c: yes
        b -> a: no
        <BLANKLINE>
    """
    return Written.of(graph, "\n".join(_Writer(check_nesting(graph)).lines()) + "\n", read_d2)


class _Writer:
    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self._names = _names(graph)
        above = {end.id: end.group if isinstance(end, Node) else end.parent for end in graph.ends}
        self._paths = {end.id: self._path(end.id, above) for end in graph.ends}
        self._filled = {*above.values()}

    def _path(self, end: str, above: dict[str, str | None]) -> str:
        names: list[str] = []
        inner: str | None = end
        while inner is not None:
            names.append(quoted(self._names[inner]))
            inner = above[inner]
        return ".".join(reversed(names))

    def lines(self) -> Iterator[str]:
        yield f"direction: {_WORDS[self._graph.direction]}"
        if self._graph.title:
            yield self._title()
        for group in self._graph.groups:
            yield f"{self._paths[group.id]}: {quoted(group.text)}{_braces(self._of_group(group))}"
        for node in self._graph.nodes:
            yield f"{self._paths[node.id]}: {quoted(node.text)}{_braces(_of_node(node, self._renamed(node)))}"
        yield from (self._edge(edge) for edge in self._graph.edges)

    def _title(self) -> str:
        name = _free(TITLE, {name.lower() for name in self._names.values()})
        attributes = {"class": TITLE, "shape": _shown_as("text", self._graph.title), "near": "top-center"}
        return f"{quoted(name)}: {quoted(self._graph.title)}{_braces(attributes)}"

    def _renamed(self, part: Node | Group) -> Sequence[str]:
        return () if self._names[part.id] == part.id else (ID + part.id,)

    def _of_group(self, group: Group) -> Said:
        attributes = _classes(*self._renamed(group), "" if group.id in self._filled else GROUP)
        if group.direction:
            attributes["direction"] = _WORDS[group.direction]
        return attributes | _colours(group, "fill", "stroke")

    def _edge(self, edge: Edge) -> str:
        arrow = ARROWS[edge.tail != "none", edge.head != "none"]
        label = f": {quoted(edge.label)}" if edge.label else ""
        kind = "" if edge.kind is EdgeKind.SEQUENCE else KIND + edge.kind
        attributes = _classes(kind, edge.id and ID + edge.id, f"{LENGTH}{edge.length}" if edge.length > 1 else "")
        for end, mark in (("source-arrowhead", edge.tail), ("target-arrowhead", edge.head)):
            if mark in HEADS:
                attributes[f"{end}.shape"] = mark
        if edge.line in _LINES:
            style, value = _LINES[edge.line]
            attributes[f"style.{style}"] = value
        attributes |= _colours(edge, "stroke")
        return f"{self._paths[edge.source]} {arrow} {self._paths[edge.target]}{label}{_braces(attributes)}"


def _classes(*names: str) -> Said:
    """The classes that there are."""
    there = [quoted(name) for name in names if name]
    return {"class": there[0] if len(there) == 1 else f"[{'; '.join(there)}]"} if there else {}


def _of_node(node: Node, renamed: Sequence[str]) -> Said:
    drawn, style, value = d2_shape(node.shape)
    shape = _shown_as(drawn, node.text)
    attributes = {} if shape == "rectangle" else {"shape": shape}
    if style:
        attributes[f"style.{style}"] = value
    drawn_as = our_shape(shape, lambda key: value if key == style else "")
    attributes |= _classes(
        *renamed,
        "" if drawn_as == node.shape else SHAPE + node.shape,
        "" if kind_of(node.shape, node.text) == node.kind else KIND + node.kind,
    )
    return attributes | _colours(node, "fill", "stroke")


def _shown_as(shape: str, text: str) -> str:
    """``shape``, but D2 has no text that says nothing."""
    return "rectangle" if shape == "text" and not text.strip("\0 \t\n") else shape


def _colours(part: Node | Edge | Group, *names: str) -> Said:
    return {f"style.{name}": f'"{value}"' for name in names if (value := getattr(part, name))}


def _braces(attributes: Said) -> str:
    return f" {{{'; '.join(f'{name}: {value}' for name, value in attributes.items())}}}" if attributes else ""


def _names(graph: FlowGraph) -> dict[str, str]:
    """Ids to names of which no two differ in capitals alone."""
    taken: set[str] = set()
    names: dict[str, str] = {}
    for end in graph.ends:
        names[end.id] = _free(end.id, taken)
        taken.add(names[end.id].lower())
    return names


def _free(name: str, taken: set[str]) -> str:
    while name.lower() in taken:
        name += "_"
    return name


def quoted(text: str) -> str:
    """``text`` as D2 writes it: in double quotes, unless it is plain words."""
    if _PLAIN.fullmatch(text) and text.lower() not in KEYWORDS | {NULL}:
        return text
    return f'"{"".join(_ESCAPES.get(char, char) for char in text)}"'
