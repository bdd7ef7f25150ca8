"""PowerPoint slides with glued connectors, as LibreOffice Impress exports them (options: connector)."""

from __future__ import annotations

import io
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from command_line import SECONDS, Drawn
from drivers.libreoffice import PROFILE

SHAPES = {
    "diam": "FLOWCHART_DECISION", "stadium": "FLOWCHART_TERMINATOR", "lean-r": "FLOWCHART_DATA", "circle": "OVAL",
    "cyl": "CAN", "doc": "FLOWCHART_DOCUMENT", "rounded": "ROUNDED_RECTANGLE",
    "fr-rect": "FLOWCHART_PREDEFINED_PROCESS",
}  # fmt: skip
EMU = 9525  # a pixel
SITES = ((0, -1), (-1, 0), (0, 1), (1, 0))  # of a box, in PowerPoint's order: top, left, bottom, right


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    convert = ["soffice", "--headless", f"-env:UserInstallation={PROFILE.as_uri()}", "--convert-to", "svg"]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "drawing.pptx").write_bytes(_deck(chart, options))
        command = [*convert, "drawing.pptx"]
        subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS, check=True)
        return Drawn((Path(folder) / "drawing.svg").read_text("utf-8"))


def _deck(chart: dict[str, Any], options: dict[str, Any]) -> bytes:
    from pptx import Presentation
    from pptx.util import Emu

    deck = Presentation()
    deck.slide_width, deck.slide_height = (Emu(round((chart[side] + 40) * EMU)) for side in ("width", "height"))
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    for group in chart["groups"]:
        _box(slide, group, "RECTANGLE", "F0F0F0", top=True)
    boxes = {n["id"]: _box(slide, n, SHAPES.get(n["shape"], "RECTANGLE"), "FFFFFF", top=False) for n in chart["nodes"]}
    for edge in chart["edges"]:
        _connector(slide, edge, boxes, options)
    file = io.BytesIO()
    deck.save(file)
    return file.getvalue()


def _box(slide: Any, element: dict[str, Any], kind: str, fill: str, *, top: bool) -> Any:
    from pptx.dml.color import RGBColor
    from pptx.enum.shapes import MSO_SHAPE
    from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
    from pptx.util import Emu, Pt

    place = [Emu(round((element[side] + (20 if side in "xy" else 0)) * EMU)) for side in ("x", "y", "width", "height")]
    shape = slide.shapes.add_shape(getattr(MSO_SHAPE, kind), *place)
    shape.fill.solid()
    shape.fill.fore_color.rgb = RGBColor.from_string(fill)
    frame = shape.text_frame
    frame.word_wrap, frame.vertical_anchor = False, MSO_ANCHOR.TOP if top else MSO_ANCHOR.MIDDLE
    for i, line in enumerate(element["text"].split("\n")):
        paragraph = frame.paragraphs[0] if i == 0 else frame.add_paragraph()
        paragraph.text, paragraph.alignment = line, PP_ALIGN.CENTER
        paragraph.font.size, paragraph.font.color.rgb = Pt(9), RGBColor(0, 0, 0)
    return shape


def _connector(slide: Any, edge: dict[str, Any], boxes: dict[str, Any], options: dict[str, Any]) -> None:
    from lxml import etree
    from pptx.enum.shapes import MSO_CONNECTOR
    from pptx.util import Emu, Pt

    ends = [[Emu(round((side + 20) * EMU)) for side in edge["points"][i]] for i in (0, -1)]
    line = slide.shapes.add_connector(getattr(MSO_CONNECTOR, options["connector"]), *ends[0], *ends[1])
    for i, (connect, name) in enumerate(((line.begin_connect, "source"), (line.end_connect, "target"))):
        if edge[name] in boxes:
            site, ends[i] = _nearest_site(boxes[edge[name]], ends[i])
            connect(boxes[edge[name]], site)
    pen = line.line._get_or_add_ln()
    line.line.width = Pt(1)
    main = "http://schemas.openxmlformats.org/drawingml/2006/main"
    for name, there in (("headEnd", edge["tail"]), ("tailEnd", edge["head"])):
        if there:
            etree.SubElement(pen, f"{{{main}}}{name}", type="triangle")
    if edge["label"]:
        x, y = (round(a + b) // 2 for a, b in zip(*ends, strict=True))
        words = slide.shapes.add_textbox(Emu(x), Emu(y - 12 * EMU), Emu(100 * EMU), Emu(24 * EMU)).text_frame
        words.text = edge["label"].replace("\n", " ")
        words.paragraphs[0].font.size = Pt(8)


def _nearest_site(shape: Any, point: list[Any]) -> tuple[int, list[Any]]:
    """The number of the place at a shape's border where a connector is glued, and where that is."""
    middle = shape.left + shape.width / 2, shape.top + shape.height / 2
    sites = [[middle[0] + dx * shape.width / 2, middle[1] + dy * shape.height / 2] for dx, dy in SITES]
    number = min(range(4), key=lambda i: (sites[i][0] - point[0]) ** 2 + (sites[i][1] - point[1]) ** 2)
    return number, sites[number]
