"""The Mermaid text handed to an engine: everything an input graph may say, and nothing it may make happen.

Ids are numbers of our own; every character of a text but ASCII letters, digits and the space goes as an
entity code. So no text can end its quotes, start a directive, a link, Markdown or HTML, whatever it says.
"""

from __future__ import annotations

from collections.abc import Callable

from diagramloop.graph import Edge, FlowGraph, Group, Head, Line
from diagramloop.render.svg import writable

Quoted = Callable[[str], str]
"""What stands between the quotes of a label, for a text; empty if there is nothing to draw."""

_TAILS: dict[Head, str] = {"none": "", "arrow": "<", "circle": "o", "cross": "x"}
_HEADS: dict[Head, str] = {"none": "", "arrow": ">", "circle": "o", "cross": "x"}


def encoded(text: str) -> str:
    """``text`` as the inside of a quoted Mermaid label; what XML cannot hold is left out."""
    return "".join(_encoded(character) for character in writable(text))


def engine_text(graph: FlowGraph, quoted: Quoted = encoded) -> str:
    """A Mermaid flowchart in which node ``i`` is called ``n<i>`` and group ``j`` ``g<j>``.

    Args:
        graph: with shapes as :func:`diagramloop.render.shapes.with_drawn_shapes` leaves them.
        quoted: called with every text.
    """
    names = {node.id: f"n{i}" for i, node in enumerate(graph.nodes)}
    names |= {group.id: f"g{j}" for j, group in enumerate(graph.groups)}
    lines = [f"flowchart {graph.direction}"]
    lines += _members(graph, None, names, quoted)
    lines += [f"{names[edge.source]} {_link(edge, quoted)} {names[edge.target]}" for edge in graph.edges]
    return "\n".join(lines) + "\n"


def _encoded(character: str) -> str:
    if character == "\n":
        return "<br/>"
    if character == " " or (character.isascii() and character.isalnum()):
        return character
    return f"#{ord(character)};"


def _members(graph: FlowGraph, parent: str | None, names: dict[str, str], quoted: Quoted) -> list[str]:
    """Declarations of all that lies directly in ``parent``, the groups with all that lies in them."""
    lines = [_node(names[node.id], node.shape, quoted(node.text)) for node in graph.nodes if node.group == parent]
    for group in graph.groups:
        if group.parent == parent:
            lines += [*_opening(group, names, quoted), *_members(graph, group.id, names, quoted), "end"]
    return lines


def _node(name: str, shape: str, label: str) -> str:
    return f'{name}@{{ shape: {shape}, label: "{label or " "}" }}'


def _opening(group: Group, names: dict[str, str], quoted: Quoted) -> list[str]:
    opening = f'subgraph {names[group.id]} ["{quoted(group.text) or " "}"]'
    return [opening] if group.direction is None else [opening, f"direction {group.direction}"]


def _link(edge: Edge, quoted: Quoted) -> str:
    body = _body(edge.line, edge.length, headless=edge.head == "none")
    text = quoted(edge.label) if edge.label.strip() else ""
    label = f'|"{text}"|' if text else ""
    return f"{_TAILS[edge.tail]}{body}{_HEADS[edge.head]}{label}"


def _body(line: Line, length: int, *, headless: bool) -> str:
    """The line of a link; without a head at its end it is one dash longer."""
    if line == "dotted":
        return "-" + "." * length + "-"
    if line == "invisible":
        return "~~~" + "~" * (length - 1)
    return ("=" if line == "thick" else "-") * (1 + length + headless)
