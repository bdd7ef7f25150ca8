"""The one place that calls a parser, whoever's it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from diagramloop.by_name import returned
from diagramloop.graph import FlowGraph


def graph_read(
    parser: Callable[..., Any], drawing: bytes, options: Mapping[str, Any], by: str
) -> tuple[FlowGraph, str]:
    """The graph that a parser reads and, from parsers that write it, the Mermaid.

    Args:
        parser: gets the bytes of a drawing and the options; returns a graph, or what has one as ``graph``.
        by: its name.

    Raises:
        DiagramloopError: as the parser.
        TypeError: it returned no graph.
    """
    made = parser(drawing, **options)
    return returned(getattr(made, "graph", made), FlowGraph, by), str(getattr(made, "mermaid", ""))
