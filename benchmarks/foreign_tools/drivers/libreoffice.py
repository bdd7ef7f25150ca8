"""LibreOffice Draw: custom shapes and glued connectors in a flat file.

Options: connector, one of standard, lines, line and curve.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from command_line import Drawn, made_by

OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = {
    "office": "office",
    "draw": "drawing",
    "style": "style",
    "text": "text",
    "svg": "svg-compatible",
    "fo": "xsl-fo-compatible",
}
NS = " ".join(f'xmlns:{name}="{OASIS}{space}:1.0"' for name, space in SPACES.items())
SHAPES = {
    "diam": "flowchart-decision", "stadium": "flowchart-terminator", "lean-r": "flowchart-data", "circle": "ellipse",
    "cyl": "flowchart-magnetic-disk", "doc": "flowchart-document", "fr-rect": "flowchart-predefined-process",
    "hex": "flowchart-preparation", "rounded": "round-rectangle",
}  # fmt: skip
FILLED = '<style:graphic-properties draw:fill="solid" draw:auto-grow-height="false" {}/>'
WORDS = '<style:paragraph-properties fo:text-align="center"/><style:text-properties fo:font-size="9pt"/>'
LOOKS = {
    "box": 'draw:fill-color="#ffffd7" svg:stroke-color="#333" draw:textarea-vertical-align="middle" fo:padding="0cm"',
    "frame": 'draw:fill-color="#f0f0f0" draw:stroke="dash" draw:textarea-vertical-align="top"',
}
STYLES = "".join(
    f'<style:style style:name="{name}" style:family="graphic">{FILLED.format(look)}{WORDS}</style:style>'
    for name, look in LOOKS.items()
)
PROFILE = Path(tempfile.gettempdir()).resolve() / "foreign-tools-libreoffice"
CENTIMETRES = 2.54 / 96


def draw(chart: dict[str, Any], options: dict[str, Any]) -> Drawn:
    convert = ["soffice", "--headless", f"-env:UserInstallation={PROFILE.as_uri()}", "--convert-to"]
    return made_by(
        {"drawing.fodg": _document(chart, options)}, [[*convert, kind, "drawing.fodg"] for kind in ("svg", "png")]
    )


def _document(chart: dict[str, Any], options: dict[str, Any]) -> str:
    shapes = [*map(_frame, chart["groups"]), *map(_node, chart["nodes"]), *(_edge(e, options) for e in chart["edges"])]
    w, h = ((chart[side] + 80) * CENTIMETRES for side in ("width", "height"))
    size = f'fo:page-width="{w:.2f}cm" fo:page-height="{h:.2f}cm"'
    page = f'<style:page-layout style:name="p"><style:page-layout-properties {size}/></style:page-layout>'
    marker = '<draw:marker draw:name="Arrow" svg:viewBox="0 0 20 30" svg:d="M10 0l-10 30h20z"/>'
    master = '<style:master-page style:name="m" style:page-layout-name="p"/>'
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {NS} office:version="1.2" '
        'office:mimetype="application/vnd.oasis.opendocument.graphics">'
        f"<office:styles>{marker}</office:styles><office:automatic-styles>{page}{STYLES}{_lines()}</office:automatic-styles><office:master-styles>{master}</office:master-styles>"
        f'<office:body><office:drawing><draw:page draw:name="1" draw:master-page-name="m">{"".join(shapes)}</draw:page>'
        "</office:drawing></office:body></office:document>"
    )


def _lines() -> str:
    text = '<style:text-properties fo:font-size="9pt"/>'
    marked = 'draw:marker-{end}="Arrow" draw:marker-{end}-width="0.25cm"'
    return "".join(
        f'<style:style style:name="line{head}{tail}" style:family="graphic">'
        '<style:graphic-properties svg:stroke-color="#333333" '
        f"{marked.format(end='end') * head} {marked.format(end='start') * tail}/>{text}</style:style>"
        for head in (0, 1)
        for tail in (0, 1)
    )


def _placed(element: dict[str, Any]) -> str:
    x, y = ((element[side] + 40) * CENTIMETRES for side in ("x", "y"))
    w, h = (element[side] * CENTIMETRES for side in ("width", "height"))
    return f'svg:x="{x:.3f}cm" svg:y="{y:.3f}cm" svg:width="{w:.3f}cm" svg:height="{h:.3f}cm"'


def _said(text: str) -> str:
    return "".join(f"<text:p>{escape(line)}</text:p>" for line in text.split("\n") if line)


def _node(node: dict[str, Any]) -> str:
    return _shape(node, "box", SHAPES.get(node["shape"], "rectangle"))


def _frame(group: dict[str, Any]) -> str:
    return _shape(group, "frame", "rectangle")


def _shape(element: dict[str, Any], style: str, kind: str) -> str:
    inner = f'{_said(element["text"])}<draw:enhanced-geometry draw:type="{kind}"/>'
    about = f'draw:style-name="{style}" draw:id="{element["id"]}" {_placed(element)}'
    return f"<draw:custom-shape {about}>{inner}</draw:custom-shape>"


def _edge(edge: dict[str, Any], options: dict[str, Any]) -> str:
    (x1, y1), (x2, y2) = ([(side + 40) * CENTIMETRES for side in edge["points"][i]] for i in (0, -1))
    at = f'svg:x1="{x1:.3f}cm" svg:y1="{y1:.3f}cm" svg:x2="{x2:.3f}cm" svg:y2="{y2:.3f}cm"'
    glue = f'draw:start-shape="{edge["source"]}" draw:end-shape="{edge["target"]}"'
    heads = f"line{int(edge['head'])}{int(edge['tail'])}"
    style = f'draw:style-name="{heads}" draw:type="{options["connector"]}"'
    return f"<draw:connector {style} {at} {glue}>{_said(edge['label'])}</draw:connector>"
