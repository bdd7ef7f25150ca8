"""A graph as a generated picture: what the embedded generator and the controls share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar

from diagramloop.evaluation.contestants.generators import GeneratedImage, Gold, Provenance, Rejected, one_by_one
from diagramloop.graph import FlowGraph
from diagramloop.render import Style, draw
from diagramloop.render.graphviz_text import graphviz_text
from diagramloop.render.shapes import with_drawn_shapes
from diagramloop.scores.expected import Expectations, Expected

ENGINE = "graphviz"


def drawing(generator: str, id: str, style: Style, graph: FlowGraph, seed: int) -> GeneratedImage:
    """The picture of the item ``id``: ``graph`` drawn by Graphviz in a style.

    One engine for all of them, so that rows differ by what is drawn, never by how.

    Raises:
        RenderError: see :func:`diagramloop.render.draw`.
    """
    figure = draw(graph, [style], seed=seed, engine=ENGINE, key=id)[style]
    source = graphviz_text(with_drawn_shapes(graph))
    return GeneratedImage(id, figure.png, Provenance(generator, ENGINE, seed, source, figure.svg))


class DrawnControl(ABC):
    """A control that draws what it makes of the gold graph."""

    name: ClassVar[str]
    expected: ClassVar[Expectations] = {"sciflow/node_f1": Expected.SOMETHING}  # nodes of the gold are in every picture

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.engines.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        return drawing(self.name, gold.id, gold.style, self._drawn(gold.graph, seed), seed)

    @abstractmethod
    def _drawn(self, graph: FlowGraph, seed: int, /) -> FlowGraph:
        """Return the graph that is drawn of the gold ``graph``; ``seed`` is the item's."""
