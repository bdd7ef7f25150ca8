"""Graphs in a column of a table: their JSON form, compact, of our own making when it is read again."""

from __future__ import annotations

import json

from diagramloop.graph import FlowGraph


def to_cell(graph: FlowGraph) -> str:
    """The cell of ``graph``."""
    return json.dumps(graph.to_dict(), ensure_ascii=False, separators=(",", ":"))


def from_cell(cell: str) -> FlowGraph:
    """The graph of a cell."""
    return FlowGraph.model_validate({name: value for name, value in json.loads(cell).items() if name != "schema"})
