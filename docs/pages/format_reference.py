"""The table of reference/formats.md: every format that there is, and what was found that it carries.

What a format carries is found by writing a graph that has everything, and reading it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from diagramloop.errors import DiagramloopError
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Group, Node, NodeKind
from diagramloop.graph._written import losses
from diagramloop.graph.formats import Format, usable

PAGE = "reference/formats.md"

FEATURES: Mapping[str, tuple[str, ...]] = {
    "texts": ("nodes", "nodes.text"),
    "labels": ("edges", "edges.label"),
    "directions": ("edges", "edges.source", "edges.target", "edges.head", "edges.tail"),
    "shapes": ("nodes", "nodes.shape"),
    "kinds": ("nodes", "nodes.kind", "edges.kind"),
    "lines": ("edges", "edges.line"),
    "groups": ("groups", "nodes.group", "groups.parent", "groups.text"),
    "places": ("nodes", "nodes.box", "groups.box"),
    "routes": ("edges", "edges.path"),
    "outlines": ("nodes", "nodes.polygon"),
    "colours": ("nodes.fill", "nodes.stroke", "edges.stroke"),
    "confidences": ("nodes.confidence", "nodes.text_confidence", "edges.confidence"),
}
"""Features that a user would miss, and the fields that it is kept in."""

EVERYTHING = FlowGraph(
    nodes=(
        Node(
            **{"id": "a", "text": "Start\nhere", "kind": NodeKind.START, "shape": "stadium", "box": (40, 40, 140, 80)},
            **{"polygon": ((40, 40), (140, 40), (140, 80)), "fill": "#cad2c5", "stroke": "#2f3e46"},
            **{"confidence": 0.5, "text_confidence": 0.4},
        ),
        Node(id="b", text="Ready?", kind=NodeKind.XOR, shape="diam", box=(200, 40, 300, 100), group="inner"),
        Node(id="c", text="Slide", kind=NodeKind.PROCESS, shape="trap-t", box=(360, 40, 460, 100), group="inner"),
        Node(id="d", text="Files", kind=NodeKind.DOCUMENT, shape="docs", box=(360, 160, 460, 220), group="outer"),
    ),
    edges=(
        Edge(source="a", target="b", path=((140, 60), (200, 60)), stroke="#354f52", confidence=0.5),
        Edge(source="b", target="c", label="yes", kind=EdgeKind.CONDITION, path=((300, 70), (330, 50), (360, 70))),
        Edge(source="c", target="d", line="thick", tail="arrow", path=((410, 100), (410, 160))),
        Edge(source="d", target="a", line="dotted", head="none", path=((360, 190), (90, 190), (90, 80))),
    ),
    groups=(
        Group(id="outer", text="All", box=(170, 0, 500, 240)),
        Group(id="inner", text="Core", parent="outer", box=(180, 20, 480, 120)),
    ),
)
"""A graph that has something in every field that a feature is kept in."""


def completed(markdown: str) -> str:
    """Adds the tables to the page's own text."""
    return "\n".join([markdown, *_names(), *_features()])


def _names() -> Iterator[str]:
    yield "\n## Names\n\n| format | name | files | media type | read | written | needs |\n|---|---|---|---|---|---|---|"
    for one in usable():
        files = ", ".join(f"`{suffix}`" for suffix in one.suffixes)
        needs = f"`diagramloop[{one.needs}]`" if one.needs else ""
        written = "yes" if one.write else "no"
        yield f"| {one.title or one.name} | `{one.name}` | {files} | `{one.media_type}` | yes | {written} | {needs} |"


def _features() -> Iterator[str]:
    yield f"\n## What each carries\n\n| format | {' | '.join(FEATURES)} |\n|{'---|' * (len(FEATURES) + 1)}"
    yield from (_row(one) for one in usable() if one.write)


def _row(one: Format) -> str:
    found = carried(one)
    marks = " | ".join("yes" if name in found else "" for name in FEATURES)
    return f"| {one.title or one.name} | {marks} |"


def carried(format: Format) -> tuple[str, ...]:
    """Features that survive the format; none of one that is not written, or made for other graphs than this.

    Example:
        >>> from diagramloop.graph.formats import format_named
        >>> carried(format_named('mermaid'))
        ('texts', 'labels', 'directions', 'shapes', 'lines', 'groups')
    """
    if format.write is None:
        return ()
    try:
        lost = set(losses(EVERYTHING, format.read(format.write(EVERYTHING).document)))
    except DiagramloopError:
        return ()
    return tuple(name for name, fields in FEATURES.items() if not lost & set(fields))
