"""A format of several charts in a file, of which some elements cannot be read: ``.boards``.

A board begins with ``= NAME``; ``a > b`` is a line between two shapes, ``? a`` a shape in globs, ``! reason`` a board
that is broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diagramloop.errors import FormatError
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.account import PAGES, SHAPES, Census, Chart, LeftOut, Read
from diagramloop.graph.formats import Format, Written

TWO = "= Order\na > b\n? lost\n= Return\nb > c\nc > d\n"


def _boards(text: str) -> Iterator[tuple[str, list[str]]]:
    for board in text.split("= ")[1:]:
        name, *lines = board.split("\n")
        yield name, [line for line in lines if line]


def _graph(lines: Sequence[str]) -> FlowGraph:
    pairs = [line.split(" > ") for line in lines if " > " in line]
    names = dict.fromkeys(name for pair in pairs for name in pair)
    return FlowGraph(
        nodes=tuple(Node(id=name, text=name) for name in names),
        edges=tuple(Edge(source=source, target=target) for source, target in pairs),
    )


def read_boards(text: str) -> Read:
    charts, broken = [], []
    for number, (name, lines) in enumerate(_boards(text), 1):
        if lines and lines[0].startswith("! "):
            broken.append(LeftOut(PAGES, 1, lines[0][2:], name))
            continue
        globs = sum(line.startswith("? ") for line in lines)
        left_out = (LeftOut(SHAPES, globs, "by globs", name),) if globs else ()
        charts.append(Chart(_graph(lines), name, number, left_out))
    if not charts:
        raise FormatError(broken[0].reason if broken else "no board", line=1, column=1)
    return Read(tuple(charts), tuple(broken), ("a board without an end",) if not text.endswith("\n") else ())


def count_boards(text: str) -> list[Census]:
    counts = []
    for _, lines in _boards(text):
        ends = {end for line in lines if " > " in line for end in line.split(" > ")}
        shapes = len(ends) + sum(line.startswith("? ") for line in lines)
        counts.append(Census(shapes, sum(" > " in line for line in lines)))
    return counts


def write_boards(graph: FlowGraph) -> Written:
    text = "= \n" + "".join(f"{edge.source} > {edge.target}\n" for edge in graph.edges)
    return Written.of(graph, text, lambda text: read_boards(text).graph)


BOARDS = Format(
    "boards",
    (".boards", ".boards.txt"),
    lambda text: read_boards(text).graph,
    write_boards,
    title="boards",
    charts=read_boards,
    census=count_boards,
)
