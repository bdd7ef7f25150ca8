"""Control: the gold graph with every edge turned round. A score that does not notice is blind to direction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowbench.generate._drawing import drawing
from flowbench.generate._generator import GeneratedImage, Gold, Rejected, one_by_one
from flowbench.graph import FlowGraph


class Reversed:
    """Draws the right nodes, joined the wrong way round."""

    name = "reversed"

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`flowbench.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        return drawing(self.name, gold.prompt, with_reversed_edges(gold.graph), seed)


def with_reversed_edges(graph: FlowGraph) -> FlowGraph:
    """``graph`` with the ends of every edge exchanged; its heads stay at the same end of the line."""
    return graph.replace(
        edges=tuple(edge.model_copy(update={"source": edge.target, "target": edge.source}) for edge in graph.edges)
    )
