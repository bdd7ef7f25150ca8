"""Nothing that a text says happens: it is drawn, letter by letter, or left out."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.render import Style, draw, read_mermaid_svg
from diagramloop.render.graphviz_text import escaped
from diagramloop.render.mermaid_text import encoded, engine_text

TEXTS = [
    "</style><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "]]>&amp;&#65;#35; #quot;",
    "%%{init: {'securityLevel': 'loose'}}%%",
    'x"] click n0 call alert() ["',
    'click n0 href "javascript:alert(1)"',
    "end",
    "subgraph x",
    "1. first",
    "- item",
    "**bold** _it_ `code` ~~s~~ [l](http://a)",
    "$$x^2$$",
    "fa:fa-car :::class @{shape: icon}",
    "\\N \\G \\n \\l",
    '" image="/etc/passwd" shapefile="/etc/passwd',
    "<IMG SRC='/etc/passwd'/>",
    '{"a": [1, 2]} | <f0> a | b',
    "\u202eright to left\u202c العربية",
    "nul \x00 bell \x07 escape \x1b",
    "a\nb",
    "",
]
HOSTILE = FlowGraph(
    nodes=tuple(Node(id=text or "nothing", text=text, group="</style>") for text in TEXTS),
    edges=tuple(Edge(source=a or "nothing", target=b or "nothing", label=a) for a, b in itertools.pairwise(TEXTS)),
    groups=(Group(id="</style>", text='"] end </style><script>'),),
)
MARKUP = {"svg", "style", "g", "marker", "path", "circle", "ellipse", "polygon", "polyline", "rect", "line", "defs"}
MARKUP |= {"filter", "feDropShadow", "foreignObject", "div", "span", "p", "br", "text", "tspan", "title"}


def printable(text: str) -> str:
    return " ".join(re.sub(r"[\x00-\x09\x0b-\x1f\ud800-\udfff]", "", text).split())


def test_every_text_is_drawn_and_nothing_else_comes_of_it(engine: str) -> None:
    figure = draw(HOSTILE, [Style.MONO], engine=engine, scale=1.0)[Style.MONO]
    elements = list(ET.fromstring(figure.svg).iter())
    assert {element.tag.rpartition("}")[2] for element in elements} <= MARKUP
    names = {name.rpartition("}")[2].lower() for element in elements for name in element.attrib}
    assert not any(name.startswith("on") or name in ("href", "src") for name in names)
    assert figure.graph.size is not None


def test_mermaid_draws_them_letter_by_letter(mermaid_engine: str) -> None:
    figure = draw(HOSTILE, [Style.MONO], engine=mermaid_engine, scale=1.0)[Style.MONO]
    drawn = read_mermaid_svg(figure.svg)
    assert [printable(node.text) for node in drawn.nodes] == [printable(text) for text in TEXTS]


@given(st.text())
def test_nothing_but_letters_and_codes_reaches_mermaid(text: str) -> None:
    assert re.fullmatch(r"(?:[A-Za-z0-9 ]|#\d+;|<br/>)*", encoded(text))


@given(st.text(), st.text(min_size=1))
def test_the_text_for_mermaid_has_the_lines_of_the_graph(text: str, name: str) -> None:
    graph = FlowGraph(nodes=(Node(id=name, text=text),), edges=(Edge(source=name, target=name, label=text),))
    first, node, edge = engine_text(graph).splitlines()
    assert (first, node[:23], edge[:6]) == ("flowchart TB", "n0@{ shape: rect, label", "n0 -->")


@given(st.text())
def test_a_text_for_graphviz_ends_only_at_its_closing_quote(text: str) -> None:
    assert re.fullmatch(r'"(?:[^"\\]|\\[n"\\])*"', escaped(text), re.DOTALL)
