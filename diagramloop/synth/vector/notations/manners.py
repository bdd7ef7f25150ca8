"""Manners of writing the same things: how words and lines are written, and in which order."""
# ruff: noqa: E501 - SVG is quoted in the long lines in which tools write it

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from diagramloop.graph import Edge
from diagramloop.synth.vector.layout import Route, bends, directed, head, headed_ways, short_of
from diagramloop.synth.vector.notations.body import Body, Words
from diagramloop.synth.vector.pieces import NS, curve, fmt, html_label, pairs

MARKERS = (
    '<marker id="to" markerWidth="10" markerHeight="12" refX="7" refY="6" viewBox="0 0 10 12" orient="auto" markerUnits="userSpaceOnUse"><polygon points="0,0 10,6 0,12"/></marker>'
    '<marker id="from" markerWidth="10" markerHeight="12" refX="3" refY="6" viewBox="0 0 10 12" orient="auto" markerUnits="userSpaceOnUse"><polygon points="10,0 0,6 10,12"/></marker>'
)


@dataclass(frozen=True)
class Manner:
    """One way of writing.

    Attributes:
        words: one line of words.
        line: one line with its heads.
        grouped: what belongs to one thing stands in one ``g``; else all shapes come before all words.
        lines_first: lines lie below things.
        splines: Graphviz's word for the form of lines.
    """

    words: Callable[[Words], str]
    line: Callable[[Edge, Route], str]
    grouped: bool = True
    lines_first: bool = False
    splines: str = "polyline"

    def document(self, size: tuple[int, int], bodies: Sequence[Body], lines: Sequence[tuple[Edge, Route]]) -> str:
        """All of a drawing; frames come first among the bodies."""
        things = [(b.markup, "".join(self.words(w) for w in b.words)) for b in bodies]
        shapes = "".join(f"<g><g>{s}</g>{w}</g>" for s, w in things) if self.grouped else "".join(s for s, _ in things)
        routes = "".join(f"<g>{self.line(edge, route)}</g>" for edge, route in lines)
        said = "".join(self.words(_label(edge)) for edge, _ in lines if edge.label)
        said += "" if self.grouped else "".join(w for _, w in things)
        ordered = routes + shapes + said if self.lines_first else shapes + routes + said
        w, h = size
        page = f'<rect width="{w}" height="{h}" fill="#ffffff"/>'
        return f'<svg {NS} width="{w}" height="{h}" viewBox="0 0 {w} {h}"><defs>{MARKERS}</defs>{page}{ordered}</svg>'


def _label(edge: Edge) -> Words:
    x0, y0, x1, y1 = edge.label_box or (0, 0, 0, 0)
    return Words(edge.label, (x0 + x1) / 2, (y0 + y1) / 2, size=12)


def _turned(words: Words) -> str:
    return f' transform="rotate({words.turned} {words.x:.2f} {words.y:.2f})"' if words.turned else ""


def _plain_words(words: Words) -> str:
    return f'<text x="{words.x:.2f}" y="{words.y + 0.34 * words.size:.2f}" text-anchor="{words.anchor}" font-size="{words.size:g}" font-family="Helvetica"{_turned(words)}>{escape(words.text)}</text>'


def _middle_words(words: Words) -> str:
    return f'<text transform="translate({words.x:.2f},{words.y:.2f}) rotate({words.turned})" dominant-baseline="central" style="font-size:{words.size:g}px;text-anchor:{words.anchor};fill:#111"><tspan x="0" y="0">{escape(words.text)}</tspan></text>'


def _html_words(words: Words) -> str:
    if words.turned or words.anchor != "middle":
        return f"<g>{_plain_words(words)}</g>"
    width = 8.0 * len(words.text)
    return html_label([words.text], words.x - width / 2, words.y, width, round(words.size))


def _marked(edge: Edge, route: Route) -> str:
    marks = ' marker-end="url(#to)"' * (edge.head != "none") + ' marker-start="url(#from)"' * (edge.tail != "none")
    return f'<path d="{curve(route)}" fill="none" stroke="#0D32B2" style="stroke-width:2;"{marks}/>'


def _darts(edge: Edge, route: Route) -> str:
    return _headed(edge, route, 0.25)


def _triangles(edge: Edge, route: Route) -> str:
    return _headed(edge, route, 0.0)


def _headed(edge: Edge, route: Route, notch: float) -> str:
    """A line that ends within its heads, which are shapes of their own."""
    way = directed(edge, bends(route))
    ends = headed_ways(edge, way)
    line = short_of(short_of(way, 6)[::-1], 6)[::-1] if len(ends) == 2 else short_of(way, 6) if ends else way
    drawn = f'<path d="M {" L ".join(fmt(*p) for p in line)}" fill="none" stroke="#000000"/>'
    return drawn + "".join(f'<polygon points="{pairs(head(end, 9, 3.5, notch))}" fill="#000000"/>' for end in ends)


def _barbs(edge: Edge, route: Route) -> str:
    """Heads as two strokes of the line's own path."""
    way = directed(edge, bends(route))
    drawn = f'<path d="M{" L".join(fmt(*p) for p in way)}" fill="none" stroke="#222222"/>'
    for end in headed_ways(edge, way):
        tip, one, other = head(end, 9, 4)
        drawn += f'<path d="M{fmt(*one)} L{fmt(*tip)} L{fmt(*other)}" fill="none" stroke="#222222"/>'
    return drawn


MARKED = Manner(_plain_words, _marked, splines="spline")
DARTED = Manner(_html_words, _darts, lines_first=True)
PRINTED = Manner(_middle_words, _triangles, grouped=False)
BARBED = Manner(_plain_words, _barbs, grouped=False, lines_first=True)
