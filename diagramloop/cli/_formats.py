"""Which graph format a file is in, and the options that name one."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.cli._batch import STDIN, Input
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats


class GraphFormat(StrEnum):
    """A format that graphs are read from and written to."""

    MERMAID = "mermaid"
    DOT = "dot"
    JSON = "json"
    SCIFLOW = "sciflow"

    @property
    def suffix(self) -> str:
        """File suffix of results in this format."""
        return {"mermaid": ".mmd", "dot": ".dot", "json": ".json", "sciflow": ".sciflow.json"}[self.value]

    def write(self, graph: FlowGraph) -> graph_formats.Written:
        return graph_formats.write(graph, self.value)


GraphFormatOption = Annotated[
    GraphFormat | None,
    typer.Option("--from", help="Format of the input; else its suffix decides, and Mermaid for standard input."),
]


def read_graph(item: Input, source: GraphFormat | None) -> FlowGraph:
    """The graph in a file, in the named format or in that which its suffix says."""
    if source is not None:
        return graph_formats.read(item.read_text(), source.value)
    if item.path == STDIN:
        return graph_formats.read(item.read_text(), GraphFormat.MERMAID.value)
    if not has_graph_suffix(item.path):
        item.path.stat()  # a file that is not there is told as such
        raise DiagramloopError(f"no graph format has the suffix {item.path.suffix!r}: add --from")
    return graph_formats.read(item.read_text(), graph_formats.format_of(item.path))


def has_graph_suffix(path: Path) -> bool:
    """True where a file's suffix says that it holds a graph."""
    return path.suffix.lower() in {suffix for known in graph_formats.FORMATS.values() for suffix in known.suffixes}
