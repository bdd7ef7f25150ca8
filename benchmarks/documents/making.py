"""Documents with known diagrams: two in each, and a chart of data, a photograph and a table as traps.

The diagrams are drawn in looks that the weights which tell kinds apart were not fitted on.
"""

from __future__ import annotations

import base64
import io
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from benchmarks.documents._figures import KnownFigure, as_process, flowcharts, photographs, plots
from benchmarks.documents._scans import scan
from diagramloop.data.synth.drawing import random_numbers
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.render import laid_out

ROUNDS = 4  # of each form of document
FIGURES_PER_KIND = 12  # that are drawn; of diagrams, those serve that fit a page
MOST_ELONGATED = 4.0  # longer side by shorter side of a diagram that can be read on a page
LEFT_SIDE, RIGHT_SIDE = 1, 3  # numbers of the places where connectors are glued to a shape
HEAD = "{http://schemas.openxmlformats.org/drawingml/2006/main}tailEnd"
SECONDS = 120.0  # for a program that makes one
PROSE = (
    "The request is taken in by the desk and looked at within a day. Whoever takes it in says so in the register, "
    "and passes it on to the person whose turn it is. Nothing is sent out before a second person has read it."
)
ROWS = (("step", "days", "share"), ("intake", "1.5", "12 %"), ("review", "3.0", "55 %"), ("answer", "0.5", "33 %"))


@dataclass(frozen=True)
class KnownDocument:
    """A document.

    Attributes:
        diagrams: that it shows.
        traps: pictures in it that are no diagrams: a chart of data and a photograph.
    """

    path: Path
    form: str
    diagrams: tuple[KnownFigure, ...]
    traps: int


@dataclass(frozen=True)
class Material:
    """The contents of one document."""

    number: int
    diagrams: tuple[KnownFigure, ...]
    chart: KnownFigure
    photograph: KnownFigure


def materials(rounds: int = ROUNDS) -> Iterator[Material]:
    """The contents of documents, another one for each round."""
    kinds = {kind: list(figures) for kind, figures in _by_kind(FIGURES_PER_KIND).items()}
    for number in range(rounds):
        two = kinds["flowchart"][number], kinds["bpmn"][number]
        yield Material(number, two, kinds["chart"][number], kinds["photograph"][number])


def _by_kind(count: int) -> dict[str, list[KnownFigure]]:
    by_kind: dict[str, list[KnownFigure]] = {}
    steps = flowcharts(count, "flowchart", lambda graph, _: graph)
    level = flowcharts(count, "bpmn", as_process)
    upright = flowcharts(count, "bpmn", lambda graph, rng: as_process(graph, rng).replace(direction="TB"))
    for figure in (*steps, *level, *upright, *plots(count), *photographs(count)):
        with Image.open(io.BytesIO(figure.picture)) as image:
            if figure.graph is None or max(image.size) <= MOST_ELONGATED * min(image.size):
                by_kind.setdefault(figure.kind, []).append(figure)
    return by_kind


def made_documents(folder: Path, forms: Sequence[str], rounds: int = ROUNDS) -> Iterator[KnownDocument]:
    """The documents of the named forms; those whose program is not there are left out."""
    for material in materials(rounds):
        for form in forms:
            place = folder / f"{form}-{material.number}"
            place.mkdir(parents=True, exist_ok=True)
            path = FORMS[form](place, material)
            if path is not None:
                diagrams = material.diagrams[: 1 if form == "graphviz" else None]
                yield KnownDocument(path, form, diagrams, 0 if form == "graphviz" else 2)


def _markdown(folder: Path, material: Material) -> Path:
    first, second = material.diagrams
    (folder / "first.png").write_bytes(first.picture)
    (folder / "chart.png").write_bytes(material.chart.picture)
    (folder / "photograph.jpg").write_bytes(material.photograph.picture)
    assert second.graph is not None
    parts = [
        f"# Procedure\n\n{PROSE}\n\n![the first](first.png)\n\n![figures](chart.png)\n",
        f"```mermaid\n{write_mermaid(second.graph).text}```\n\n{PROSE}\n\n![the desk](photograph.jpg)\n",
    ]
    path = folder / "procedure.md"
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def page_of(material: Material) -> str:
    """A page of HTML with vectors, pictures and a table."""
    first, second = material.diagrams
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
    style = "td{border:1px solid;padding:4px} img,svg{max-width:100%;max-height:9cm;display:block;margin:1em 0}"
    return (
        f"<!doctype html><meta charset=utf-8><style>{style}</style><h1>Procedure</h1><p>{PROSE}</p>{first.svg}"
        f"<p>{PROSE}</p><table>{rows}</table><p>{PROSE}</p>{_image(material.chart.picture, 'png')}"
        f"<p style='break-before:page'>{PROSE}</p>{_image(second.picture, 'png')}<p>{PROSE}</p>"
        f"{_image(material.photograph.picture, 'jpeg')}"
    )


def _image(picture: bytes, kind: str) -> str:
    return f'<img alt="" src="data:image/{kind};base64,{base64.b64encode(picture).decode()}">'


def _html(folder: Path, material: Material) -> Path:
    path = folder / "procedure.html"
    path.write_text(page_of(material), encoding="utf-8")
    return path


def _word(folder: Path, material: Material) -> Path:
    import docx
    from docx.shared import Cm

    document = docx.Document()
    document.add_heading("Procedure", 1)
    for picture in (material.diagrams[0], material.chart, material.diagrams[1], material.photograph):
        document.add_paragraph(PROSE)
        document.add_picture(io.BytesIO(picture.picture), width=Cm(14))
    table = document.add_table(len(ROWS), len(ROWS[0]))
    for row, cells in enumerate(ROWS):
        for column, cell in enumerate(cells):
            table.cell(row, column).text = cell
    path = folder / "procedure.docx"
    document.save(str(path))
    return path


def _powerpoint(folder: Path, material: Material) -> Path:
    """The first diagram in native shapes with glued connectors, the others as pictures, and a native chart of data."""
    import pptx
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE

    graph = material.diagrams[0].graph
    assert graph is not None
    deck = pptx.Presentation()
    first, second, third = (deck.slides.add_slide(deck.slide_layouts[5]) for _ in range(3))
    first.shapes.title.text = "Procedure"
    _add_shapes(deck, first, laid_out(graph.replace(direction="LR")))
    second.shapes.title.text = "Another procedure"
    _add_fitted(deck, second, material.diagrams[1].picture)
    data = CategoryChartData()
    data.categories = ["spring", "summer", "autumn"]
    data.add_series("requests", (3.0, 7.5, 5.1))
    wide, high = deck.slide_width, deck.slide_height
    third.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, high // 4, wide // 2, high // 2, data)
    third.shapes.add_picture(io.BytesIO(material.photograph.picture), wide // 2, high // 4, height=high // 3)
    path = folder / "procedure.pptx"
    deck.save(str(path))
    return path


def _add_shapes(deck: Any, slide: Any, graph: FlowGraph) -> None:
    """A graph's nodes as shapes, and its edges as straight connectors from side to side."""
    from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE
    from pptx.util import Pt

    width, height = graph.size or (1, 1)
    scale = min(0.9 * deck.slide_width / width, 0.7 * deck.slide_height / height)
    shapes = {}
    for node in graph.nodes:
        x0, y0, x1, y1 = (int(value * scale) for value in node.box or (0, 0, 1, 1))
        form = MSO_SHAPE.DIAMOND if node.shape == "diam" else MSO_SHAPE.RECTANGLE
        shape = slide.shapes.add_shape(form, x0, y0 + int(0.25 * deck.slide_height), x1 - x0, y1 - y0)
        shape.text_frame.text = node.text
        for paragraph in shape.text_frame.paragraphs:
            paragraph.font.size = Pt(9)
        shapes[node.id] = shape
    for edge in graph.edges:
        line = slide.shapes.add_connector(MSO_CONNECTOR.STRAIGHT, 0, 0, 0, 0)
        line.begin_connect(shapes[edge.source], RIGHT_SIDE)
        line.end_connect(shapes[edge.target], LEFT_SIDE)
        line.line._get_or_add_ln().append(line.line._ln.makeelement(HEAD, {"type": "triangle"}))


def _add_fitted(deck: Any, slide: Any, picture: bytes) -> None:
    """A picture as large as fits below the title."""
    with Image.open(io.BytesIO(picture)) as image:
        wide, high = 0.9 * deck.slide_width, 0.7 * deck.slide_height
        scale = min(wide / image.width, high / image.height)
        sides = (int(image.width * scale), int(image.height * scale))
    slide.shapes.add_picture(io.BytesIO(picture), int(0.05 * deck.slide_width), int(0.25 * deck.slide_height), *sides)


def _printed(folder: Path, material: Material) -> Path | None:
    """A page as Chromium prints it."""
    browser = shutil.which("chromium")
    if browser is None:
        return None
    path = folder / "procedure.pdf"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={path}"]
    _run([browser, *options, str(_html(folder, material))])
    return path


def _slides_printed(folder: Path, material: Material) -> Path | None:
    """Slides as LibreOffice prints them."""
    office = shutil.which("soffice")
    if office is None:
        return None
    slides = _powerpoint(folder, material)
    home = f"-env:UserInstallation=file://{folder.resolve()}/office"
    _run([office, home, "--headless", "--convert-to", "pdf", "--outdir", str(folder), str(slides)])
    return slides.with_suffix(".pdf")


def _scanned(folder: Path, material: Material) -> Path | None:
    """Printed pages as a scanner has them: at 150 pixels an inch, a little turned, with noise, as JPEG."""
    import pypdfium2

    printed = _printed(folder, material)
    if printed is None:
        return None
    rng = random_numbers(f"scan-{material.number}")
    with pypdfium2.PdfDocument(printed) as document:
        pages = [scan(np.array(page.render(scale=150 / 72).to_pil().convert("RGB")), rng) for page in document]
    path = folder / "scanned.pdf"
    pages[0].save(path, "PDF", resolution=150, save_all=True, append_images=pages[1:], quality=80)
    return path


def _graphviz(folder: Path, material: Material) -> Path:
    """A page with nothing but a graph, as Graphviz writes it through Cairo."""
    import pygraphviz

    from diagramloop.graph.formats import write

    graph = material.diagrams[0].graph
    assert graph is not None
    path = folder / "procedure.pdf"
    pygraphviz.AGraph(str(write(graph, "dot").text)).draw(str(path), prog="dot")
    return path


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)


FORMS: dict[str, Callable[[Path, Material], Path | None]] = {
    "markdown": _markdown,
    "html": _html,
    "word": _word,
    "powerpoint": _powerpoint,
    "printed": _printed,
    "slides_printed": _slides_printed,
    "scanned": _scanned,
    "graphviz": _graphviz,
}
