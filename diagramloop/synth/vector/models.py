"""One chart as SVG in the ways in which language models write it, and people who write SVG themselves."""
# ruff: noqa: E501 - SVG is quoted in the long lines in which tools write it

from __future__ import annotations

import math
from xml.sax.saxutils import escape

from diagramloop.synth.vector.layout import Layout, bends, directed, head, headed_ways, short_of
from diagramloop.synth.vector.pieces import (
    NS,
    centre,
    document,
    fmt,
    frames,
    label_centre,
    label_text,
    lines_of,
    outline,
    pairs,
    stacked,
)

FONT_PX = 14  # as Graphviz lays out


def model_markers(layout: Layout) -> str:
    """Draw like language models: a marker, boxes, tspans in em, labels beside their lines, edges last."""
    marker = (
        '<defs><marker id="arrowhead" markerWidth="10" markerHeight="7" refX="9" refY="3.5" orient="auto">'
        '<polygon points="0 0, 10 3.5, 0 7" fill="#333"/></marker>'
        '<marker id="back" markerWidth="10" markerHeight="7" refX="1" refY="3.5" orient="auto">'
        '<polygon points="10 0, 0 3.5, 10 7" fill="#333"/></marker></defs>'
    )
    body = "".join(frames(layout, 'fill="#f5f5f5" stroke="#999" stroke-dasharray="5,5"'))
    for node in layout.graph.nodes:
        assert node.box is not None
        x, y = centre(node.box)
        body += outline(node, 'fill="#e3f2fd" stroke="#1976d2" stroke-width="2"')
        texts = lines_of(node)
        spans = "".join(
            f'<tspan x="{x:.1f}" dy="{1.15 if i else 0}em">{escape(t)}</tspan>' for i, t in enumerate(texts)
        )
        top = y - (len(texts) - 1) * 1.15 * FONT_PX / 2
        body += f'<text x="{x:.1f}" y="{top:.1f}" font-family="Arial" font-size="{FONT_PX}" text-anchor="middle" dominant-baseline="middle">{spans}</text>'
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        marks = 'marker-end="url(#arrowhead)"' * (edge.head != "none") + ' marker-start="url(#back)"' * (
            edge.tail != "none"
        )
        points = bends(route)
        if len(points) == 2:
            (x1, y1), (x2, y2) = points
            body += f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#333" stroke-width="2" {marks}/>'
        else:
            body += f'<polyline points="{pairs(points)}" fill="none" stroke="#333" stroke-width="2" {marks}/>'
        body += label_text(edge, 15, text_anchor="middle", font_size="12", fill="#666")
    return document(layout, marker + body)


def model_groups(layout: Layout) -> str:
    """Groups moved into place, classes in a style sheet, triangles as heads, lines a little short, labels on plates."""
    css = (
        ".box{fill:#fff3e0;stroke:#e65100;stroke-width:1.5} .line{stroke:#444;fill:none;stroke-width:1.5}"
        " .t{font:14px sans-serif;text-anchor:middle} .head{fill:#444} g.label text{font-size:11px}"
    )
    body = "".join(frames(layout, 'class="frame" fill="none" stroke="gray"'))
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        way = directed(edge, route)
        ends = headed_ways(edge, way)
        body += f'<path class="line" d="M {" L ".join(fmt(*p) for p in bends(short_of(way, 8 if ends else 2)))}"/>'
        for line in ends:
            body += f'<polygon class="head" points="{pairs(head(short_of(line, 2)))}"/>'
        if edge.label:
            (x, y), texts = label_centre(edge), edge.label.split("\n")
            w, h = 6.4 * max(map(len, texts)) + 4, 13 * len(texts) + 2
            body += f'<g class="label" transform="translate({x:.1f},{y:.1f})"><rect x="{-w / 2:.1f}" y="{-h / 2:.1f}" width="{w:.1f}" height="{h}" fill="white"/>'
            body += stacked(texts, 0, 4, 13, text_anchor="middle") + "</g>"
    for node in layout.graph.nodes:
        assert node.box is not None
        x0, y0, x1, y1 = node.box
        moved = node.model_copy(
            update={"box": (0, 0, x1 - x0, y1 - y0), "polygon": tuple((x - x0, y - y0) for x, y in node.polygon or ())}
        )
        lettering = "".join(
            f'<text class="t" x="{(x1 - x0) / 2:.1f}" y="{(y1 - y0) / 2 + 5 + 17 * (i - (len(lines_of(node)) - 1) / 2):.1f}">{escape(t)}</text>'
            for i, t in enumerate(lines_of(node))
        )
        shape = outline(moved, 'class="box"')
        body += f'<g transform="translate({x0:.2f} {y0:.2f})">{shape}{lettering}</g>'
    return document(layout, f"<style>{css}</style>{body}")


def symbols(layout: Layout) -> str:
    """Every outline a symbol that is used, sizes in per cent, the page scaled by its view box, edges below nodes."""
    w, h = layout.size
    kinds = {"circle": "c", "ellipse": "c", "diam": "d"}
    defs = (
        '<defs><symbol id="r" viewBox="0 0 100 100" preserveAspectRatio="none"><rect width="100%" height="100%" fill="#efe" stroke="#060" vector-effect="non-scaling-stroke"/></symbol>'
        '<symbol id="d" viewBox="0 0 2 2" preserveAspectRatio="none"><path d="M1 0 2 1 1 2 0 1Z" fill="#ffe" stroke="#660" stroke-width=".02"/></symbol>'
        '<symbol id="c" viewBox="-1 -1 2 2" preserveAspectRatio="none"><circle r="1" fill="#eef" stroke="#006" stroke-width=".02"/></symbol>'
        '<g id="tri"><path d="M0 0-9-4-9 4Z"/></g></defs>'
    )
    body = "".join(frames(layout, 'fill="none" stroke="#aaa"'))
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        way = directed(edge, bends(route))
        ends = headed_ways(edge, way)
        body += f'<polyline points="{pairs(bends(short_of(way, 7)) if ends else way)}" fill="none" stroke="black"/>'
        for line in ends:
            (x0, y0), (x1, y1) = short_of(line, 7)[-1], line[-1]
            turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
            body += f'<use xlink:href="#tri" transform="translate({x1:.2f},{y1:.2f}) rotate({turn:.2f})"/>'
    for node in layout.graph.nodes:
        x0, y0, x1, y1 = node.box or (0, 0, 0, 0)
        percent = [100 * x0 / w, 100 * y0 / h, 100 * (x1 - x0) / w, 100 * (y1 - y0) / h]
        place = " ".join(f'{n}="{v:.4f}%"' for n, v in zip(("x", "y", "width", "height"), percent, strict=True))
        body += f'<use href="#{kinds.get(node.shape, "r")}" {place}/>'
        body += stacked(lines_of(node), (x0 + x1) / 2, (y0 + y1) / 2 + 4, 16, text_anchor="middle", font_size="13")
    for edge in layout.graph.edges:
        body += label_text(edge, 14, text_anchor="middle", font_size="80%", dominant_baseline="central")
    return f'<svg {NS} width="{1.5 * w}" height="{1.5 * h}" viewBox="0 0 {w} {h}">{defs}{body}</svg>'
