"""Training pages that Mermaid draws: charts of one's own in its styles and themes, with truth per pixel."""

from __future__ import annotations

import numpy as np

from diagramloop.data.synth.drawing import RGB, random_numbers
from diagramloop.data.synth.flowcharts import random_flowchart
from diagramloop.data.synth.ink_page import CONNECTOR, TEXT, InkPage
from diagramloop.data.synth.mermaid import Printed, Themed
from diagramloop.data.synth.real_page import real_page
from diagramloop.graph import FlowGraph

THEMED_SHARE = 0.6  # of pages; the others have one of the four styles


def printed_page(seed: str, most_nodes: int = 20) -> InkPage:
    """A page with a random flowchart; the same seed gives the same page.

    Args:
        most_nodes: of the chart.
    """
    rng = random_numbers(seed)
    chart = random_flowchart(rng, (5, most_nodes + 1))
    look = Themed() if rng.random() < THEMED_SHARE else Printed()
    drawing = look.draw(chart, seed, rng)
    return _page(drawing.pixels, drawing.graph)


def _page(pixels: RGB, graph: FlowGraph) -> InkPage:
    """The page with its truth; a label covers the line that runs behind it."""
    nodes = [node.box for node in graph.nodes if node.box]
    labels = [edge.label_box for edge in graph.edges if edge.label_box]
    page = real_page(pixels, graph, nodes + labels)
    for x0, y0, x1, y1 in np.rint(labels).astype(int).tolist():
        label = page.classes[max(y0, 0) : y1, max(x0, 0) : x1]
        label[label == CONNECTOR] = TEXT
    return page
