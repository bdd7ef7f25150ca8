"""Graphs in a column of a table: their JSON form, compact."""

from __future__ import annotations

import json

from flowbench.graph.json_form import read_json

from flowbench.graph import FlowGraph


def to_cell(graph: FlowGraph) -> str:
    """The cell of ``graph``."""
    return json.dumps(graph.to_dict(), ensure_ascii=False, separators=(",", ":"))


def from_cell(cell: str) -> FlowGraph:
    """The graph of a cell."""
    return read_json(cell)
