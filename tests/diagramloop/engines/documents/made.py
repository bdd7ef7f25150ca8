"""One chart as a picture and as vectors, and documents of every format that show it beside what is no diagram."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

from diagramloop.data.synth.drawing import random_numbers
from diagramloop.engines.documents import Diagram
from diagramloop.graph import FlowGraph, formats
from diagramloop.render import draw
from diagramloop.render.style import Style

CHART = formats.read(
    'flowchart TD\n A(["Start"]) --> B{"Is it hot?"}\n B -- yes --> C["Pour the tea"]\n B -- no --> D["Wait"]',
    "mermaid",
)
EDGES = [("Is it hot?", "Pour the tea"), ("Is it hot?", "Wait"), ("Start", "Is it hot?")]


@cache
def drawn_png() -> bytes:
    return draw(CHART, (Style.MONO,), engine="graphviz", scale=2)[Style.MONO].png


@cache
def drawn_svg() -> str:
    return draw(CHART, (Style.MONO,), engine="graphviz")[Style.MONO].svg


@cache
def photograph() -> bytes:
    """Soft blobs of colour with grain, as JPEG."""
    rng = random_numbers("photograph")
    small = Image.fromarray(rng.integers(0, 255, (9, 12, 3), np.uint8)).resize((480, 360), Image.Resampling.BICUBIC)
    grain = np.asarray(small).astype(float) + rng.normal(0, 6, (360, 480, 3))
    out = io.BytesIO()
    Image.fromarray(grain.clip(0, 255).astype(np.uint8)).save(out, "JPEG", quality=85)
    return out.getvalue()


def edges_of(diagram: Diagram | FlowGraph) -> list[tuple[str, str]]:
    graph = diagram if isinstance(diagram, FlowGraph) else diagram.graph
    said = {node.id: node.text for node in graph.nodes}
    return sorted((said[edge.source], said[edge.target]) for edge in graph.edges)


def word(folder: Path) -> Path:
    import docx

    document = docx.Document()
    document.add_heading("Tea", 1)
    document.add_paragraph("Before it.")
    document.add_picture(io.BytesIO(drawn_png()))
    document.add_paragraph("Between them.")
    document.add_picture(io.BytesIO(photograph()))
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "step", "a | b"
    path = folder / "tea.docx"
    document.save(str(path))
    return path


def slides(folder: Path) -> Path:
    """A slide of native shapes with glued connectors and a text beside, and one with a picture and a chart of data."""
    import pptx
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE
    from pptx.util import Cm

    deck = pptx.Presentation()
    first, second = (deck.slides.add_slide(deck.slide_layouts[5]) for _ in range(2))
    first.shapes.title.text = "Tea"
    boxes = [first.shapes.add_shape(MSO_SHAPE.RECTANGLE, Cm(2 + 8 * at), Cm(6), Cm(4), Cm(2)) for at in range(2)]
    for box, said in zip(boxes, ("Boil", "Pour"), strict=True):
        box.text_frame.text = said
    line = first.shapes.add_connector(MSO_CONNECTOR.STRAIGHT, 0, 0, 0, 0)
    line.begin_connect(boxes[0], 3)
    line.end_connect(boxes[1], 1)
    first.shapes.add_textbox(Cm(2), Cm(14), Cm(10), Cm(2)).text_frame.text = "A remark at the foot."
    second.shapes.add_picture(io.BytesIO(drawn_png()), Cm(1), Cm(4), height=Cm(10))
    data = CategoryChartData()
    data.categories = ["spring", "summer"]
    data.add_series("cups", (3.0, 5.0))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Cm(14), Cm(4), Cm(9), Cm(8), data)
    path = folder / "tea.pptx"
    deck.save(str(path))
    return path
