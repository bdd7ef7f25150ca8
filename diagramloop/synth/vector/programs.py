"""One chart as SVG in the ways of drawing programs: as D2, Inkscape, draw.io, PlantUML and printers write it."""
# ruff: noqa: E501 - SVG is quoted in the long lines in which tools write it

from __future__ import annotations

from itertools import pairwise
from xml.sax.saxutils import escape

from diagramloop.render.fonts import font
from diagramloop.synth.vector.layout import Layout, bends, directed, elbows, head, headed_ways, short_of
from diagramloop.synth.vector.pieces import (
    NS,
    centre,
    curve,
    document,
    fmt,
    html_label,
    label_centre,
    label_text,
    lines_of,
    outline,
    pairs,
)


def d2_like(layout: Layout) -> str:
    """Nested drawings, masks, markers in user space, heads at the start for edges written backwards, curves."""
    w, h = layout.size
    defs = (
        '<marker id="mk-1" markerWidth="10" markerHeight="12" refX="7" refY="6" viewBox="0 0 10 12" orient="auto" '
        'markerUnits="userSpaceOnUse"><polygon points="0,0 10,6 0,12" class="connection fill-B1" stroke-width="2"/></marker>'
        '<marker id="mk-2" markerWidth="10" markerHeight="12" refX="3" refY="6" viewBox="0 0 10 12" orient="auto" '
        'markerUnits="userSpaceOnUse"><polygon points="10,0 0,6 10,12" class="connection fill-B1"/></marker>'
    )
    css = ".d2 .fill-B6{fill:#EDF0FD} .d2 .stroke-B1{stroke:#0D32B2} .d2 .fill-B1{fill:#0D32B2} .fill-N1{fill:#0A0F25} .connection{stroke-linecap:round} @font-face{font-family:d2;src:url(data:font/woff;base64,AAAA)}"
    body = ""
    for group in layout.graph.groups:
        x0, y0, x1, y1 = group.box or (0, 0, 0, 0)
        body += f'<g id="{escape(group.id)}"><g class="shape"><rect x="{x0}" y="{y0}" width="{x1 - x0}" height="{y1 - y0}" class="stroke-B1" fill="#F7F8FE" style="stroke-width:2"/></g>'
        body += f'<text x="{(x0 + x1) / 2}" y="{y0 + 20}" class="text fill-N1" style="text-anchor:middle;font-size:18px">{escape(group.text)}</text></g>'
    for node in layout.graph.nodes:
        x, y = centre(node.box or (0, 0, 0, 0))
        shape = outline(node, 'class=" stroke-B1 fill-B6" style="stroke-width:2;"')
        body += f'<g class="YQ=="><g class="shape">{shape}</g>'
        texts = lines_of(node)
        if texts:
            spans = "".join(
                f'<tspan x="{x:.4f}" dy="{16.5 if i else 0:.6f}">{escape(t)}</tspan>' for i, t in enumerate(texts)
            )
            body += f'<text x="{x:.6f}" y="{y + 5.5 - 8.25 * (len(texts) - 1):.6f}" class="text-bold fill-N1" style="text-anchor:middle;font-size:15px">{spans}</text>'
        body += "</g>"
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        marks = ' marker-end="url(#mk-1)"' * (edge.head != "none") + ' marker-start="url(#mk-2)"' * (
            edge.tail != "none"
        )
        body += f'<g class="KGEp"><path d="{curve(route)}" fill="none" class="connection stroke-B1" style="stroke-width:2;"{marks} mask="url(#d2-m)"/>'
        body += label_text(
            edge, 16, 5, **{"class": "text-italic fill-N2", "style": "text-anchor:middle;font-size:13px"}
        )
        body += "</g>"
    mask = f'<mask id="d2-m" maskUnits="userSpaceOnUse" x="0" y="0" width="{w}" height="{h}"><rect x="0" y="0" width="{w}" height="{h}" fill="white"/></mask>'
    inner = f'<svg class="d2-1 d2" width="{w}" height="{h}" viewBox="0 0 {w} {h}"><rect x="0" y="0" width="{w}" height="{h}" fill="#fff" stroke-width="0"/><style><![CDATA[{css}]]></style>{defs}{body}{mask}</svg>'
    return f'<?xml version="1.0" encoding="utf-8"?><svg {NS} data-d2-version="0.7" preserveAspectRatio="xMinYMin meet" viewBox="0 0 {w} {h}">{inner}</svg>'


def inkscape_like(layout: Layout) -> str:
    """Millimetres, a moved layer, everything a path with a style of its own, markers with transforms, role lines."""
    w, h = layout.size
    mm = 25.4 / 96
    style = "fill:#ffeeaa;fill-opacity:1;stroke:#000000;stroke-width:0.3;stroke-dasharray:none"
    body = ""
    for group in layout.graph.groups:
        x0, y0, x1, y1 = (v * mm for v in group.box or (0, 0, 0, 0))
        body += f'<path style="fill:none;stroke:#808080;stroke-width:0.2" d="m {fmt(x0 - 10, y0 + 5)} h {x1 - x0:.3f} v {y1 - y0:.3f} h {x0 - x1:.3f} z"/>'
        body += _role_lines([group.text], x0 - 10 + 1.5, y0 + 5 + 4.0, 3.3, "start")
    for node in layout.graph.nodes:
        points = [(x * mm - 10, y * mm + 5) for x, y in node.polygon or ()]
        moves = [points[0], *((bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points))]
        body += f'<path style="{style}" d="m {pairs(moves).replace(".00", "")} z" sodipodi:nodetypes="cccc"/>'
        x, y = centre(node.box or (0, 0, 0, 0))
        body += _role_lines(lines_of(node), x * mm - 10, y * mm + 5 + 1.2, 3.7, "middle")
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        points = [(x * mm - 10, y * mm + 5) for x, y in bends(route)]
        marks = ";marker-end:url(#Arrow1)" * (edge.head != "none") + ";marker-start:url(#Arrow1)" * (
            edge.tail != "none"
        )
        body += f'<path style="fill:none;stroke:#000000;stroke-width:0.3{marks}" d="M {pairs(points)}" inkscape:connector-type="polyline"/>'
        if edge.label:
            x, y = label_centre(edge)
            body += _role_lines(edge.label.split("\n"), x * mm - 10, y * mm + 5 + 1, 3.2, "middle")
    head_ = '<marker style="overflow:visible" id="Arrow1" refX="0" refY="0" orient="auto-start-reverse" inkscape:stockid="Triangle arrow" markerWidth="1" markerHeight="1" preserveAspectRatio="xMidYMid"><path transform="scale(0.5)" style="fill:context-stroke;stroke:context-stroke" d="M 5.77,0.0 L -2.88,5.0 L -2.88,-5.0 Z" id="p1"/></marker>'
    spaces = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
    return (
        f'<?xml version="1.0" encoding="UTF-8" standalone="no"?><svg width="{w * mm:.4f}mm" height="{h * mm:.4f}mm" viewBox="0 0 {w * mm:.4f} {h * mm:.4f}" {NS} {spaces}>'
        f'<sodipodi:namedview id="nv" pagecolor="#fff"/><defs id="defs2">{head_}</defs><g inkscape:groupmode="layer" transform="translate(10,-5)">{body}</g></svg>'
    )


def _role_lines(texts: list[str], x: float, y: float, size: float, anchor: str) -> str:
    if not texts:
        return ""
    top = y - (len(texts) - 1) * 1.25 * size / 2
    spans = "".join(
        f'<tspan sodipodi:role="line" x="{x:.4f}" y="{top + i * 1.25 * size:.4f}" style="stroke-width:0.2">{escape(t)}</tspan>'
        for i, t in enumerate(texts)
    )
    return f'<text xml:space="preserve" style="font-size:{size}px;line-height:1.25;font-family:sans-serif;text-anchor:{anchor};fill:#000000" x="{x:.4f}" y="{top:.4f}">{spans}</text>'


def drawio_like(layout: Layout) -> str:
    """Labels as HTML in a switch, darts as heads in paths of their own, everything half a pixel off."""
    w, h = layout.size
    body = ""
    for group in layout.graph.groups:
        x0, y0, x1, y1 = group.box or (0, 0, 0, 0)
        body += f'<g><rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" fill="none" stroke="#000000" pointer-events="none" style="stroke: light-dark(#000, #fff)"/></g>'
        body += html_label([group.text], x0, y0 + 12, x1 - x0)
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        way = directed(edge, elbows(route))
        ends = headed_ways(edge, way)
        stretch = bends(short_of(way, 6)) if ends else way
        body += f'<g><path d="M {" L ".join(fmt(*p) for p in stretch)}" fill="none" stroke="#000000" stroke-miterlimit="10" pointer-events="stroke"/>'
        if ends:
            body += f'<path d="M {" L ".join(fmt(*p) for p in head(short_of(way, 1), 7, 3.5, 0.25))} Z" fill="#000000" stroke="#000000" stroke-miterlimit="10"/>'
        for line in ends[1:]:
            body += f'<path d="M {" L ".join(fmt(*p) for p in head(line, 7, 3.5, 0.25))} Z" fill="#000000" stroke="#000000"/>'
        body += "</g>"
        if edge.label:
            body += html_label(edge.label.split("\n"), *label_centre(edge), 1, 11)
    for node in layout.graph.nodes:
        x0, _, x1, _ = node.box or (0, 0, 0, 0)
        shape = outline(node, 'fill="#ffffff" stroke="#000000" pointer-events="all"')
        body += f"<g>{shape}</g>"
        if node.text:
            body += html_label(lines_of(node), x0 + 1, centre(node.box or (0, 0, 0, 0))[1], x1 - x0 - 2)
    return f'<svg {NS} style="background-color: rgb(255, 255, 255);" version="1.1" width="{w}px" height="{h}px" viewBox="-0.5 -0.5 {w} {h}" content="&lt;mxfile&gt;"><defs/><g>{body}</g></svg>'


def flipped_print(layout: Layout) -> str:
    """Draw like a print to a file: y upwards, every shape a path, every line of text its own matrix, heads filled paths."""
    _, h = layout.size
    body = ""
    for node in layout.graph.nodes:
        points = [(x, h - y) for x, y in node.polygon or ()]
        body += f'<path d="M{" L".join(fmt(*p) for p in points)} Z" style="stroke:none;fill:rgb(90%,95%,90%)"/>'
        body += f'<path d="M{" L".join(fmt(*p) for p in [*points, points[0]])}" style="fill:none;stroke-width:1;stroke:rgb(0%,0%,0%)"/>'
        x, y = centre(node.box or (0, 0, 0, 0))
        for i, text in enumerate(lines_of(node)):
            width = 0.53 * 13 * len(text)
            body += f'<text transform="matrix(1 0 0 -1 {x - width / 2:.2f} {h - y - 4 - 15.5 * (i - (len(lines_of(node)) - 1) / 2):.2f})" style="font-size:13px">{_word_runs(text)}</text>'
    for group in layout.graph.groups:
        x0, y0, x1, y1 = group.box or (0, 0, 0, 0)
        body += f'<path d="M{fmt(x0, h - y0)} H{x1:.2f} V{h - y1:.2f} H{x0:.2f} Z" style="fill:none;stroke:#888"/>'
        body += f'<text transform="matrix(1 0 0 -1 {x0 + 6:.2f} {h - y0 - 15:.2f})" style="font-size:13px">{escape(group.text)}</text>'
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        way = [(x, h - y) for x, y in directed(edge, route)]
        ends = headed_ways(edge, way)
        body += f'<path d="{curve(short_of(way, 6) if ends else way)}" style="fill:none;stroke:#000;stroke-width:.8"/>'
        for line in ends:
            body += f'<path d="M{" L".join(fmt(*p) for p in head(line, 7, 3))} Z" style="fill:#000"/>'
        if edge.label:
            (x, y), texts = label_centre(edge), edge.label.split("\n")
            for i, text in enumerate(texts):
                width = 0.5 * 12 * len(text)
                body += f'<text transform="matrix(1 0 0 -1 {x - width / 2:.2f} {h - y - 4 - 14 * (i - (len(texts) - 1) / 2):.2f})" style="font-size:12px">{escape(text)}</text>'
    return document(layout, f'<g transform="matrix(1,0,0,-1,0,{h})">{body}</g>')


def _word_runs(text: str) -> str:
    """Each word in a tspan with an x of its own, as printers place them."""
    spans, x = "", 0.0
    for word in text.split():
        spans += f'<tspan x="{x:.2f}">{escape(word)}</tspan>'
        x += font(13).getlength(word + " ")
    return spans


def segments(layout: Layout) -> str:
    """Every stretch of a line an element of its own, heads as four-cornered darts, texts with a length."""
    body = ""
    for group in layout.graph.groups:
        x0, y0, x1, y1 = group.box or (0, 0, 0, 0)
        body += f'<rect fill="none" height="{y1 - y0:.4f}" style="stroke:#000000;stroke-width:1.5;" width="{x1 - x0:.4f}" x="{x0:.4f}" y="{y0:.4f}"/>'
        body += f'<text fill="#000000" font-family="sans-serif" font-size="14" font-weight="bold" x="{x0 + 6:.4f}" y="{y0 + 15:.4f}">{escape(group.text)}</text>'
    for node in layout.graph.nodes:
        body += outline(node, 'fill="#F1F1F1" style="stroke:#181818;stroke-width:0.5;"')
        x, y = centre(node.box or (0, 0, 0, 0))
        for i, text in enumerate(lines_of(node)):
            width = 0.56 * 12 * len(text)
            top = y + 4 + 14 * (i - (len(lines_of(node)) - 1) / 2)
            body += f'<text fill="#000000" font-family="sans-serif" font-size="12" lengthAdjust="spacing" textLength="{width:.4f}" x="{x - width / 2:.4f}" y="{top:.4f}">{escape(text)}</text>'
    for edge, route in zip(layout.graph.edges, layout.routes, strict=True):
        way = directed(edge, bends(route))
        for (x1, y1), (x2, y2) in pairwise(way):
            body += f'<line style="stroke:#181818;stroke-width:1.0;" x1="{x1:.4f}" x2="{x2:.4f}" y1="{y1:.4f}" y2="{y2:.4f}"/>'
        for line in headed_ways(edge, way):
            body += f'<polygon fill="#181818" points="{pairs(head(line, 10, 4, 0.4))}" style="stroke:#181818;stroke-width:1.0;"/>'
        if edge.label:
            (x, y), texts = label_centre(edge), edge.label.split("\n")
            for i, text in enumerate(texts):
                body += f'<text font-size="11" x="{x - 3 * len(text):.2f}" y="{y + 4 + 13 * (i - (len(texts) - 1) / 2):.2f}">{escape(text)}</text>'
    return document(layout, f"<g>{body}</g>", extra='zoomAndPan="magnify" contentStyleType="text/css"')
