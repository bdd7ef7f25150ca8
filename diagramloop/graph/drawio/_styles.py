"""draw.io's styles and our shapes: ``shape=rhombus;dashed=1`` and the like."""

from __future__ import annotations

from collections.abc import Mapping

from diagramloop.graph._elements import Edge, Head, Line

_LOOKS = {
    "rect": "rounded=0",
    "rounded": "rounded=1",
    "stadium": "rounded=1;arcSize=50",
    "fr-rect": "shape=process",
    "cyl": "shape=cylinder3;boundedLbl=1;size=10",
    "circle": "ellipse;aspect=fixed",
    "ellipse": "ellipse",
    "dbl-circ": "ellipse;shape=doubleEllipse",
    "diam": "rhombus",
    "hex": "shape=hexagon;perimeter=hexagonPerimeter2;fixedSize=1",
    "lean-r": "shape=parallelogram;perimeter=parallelogramPerimeter;fixedSize=1",
    "lean-l": "shape=parallelogram;perimeter=parallelogramPerimeter;fixedSize=1;flipH=1",
    "trap-b": "shape=trapezoid;perimeter=trapezoidPerimeter;fixedSize=1",
    "trap-t": "shape=trapezoid;perimeter=trapezoidPerimeter;fixedSize=1;flipV=1",
    "odd": "shape=step;perimeter=stepPerimeter;fixedSize=1",
    "cloud": "ellipse;shape=cloud",
    "text": "text",
    "notch-rect": "shape=card;size=12",
    "doc": "shape=document;boundedLbl=1",
    "docs": "shape=mxgraph.flowchart.multi-document",
    "delay": "shape=delay",
    "h-cyl": "shape=mxgraph.flowchart.direct_data",
    "curv-trap": "shape=display",
    "tri": "triangle;direction=north",
    "flip-tri": "triangle;direction=south",
    "win-pane": "shape=internalStorage",
    "notch-pent": "shape=loopLimit;size=12",
    "sl-rect": "shape=manualInput;size=12",
    "bow-rect": "shape=dataStorage;fixedSize=1",
    "cross-circ": "ellipse;shape=sumEllipse",
    "hourglass": "shape=collate",
    "flag": "shape=tape",
    "note": "shape=note;size=12",
    "brace": "shape=curlyBracket;rounded=1",
    "brace-r": "shape=curlyBracket;rounded=1;flipH=1",
    "bang": "shape=mxgraph.basic.8_point_star",
    "bolt": "shape=mxgraph.basic.flash",
}
"""Mermaid's shapes to draw.io's; a shape that is not here is drawn as a rectangle, and noted."""

_FOREIGN = {
    "rhombus": "diam", "ellipse": "ellipse", "triangle": "tri", "text": "text", "edgelabel": "text",
    "cylinder": "cyl", "cylinder2": "cyl", "datastore": "cyl", "hexagon": "hex", "parallelogram": "lean-r",
    "trapezoid": "trap-b", "process": "fr-rect", "step": "odd", "cloud": "cloud", "card": "notch-rect",
    "document": "doc", "image": "icon", "mxgraph.flowchart.decision": "diam", "mxgraph.flowchart.terminator": "stadium",
    "mxgraph.flowchart.process": "rect", "mxgraph.flowchart.document": "doc", "mxgraph.flowchart.document2": "doc",
    "mxgraph.flowchart.data": "lean-r", "mxgraph.flowchart.database": "cyl",
    "mxgraph.flowchart.predefined_process": "fr-rect", "mxgraph.flowchart.on-page_reference": "circle",
    "mxgraph.flowchart.start_1": "ellipse", "mxgraph.flowchart.start_2": "circle",
    "mxgraph.flowchart.manual_operation": "trap-t", "mxgraph.flowchart.manual_input": "sl-rect",
    "mxgraph.flowchart.preparation": "hex", "mxgraph.flowchart.delay": "delay",
    "mxgraph.flowchart.display": "curv-trap", "mxgraph.flowchart.stored_data": "bow-rect",
    "mxgraph.flowchart.card": "notch-rect",
    "mxgraph.flowchart.internal_storage": "win-pane", "mxgraph.flowchart.loop_limit": "notch-pent",
    "mxgraph.flowchart.paper_tape": "flag", "mxgraph.flowchart.summing_function": "cross-circ",
    "mxgraph.flowchart.collate": "hourglass", "mxgraph.flowchart.extract_or_measurement": "tri",
    "mxgraph.flowchart.merge_or_storage": "flip-tri", "mxgraph.bpmn.gateway2": "diam", "mxgraph.bpmn.event": "circle",
    "mxgraph.bpmn.shape": "rounded", "mxgraph.bpmn.task": "rounded",
}  # fmt: skip
"""Of what other people draw with."""

_LINES: dict[Line, str] = {
    "solid": "",
    "dotted": "dashed=1;",
    "thick": "strokeWidth=3;",
    "invisible": "strokeColor=none;",
}
_HEADS: dict[Head, str] = {"arrow": "classic", "none": "none", "circle": "oval", "cross": "cross"}
_HEAD_OF: dict[str, Head] = {
    "none": "none",
    "oval": "circle",
    "cross": "cross",
    "circle": "circle",
    "circleplus": "circle",
}
_THICK_PX = 3.0


def style_of_shape(shape: str) -> str:
    """draw.io's style of one of our shapes."""
    return _LOOKS.get(shape, _LOOKS["rect"])


def style_of_line(edge: Edge) -> str:
    """draw.io's style of an edge's line and ends."""
    ends = f"endArrow={_HEADS[edge.head]};startArrow={_HEADS[edge.tail]}"
    filled = ";endFill=0" * (edge.head == "circle") + ";startFill=0" * (edge.tail == "circle")
    return f"{_LINES[edge.line]}{ends}{filled}"


def entries(style: str) -> dict[str, str]:
    """The entries of a style; bare words are its stencils."""
    styles: dict[str, str] = {}
    for part in style.split(";"):
        key, given, value = part.strip().partition("=")
        if key:
            styles.setdefault("" if not given else key, key if not given else value)
    return styles


def shape_of(style: Mapping[str, str]) -> str:
    """Our shape of a style; a rectangle where none is named, empty where it is one that we have no word for."""
    drawn = style.get("shape") or style.get("", "")
    if drawn == "ellipse":
        return "circle" if style.get("aspect") == "fixed" else "ellipse"
    for name, look in _LOOKS.items():
        wanted = entries(look)
        same = (wanted.get("shape") or wanted.get("", "")) == drawn and _turned(style) == _turned(wanted)
        if same and (drawn or _rounding(style) == _rounding(wanted)):
            return name
    if not drawn or drawn in ("label", "rectangle", "swimlane", "group"):
        return _rounding(style)
    return _FOREIGN.get(drawn.lower(), "")


def _turned(style: Mapping[str, str]) -> tuple[str, ...]:
    return (style.get("flipH", "0"), style.get("flipV", "0"), style.get("direction", "east"))


def _rounding(style: Mapping[str, str]) -> str:
    if style.get("rounded", "0") != "1":
        return "rect"
    return "stadium" if _number(style.get("arcSize", "")) >= 40 else "rounded"


def line_of(style: Mapping[str, str]) -> Line:
    """Our word for how a style draws a line."""
    if style.get("strokeColor") == "none":
        return "invisible"
    if style.get("dashed") == "1":
        return "dotted"
    return "thick" if _number(style.get("strokeWidth", "")) >= _THICK_PX else "solid"


def head_of(style: Mapping[str, str], end: str, without: Head) -> Head:
    """Our word for the mark that a style draws at an end; ``without`` where it does not say."""
    value = style.get(f"{end}Arrow")
    return without if value is None else _HEAD_OF.get(value.lower(), "arrow")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
