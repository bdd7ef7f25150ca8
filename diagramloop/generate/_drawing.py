"""A graph as a generated picture: what the embedded generator and the controls share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import ClassVar

from diagramloop.generate._generator import GeneratedImage, Gold, Provenance, Rejected, one_by_one
from diagramloop.generate.prompt import Prompt
from diagramloop.graph import FlowGraph
from diagramloop.render import draw
from diagramloop.render.graphviz_text import graphviz_text
from diagramloop.render.shapes import with_drawn_shapes

ENGINE = "graphviz"


def drawing(generator: str, prompt: Prompt, graph: FlowGraph, seed: int) -> GeneratedImage:
    """``graph`` drawn by Graphviz in the prompt's style.

    One engine for all of them, so that rows differ by what is drawn, never by how.

    Raises:
        RenderError: see :func:`diagramloop.render.draw`.
    """
    figure = draw(graph, [prompt.style], seed=seed, engine=ENGINE, key=prompt.id)[prompt.style]
    source = graphviz_text(with_drawn_shapes(graph))
    return GeneratedImage(prompt.id, figure.png, Provenance(generator, ENGINE, seed, source, figure.svg))


class DrawnControl(ABC):
    """A control that draws what it makes of the gold graph."""

    name: ClassVar[str]

    def draw_gold(self, golds: Iterable[Gold], seed: int) -> Iterator[GeneratedImage | Rejected]:
        """See :class:`diagramloop.generate.Control`."""
        return one_by_one(self._draw, golds, seed)

    def _draw(self, gold: Gold, seed: int) -> GeneratedImage:
        return drawing(self.name, gold.prompt, self._drawn(gold.graph, seed), seed)

    @abstractmethod
    def _drawn(self, graph: FlowGraph, seed: int, /) -> FlowGraph:
        """What is drawn of the gold ``graph``; ``seed`` is the item's."""
