"""How a reader is told which node is meant."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from flowbench.graph import FlowGraph
from flowbench.graph.triples import names

MOST_NAMED = 4
LONGEST_NAME = 80


def named(graph: FlowGraph, id: str) -> str:
    """A node as its graph's triples call it (``XOR1``, ``'pay'``); a group by its title."""
    text = _names(graph).get(id) or (graph.group_by_id[id].text if id in graph.group_by_id else id)
    short = text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"
    return f"'{short}'"


def named_all(graph: FlowGraph, ids: Sequence[str]) -> str:
    """Several nodes, the first few by name."""
    shown = ", ".join(named(graph, id) for id in ids[:MOST_NAMED])
    more = len(ids) - MOST_NAMED
    return f"{shown} and {more} more" if more > 0 else shown


@lru_cache(maxsize=4)
def _names(graph: FlowGraph) -> dict[str, str]:
    return names(graph)
