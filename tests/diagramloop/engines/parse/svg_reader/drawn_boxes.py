"""Two boxes and what lies between them, read."""

from __future__ import annotations

from diagramloop.engines.parse.svg_reader import ReadSvg, read_svg
from diagramloop.graph import Edge, FlowGraph

NS = 'xmlns="http://www.w3.org/2000/svg"'
MARKER = (
    '<marker id="m" orient="auto" markerWidth="6" markerHeight="6" refX="6" refY="3"><path d="M0 0L6 3L0 6z"/></marker>'
)


def said(text: str) -> str:
    return " ".join(text.split())


def row(graph: FlowGraph, edge: Edge) -> list[str]:
    names = {element.id: said(element.text) for element in (*graph.nodes, *graph.groups)}
    source, target = edge.arcs()[0]
    form = ["both"] if edge.bidirectional else ["plain"] if edge.undirected else []
    return [names[source], names[target], said(edge.label), *form]


def boxes(content: str, head: str = f'{NS} viewBox="0 0 400 200"') -> ReadSvg:
    both = "".join(
        f'<rect x="{x}" y="20" width="100" height="60" fill="white" stroke="black"/>'
        f'<text x="{x + 50}" y="55" text-anchor="middle" font-size="14">{name}</text>'
        for x, name in ((20, "A"), (280, "B"))
    )
    return read_svg(f"<svg {head}>{MARKER}{both}{content}</svg>")


LINES = {
    "line": '<line x1="120" y1="50" x2="280" y2="50" stroke="black" marker-end="url(#m)"/>',
    "stops short": '<line x1="128" y1="50" x2="270" y2="50" stroke="black" marker-end="url(#m)"/>',
    "begins and ends inside": '<line x1="70" y1="50" x2="330" y2="50" stroke="black" marker-end="url(#m)"/>',
    "written backwards": '<g transform="rotate(180 200 50)"><path d="M120 50H280" stroke="black" '
    'marker-start="url(#n)"/></g>'
    '<marker id="n" orient="auto-start-reverse" markerWidth="6" markerHeight="6"><path d="M0 0L6 3L0 6z"/></marker>',
    "by style": '<path style="stroke:black;fill:none;marker-end:url(#m)" d="m 120,50 c 40,40 120,-40 160,0"/>',
    "inherited marker": '<g stroke="black" marker-end="url(#m)" fill="none"><path d="M120 50 L200 90 L280 50"/></g>',
    "marker that is used": '<g id="tip"><path d="M2 1L0 0L2-1Z"/></g><marker id="u" orient="auto" overflow="visible">'
    '<use href="#tip" transform="scale(-2)"/></marker><path d="M120 50H280" stroke="red" marker-end="url(#u)"/>',
    "triangle": '<path d="M120 50H271" stroke="black"/><polygon points="270,45 280,50 270,55"/>',
    "triangle over the tip": '<path d="M120 50H280" stroke="black"/><polygon points="270,45 280,50 270,55"/>',
    "dart": '<path d="M120 50H274" stroke="black"/><path d="M280 50L271 45L274 50L271 55Z"/>',
    "barbs": '<g stroke="black"><path d="M120 50H280"/><line x1="280" y1="50" x2="272" y2="45"/>'
    '<path d="M280 50L272 55"/></g>',
    "two stretches": '<g stroke="black"><path d="M120 50V120"/><path d="M120 120H330"/>'
    '<path d="M330 120V80" marker-end="url(#m)"/></g>',
    "used": '<symbol id="s"><path d="M0 5H160" stroke="black" marker-end="url(#m)"/></symbol>'
    '<use href="#s" x="120" y="45"/>',
    "nested drawing": '<svg x="120" y="40" width="160" height="20" viewBox="0 0 320 40">'
    '<path d="M0 20H320" stroke="red" marker-end="url(#m)"/></svg>',
    "dash by dash": '<g stroke="black">'
    + "".join(f'<path d="M{x} 50h6"/>' for x in range(122, 268, 9))
    + '</g><path d="M280 50L270 45V55Z"/>',
    "drawn twice by a shaky hand": '<path fill="none" stroke="black" d="M121 48C170 53 220 47 279 51M119 51'
    'C180 46 230 54 280 49"/><path fill="none" stroke="black" d="M269 44C272 46 276 48 281 50M268 45L280 51"/>'
    '<path fill="none" stroke="black" d="M270 57C273 54 277 52 281 50M269 56L280 51"/>',
    "in strokes that begin where others end": '<path fill="none" stroke="black" d="M120 50L160 52M161 51L240 48M239 49'
    'L280 50" marker-end="url(#m)"/>',
    "over a plate": '<path d="M120 50H280" stroke="black" marker-end="url(#m)"/>'
    '<rect x="180" y="40" width="40" height="20" fill="white"/>',
}
