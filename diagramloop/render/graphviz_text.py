"""The DOT text handed to Graphviz: everything an input graph may say, and nothing it may make happen.

Ids are numbers of our own; the only attributes are those named here, so no text can ask for an image, a
link, a shape file or an HTML label.
"""

from __future__ import annotations

import textwrap

from diagramloop.graph import Edge, FlowGraph, Group, Head, Line, Node
from diagramloop.render.fonts import FAMILY
from diagramloop.render.svg import writable

FONT_SIZE = 16  # as Mermaid's
MARGIN = 8  # units around the drawing, as Mermaid's
LINE_LENGTH = 28  # characters after which a label breaks: about Mermaid's 200 px

#: Attributes that draw each of Mermaid's shapes; the others have no like in Graphviz and become ``rect``.
SHAPES: dict[str, str] = {
    "rect": "shape=box",
    "rounded": 'shape=box style="filled,rounded"',
    "stadium": "shape=ellipse",
    "fr-rect": "shape=box peripheries=2",
    "cyl": "shape=cylinder",
    "datastore": "shape=cylinder",
    "circle": "shape=circle",
    "dbl-circ": "shape=doublecircle",
    "diam": "shape=diamond",
    "hex": "shape=hexagon",
    "lean-r": "shape=parallelogram",
    "lean-l": "shape=polygon sides=4 skew=-0.6",
    "trap-b": "shape=trapezium",
    "trap-t": "shape=invtrapezium",
    "odd": "shape=cds",
    "doc": "shape=note",
    "tri": "shape=triangle",
    "flip-tri": "shape=invtriangle",
    "notch-pent": "shape=house",
    "text": "shape=box penwidth=0",
}
_LINES: dict[Line, str] = {
    "solid": "",
    "dotted": " style=dotted",
    "thick": " penwidth=3.5",
    "invisible": " style=invis",
}
_HEADS: dict[Head, str] = {"arrow": "normal", "none": "none", "circle": "dot", "cross": "tee"}


def graphviz_text(graph: FlowGraph) -> str:
    """A DOT digraph in which node ``i`` is called ``n<i>``, edge ``k`` ``e<k>`` and group ``j`` ``cluster_g<j>``."""
    names = {node.id: f"n{i}" for i, node in enumerate(graph.nodes)}
    names |= {group.id: f"g{j}" for j, group in enumerate(graph.groups)}
    inside = {group.id: _anchor(graph, group, names) for group in graph.groups}
    font = f'fontname="{FAMILY}" fontsize={FONT_SIZE}'
    page = f"rankdir={graph.direction} compound=true pad={MARGIN / 72:.4f}"
    lines = [f"digraph {{ graph [{page} {font}]; node [style=filled fillcolor=white {font}]; edge [{font}];"]
    lines += _members(graph, None, names)
    lines += [_edge(k, edge, names, inside) for k, edge in enumerate(graph.edges)]
    return "\n".join([*lines, "}\n"])


def drawn_shape(node: Node) -> str:
    """The shape, in Mermaid's names, in which Graphviz draws ``node``."""
    return node.shape if node.shape in SHAPES else "rect"


def escaped(text: str) -> str:
    """``text`` as a quoted DOT label, broken into lines; characters that XML cannot hold are left out."""
    lines = [part for line in text.split("\n") for part in textwrap.wrap(line, LINE_LENGTH) or [""]]
    clean = writable("\n".join(lines))
    for character, escape in {"\\": "\\\\", '"': '\\"', "&": "&amp;", "\n": "\\n"}.items():
        clean = clean.replace(character, escape)
    return f'"{clean}"'


def _members(graph: FlowGraph, parent: str | None, names: dict[str, str]) -> list[str]:
    """Declarations of all that lies directly in ``parent``, the groups with all that lies in them."""
    lines = [_node(node, names[node.id]) for node in graph.nodes if node.group == parent]
    for group in graph.groups:
        if group.parent == parent:
            name = names[group.id]
            lines.append(
                f'subgraph cluster_{name} {{ id="{name}"; style=filled; fillcolor=white; label={escaped(group.text)};'
            )
            if _anchor(graph, group, names) not in names.values():
                lines.append(f'{name}_anchor [label="" style=invis width=0.1 height=0.1];')
            lines += [*_members(graph, group.id, names), "}"]
    return lines


def _node(node: Node, name: str) -> str:
    return f'{name} [id="{name}" label={escaped(node.text)} {SHAPES[drawn_shape(node)]}];'


def _edge(number: int, edge: Edge, names: dict[str, str], inside: dict[str, str]) -> str:
    """An edge at a group ends at its frame: for Graphviz, one at a member that is clipped there."""
    ends = " -> ".join(inside.get(end, names[end]) for end in (edge.source, edge.target))
    clips = "".join(
        f" {key}=cluster_{names[end]}" for key, end in (("ltail", edge.source), ("lhead", edge.target)) if end in inside
    )
    heads = f"dir=both arrowhead={_HEADS[edge.head]} arrowtail={_HEADS[edge.tail]} minlen={edge.length}"
    label = f" label={escaped(edge.label)}" if edge.label.strip() else ""
    return f'{ends} [id="e{number}" {heads}{_LINES[edge.line]}{label}{clips}];'


def _anchor(graph: FlowGraph, group: Group, names: dict[str, str]) -> str:
    """A node in the group that an edge to the group can be tied to."""
    return next((names[node.id] for node in graph.nodes if node.group == group.id), f"{names[group.id]}_anchor")
