"""Pieces of SVG that dialects share: documents, lines of text, outlines, frames, numbers."""

# ruff: noqa: E501 - SVG is quoted in the long lines in which tools write it

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

import numpy as np

from diagramloop.graph import Edge, Group, Node
from diagramloop.synth.vector.layout import Layout, Point, Route

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def fmt(*values: float) -> str:
    return " ".join(f"{v:g}" for v in np.round(values, 2))


def pairs(points: Route) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def curve(route: Route) -> str:
    """A path of cubic curves through every fourth point (Catmull-Rom)."""
    points = np.array([*route[:-1:4], route[-1]])
    if len(points) == 2:
        return f"M{fmt(*points[0])} L{fmt(*points[1])}"
    padded = np.concatenate([points[:1], points, points[-1:]])
    text = f"M{fmt(*points[0])}"
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        text += f" C{fmt(*(b + (c - a) / 6), *(c - (d - b) / 6), *c)}"
    return text


def centre(box: tuple[float, float, float, float]) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def lines_of(element: Node | Group) -> list[str]:
    return element.text.split("\n") if element.text else []


def label_centre(edge: Edge) -> Point:
    assert edge.label_box is not None
    return centre(edge.label_box)


def document(layout: Layout, content: str, *, extra: str = "", page: bool = True) -> str:
    w, h = layout.size
    size = f'width="{w}" height="{h}" ' if page else ""
    return f'<svg {NS} {size}viewBox="0 0 {w} {h}" {extra}>{content}</svg>'


def stacked(texts: list[str], x: float, y: float, step: float, **attributes: str) -> str:
    """Lines of text as tspans around a middle."""
    said = " ".join(f'{k.replace("_", "-")}="{v}"' for k, v in attributes.items())
    first = y - (len(texts) - 1) * step / 2
    spans = "".join(f'<tspan x="{x:.2f}" dy="{step if i else 0}">{escape(t)}</tspan>' for i, t in enumerate(texts))
    return f'<text x="{x:.2f}" y="{first:.2f}" {said}>{spans}</text>'


def label_text(edge: Edge, step: float, lower: float = 0, **attributes: str) -> str:
    """The edge's label around its middle, ``lower`` by so much; nothing where it has none."""
    if not edge.label:
        return ""
    x, y = label_centre(edge)
    return stacked(edge.label.split("\n"), x, y + lower, step, **attributes)


def frames(layout: Layout, style: str) -> Iterator[str]:
    for group in layout.graph.groups:
        assert group.box is not None
        x0, y0, x1, y1 = group.box
        yield f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" {style}/>'
        yield f'<text x="{x0 + 8:.1f}" y="{y0 + 16:.1f}" font-size="13" font-weight="bold">{escape(group.text)}</text>'


def outline(node: Node, style: str) -> str:
    """The element a person would take: rect, rounded rect, circle, ellipse or polygon."""
    assert node.box is not None
    assert node.polygon is not None
    x0, y0, x1, y1 = node.box
    (cx, cy), w, h = centre(node.box), x1 - x0, y1 - y0
    if node.shape in ("circle", "dbl-circ", "sm-circ", "ellipse"):
        return f'<ellipse cx="{cx:.2f}" cy="{cy:.2f}" rx="{w / 2:.2f}" ry="{h / 2:.2f}" {style}/>'
    if node.shape in ("rect", "rounded", "stadium"):
        radius = {"rect": 0, "rounded": 6, "stadium": h / 2}[node.shape]
        return f'<rect x="{x0:.2f}" y="{y0:.2f}" width="{w:.2f}" height="{h:.2f}" rx="{radius:g}" {style}/>'
    return f'<polygon points="{pairs(list(node.polygon))}" {style}/>'


def html_label(texts: list[str], x: float, y: float, width: float, size: int = 12) -> str:
    """Words as draw.io writes them: HTML, and plain text for those who cannot read it."""
    html = "<br/>".join(escape(t) for t in texts)
    return (
        '<g><switch><foreignObject pointer-events="none" width="100%" height="100%" requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility" style="overflow: visible; text-align: left;">'
        f'<div xmlns="http://www.w3.org/1999/xhtml" style="display: flex; align-items: unsafe center; justify-content: unsafe center; width: {width:.0f}px; height: 1px; padding-top: {y:.0f}px; margin-left: {x:.0f}px;">'
        f'<div style="box-sizing: border-box; font-size: 0px; text-align: center;"><div style="display: inline-block; font-size: {size}px; font-family: Helvetica; color: rgb(0, 0, 0); line-height: 1.2; white-space: normal;">{html}</div></div></div></foreignObject>'
        f'<text x="{x:.0f}" y="{y + 4:.0f}" fill="#000000" font-family="Helvetica" font-size="{size}px" text-anchor="middle">{escape(texts[0])[:20]}...</text></switch></g>'
    )
