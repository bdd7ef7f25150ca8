"""One chart as SVG in manners that no single tool owns: barbs, turned pages, texts without shapes, sketches.

Other elements, transforms, markers, heads, text placements and orders, but the same boxes and lines.
"""
# ruff: noqa: E501 - SVG is quoted in the long lines in which tools write it

from __future__ import annotations

from itertools import pairwise
from xml.sax.saxutils import escape

import numpy as np
import shapely

from diagramloop.synth.vector.layout import Layout, Point, Route, bends, directed, head, short_of
from diagramloop.synth.vector.pieces import (
    centre,
    curve,
    document,
    fmt,
    frames,
    label_text,
    lines_of,
    outline,
    pairs,
    stacked,
)


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
    """Draw like a hand (Excalidraw, Mermaid's own sketchy look): every side twice, wobbling, heads as two strokes."""
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
