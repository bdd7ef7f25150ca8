"""A graph as a generated picture: what the embedded generator and the controls share."""

from __future__ import annotations

from flowbench.generate._generator import GeneratedImage, Provenance
from flowbench.generate.prompt import Prompt
from flowbench.graph import FlowGraph
from flowbench.render import draw
from flowbench.render.graphviz_text import graphviz_text
from flowbench.render.shapes import with_drawn_shapes

ENGINE = "graphviz"


def drawing(generator: str, prompt: Prompt, graph: FlowGraph, seed: int) -> GeneratedImage:
    """``graph`` drawn by Graphviz in the prompt's style.

    One engine for all of them, so that rows differ by what is drawn, never by how.

    Raises:
        RenderError: see :func:`flowbench.render.draw`.
    """
    figure = draw(graph, [prompt.style], seed=seed, engine=ENGINE, key=prompt.id)[prompt.style]
    source = graphviz_text(with_drawn_shapes(graph))
    return GeneratedImage(prompt.id, figure.png, Provenance(generator, ENGINE, seed, source, figure.svg))
