"""One chart as SVG in the ways that different tools and models write it.

Other elements, transforms, markers, heads, text placements, units and orders, but the same boxes and lines.
"""
# ruff: noqa: E501 - SVG is quoted in the long lines in which tools write it

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from xml.sax.saxutils import escape

import numpy as np
import shapely
from svg_layouts import (
    NS,
    Layout,
    Point,
    Route,
    bends,
    centre,
    curve,
    directed,
    document,
    fmt,
    frames,
    head,
    headed_ways,
    label_centre,
    label_text,
    lines_of,
    outline,
    pairs,
    short_of,
    stacked,
)
from svg_tool_dialects import d2_like, drawio_like, flipped_print, inkscape_like, segments

FONT = 14  # px, as Graphviz lays out

Dialect = Callable[[Layout], str]


def model_markers(layout: Layout) -> str:
    """As language models write: a marker, boxes, tspans in em, labels beside their lines, edges last."""
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
        top = y - (len(texts) - 1) * 1.15 * FONT / 2
        body += f'<text x="{x:.1f}" y="{top:.1f}" font-family="Arial" font-size="{FONT}" text-anchor="middle" dominant-baseline="middle">{spans}</text>'
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
        texts = "".join(
            f'<text class="t" x="{(x1 - x0) / 2:.1f}" y="{(y1 - y0) / 2 + 5 + 17 * (i - (len(lines_of(node)) - 1) / 2):.1f}">{escape(t)}</text>'
            for i, t in enumerate(lines_of(node))
        )
        shape = outline(moved, 'class="box"')
        body += f'<g transform="translate({x0:.2f} {y0:.2f})">{shape}{texts}</g>'
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


def centre_to_centre(layout: Layout) -> str:
    """Lines below the boxes, heads as barbs in strokes of their own, a page without a size."""
    body = "".join(frames(layout, 'fill="#fafafa" stroke="#ccc"'))
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        points = bends(route)
        body += f'<g stroke="#222" fill="none"><path d="M{" L".join(fmt(*p) for p in points)}"/>'
        for end, way in ((edge.head, points), (edge.tail, points[::-1])):
            if end != "none":
                tip, one, other = head(way, 8, 4)
                body += f'<path d="M{fmt(*one)} L{fmt(*tip)} L{fmt(*other)}"/>'
        body += "</g>"
        body += label_text(edge, 14, text_anchor="middle", font_size="12", dominant_baseline="middle")
    for node in layout.graph.nodes:
        x0, y0, x1, y1 = node.box or (0, 0, 0, 0)
        body += outline(node, 'fill="#fff" stroke="#222"')
        texts = lines_of(node)
        for i, text in enumerate(texts):
            y = (y0 + y1) / 2 + 16 * (i - (len(texts) - 1) / 2)
            body += f'<text x="{(x0 + x1) / 2:.1f}" y="{y:.1f}" dy=".35em" style="font: 13px Georgia, serif; text-anchor: middle">{escape(text)}</text>'
    return document(layout, body, page=False)


def turned(layout: Layout) -> str:
    """Drawn lying on its side and turned upright, lines written from target to source with marks at their start."""
    _, h = layout.size
    marker = '<marker id="m" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="6" markerHeight="6" orient="auto-start-reverse"><path d="M 0 0 L 10 5 L 0 10 z"/></marker>'
    body = "".join(frames(layout, 'fill="none" stroke="teal"'))
    for node in layout.graph.nodes:
        x, y = centre(node.box or (0, 0, 0, 0))
        body += outline(node, 'fill="lavender" stroke="indigo"')
        body += stacked(lines_of(node), x, y, 15, text_anchor="middle", font_size="12.5", dominant_baseline="central")
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        marks = ' marker-start="url(#m)"' * (edge.head != "none") + ' marker-end="url(#m)"' * (edge.tail != "none")
        body += f'<path d="{curve(route[::-1])}" fill="none" stroke="#000"{marks}/>'
        body += label_text(edge, 13, text_anchor="middle", font_size="11")
    lying = f'<g transform="rotate(-90) translate({-h} 0)"><g transform="matrix(0 1 -1 0 {h} 0)">{body}</g></g>'
    return document(layout, f"<defs>{marker}</defs>{lying}")


def bare_texts(layout: Layout) -> str:
    """Nodes are texts and nothing else; arrows run from text to text, heads by the shared group's marker."""
    marker = '<marker id="v" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto"><path d="M1,1 L6,4 L1,7" fill="none" stroke="black"/></marker>'
    body, edges = "", ""
    for node in layout.graph.nodes:
        body += stacked(
            lines_of(node),
            *centre(node.box or (0, 0, 0, 0)),
            15,
            text_anchor="middle",
            font_size="13",
            dominant_baseline="middle",
        )
    boxes = {n.id: shapely.box(*(n.box or ())).buffer(4) for n in layout.graph.nodes}
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        ends = [boxes[end] for end in (edge.source, edge.target)]
        line = shapely.LineString([ends[0].centroid, *bends(route)[1:-1], ends[1].centroid]).difference(
            ends[0].union(ends[1])
        )
        if line.geom_type != "LineString" or line.is_empty:
            line = shapely.LineString(route)
        marks = ' marker-end="url(#v)"' * (edge.head != "none")
        edges += f'<polyline points="{pairs(list(line.coords))}"{marks}/>'
        body += label_text(edge, 13, text_anchor="middle", font_size="11")
    return document(layout, f'<defs>{marker}</defs><g stroke="black" fill="none">{edges}</g>{body}')


def sketched(layout: Layout) -> str:
    """As if by hand (Excalidraw, Mermaid's own sketchy look): every side twice, wobbling, heads as two strokes."""
    random = np.random.default_rng(7)

    def stroke(a: Point, b: Point) -> str:
        def wobbly(p: Point) -> np.ndarray:
            return np.array(p) + random.uniform(-1.2, 1.2, 2)

        middle = (np.array(a) + np.array(b)) / 2
        once = [f"M{fmt(*wobbly(a))} C{fmt(*wobbly(middle), *wobbly(middle), *wobbly(b))}" for _ in range(2)]
        return " ".join(once)

    def around(points: Route) -> str:
        return " ".join(stroke(a, b) for a, b in pairwise([*points, points[0]]))

    ink = 'stroke="#1e1e1e" stroke-width="1.5" fill="none"'
    body = ""
    for group in layout.graph.groups:
        x0, y0, x1, y1 = group.box or (0, 0, 0, 0)
        body += f'<g><path d="{around([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])}" {ink}/></g>'
        body += (
            f'<g transform="translate({x0 + 8} {y0 + 4})"><text y="14" font-size="15px">{escape(group.text)}</text></g>'
        )
    for node in layout.graph.nodes:
        corners = list(shapely.Polygon(node.polygon).simplify(2).exterior.coords)[:-1]
        body += f'<g stroke-linecap="round"><path d="{around(corners)}" {ink}/></g>'
        x, y = centre(node.box or (0, 0, 0, 0))
        for i, text in enumerate(lines_of(node)):
            top = y + 5 + 17 * (i - (len(lines_of(node)) - 1) / 2)
            body += f'<g transform="translate({x - 100:.1f} {top - 20:.1f}) rotate(0 100 10)">'
            body += f'<text x="100" y="20" font-size="14px" text-anchor="middle" style="white-space: pre;">{escape(text)}</text></g>'
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        way = short_of(directed(edge, bends(route)), 3)
        one = "M" + " L".join(fmt(*(np.array(p) + random.uniform(-0.8, 0.8, 2))) for p in way)
        two = "M" + " L".join(fmt(*(np.array(p) + random.uniform(-0.8, 0.8, 2))) for p in way)
        body += f'<g><path d="{one} {two}" {ink}/></g>'
        if edge.head != "none" or edge.tail != "none":
            tip, left, right = head(way, 10, 5)
            body += f'<g><path d="{stroke(tip, left)}" {ink}/></g><g><path d="{stroke(tip, right)}" {ink}/></g>'
        body += label_text(edge, 14, text_anchor="middle", font_size="12px")
    return document(layout, f'<rect x="0" y="0" width="{layout.size[0]}" height="{layout.size[1]}" fill="#fff"/>{body}')


DIALECTS: dict[str, Dialect] = {
    "model, markers": model_markers,
    "model, groups and triangles": model_groups,
    "d2-like": d2_like,
    "inkscape-like": inkscape_like,
    "draw.io-like": drawio_like,
    "printed, y upwards": flipped_print,
    "symbols, per cent": symbols,
    "barbs": centre_to_centre,
    "segments (plantuml-like)": segments,
    "turned, written backwards": turned,
    "texts without shapes": bare_texts,
    "sketched": sketched,
}
