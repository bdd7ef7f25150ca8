"""D2's tables of a database: small charts whose nodes have rows, as D2's source."""

from __future__ import annotations

import json

import numpy as np
from small_tables import CELL, chart_of_tables

from diagramloop.graph import FlowGraph

SHAPE, SEPARATOR = "sql_table", " "


def program(words: list[str], seed: int) -> tuple[str, FlowGraph]:
    """The source of a chart by the numbers that ``words`` seed, and the graph that it shows.

    >>> source, graph = program(["a"], 1)
    >>> source.count("shape: sql_table") == len(graph.nodes)
    True
    """
    return written(words, seed, SHAPE, SEPARATOR)


def written(words: list[str], seed: int, shape: str, separator: str) -> tuple[str, FlowGraph]:
    """The source with nodes of a shape, and the graph, cells of a row joined by ``separator``."""
    chart = chart_of_tables(np.random.default_rng([seed, *"".join(words[:9]).encode()]))
    lines = [f"direction: {'right' if chart.direction == 'LR' else 'down'}"]
    rows = {}
    for node in chart.nodes:
        name, *columns = node.text.split("\n")
        rows[node.id] = [column.split(CELL)[0] for column in columns]
        cells = "; ".join(f"{json.dumps(a)}: {b}" for a, b in (column.split(CELL) for column in columns))
        lines.append(f"{node.id}: {json.dumps(name)} {{ shape: {shape}; {cells} }}")
    for i, edge in enumerate(chart.edges):
        row = f'."{rows[edge.target][0]}"' if shape == SHAPE and i % 2 else ""
        arrow = "<->" if edge.bidirectional else "->"
        lines.append(f"{edge.source} {arrow} {edge.target}{row}: {json.dumps(edge.label)}")
    nodes = tuple(n.model_copy(update={"text": n.text.replace(CELL, separator)}) for n in chart.nodes)
    return "\n".join(lines), chart.replace(nodes=nodes)
