"""D2's classes: small charts whose nodes have members, as D2's source."""

from __future__ import annotations

from drivers.d2_tables import written

from diagramloop.graph import FlowGraph


def program(words: list[str], seed: int) -> tuple[str, FlowGraph]:
    """See :func:`drivers.d2_tables.program`; D2 writes a sign before each member."""
    source, graph = written(words, seed, "class", " ")
    nodes = tuple(n.model_copy(update={"text": n.text.replace("\n", "\n+ ")}) for n in graph.nodes)
    return source, graph.replace(nodes=nodes)
