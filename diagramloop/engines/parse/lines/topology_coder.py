"""Topology Coder (SciFlow-Bench, Section 3.2): the visible relations, and only those, as Mermaid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from diagramloop.engines.parse.blackboard import Blackboard, Caption, Coded, Environment, FreeText, TracedLink
from diagramloop.engines.parse.lines.drawn_edges import DrawnLine, drawn_lines
from diagramloop.engines.parse.lines.edge_labels import assign_texts
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.mermaid import write_mermaid


@dataclass(frozen=True)
class EmbeddedTopologyCoder:
    """Traces drawn lines between the grounded nodes and groups; no model."""

    def code(self, board: Blackboard) -> Coded:
        """Mermaid over the ids on the board, each edge named e1, e2, ... in reading order of its source.

        Raises:
            ValueError: the board has no environment yet.
        """
        return coded(board, lambda environment: drawn_lines(board, environment))


def coded(board: Blackboard, lines_in: Callable[[Environment], Sequence[DrawnLine]]) -> Coded:
    """Mermaid of the grounded nodes and the lines between them, with the texts that label those or name these.

    Raises:
        ValueError: the board has no environment yet.
    """
    if board.environment is None:
        raise ValueError("the picture was not surveyed")
    environment = board.environment
    lines = lines_in(environment)
    label_of, captions = _texts(board, lines, environment.text_height)
    board = board.with_captions(captions)
    edges = [_edge(board, line, number, label_of.get(number)) for number, line in enumerate(lines)]
    graph = FlowGraph(
        nodes=tuple(Node(id=n.id, text=n.text, shape=n.shape.name, group=n.group) for n in board.nodes),
        edges=tuple(edges),
        groups=tuple(Group(id=g.id, text=g.text, parent=g.parent) for g in board.groups),
        direction=environment.flow,
    )
    links = {edge.id: _link(line, label_of.get(i)) for i, (edge, line) in enumerate(zip(edges, lines, strict=True))}
    return Coded(write_mermaid(graph).text, links, captions)


def _texts(
    board: Blackboard, lines: Sequence[DrawnLine], unit: float
) -> tuple[dict[int, FreeText], dict[str, Caption | None]]:
    """The label of each labelled line, and the captions of the nodes that have another one on the board."""
    nodes = [node for node in board.nodes if node.captions]
    texts = board.texts_beside()
    numbers = {text.box: number for number, text in enumerate(texts)}
    near = [{numbers[c.box]: c.nearer for c in node.captions if c.box in numbers} for node in nodes]
    label_of, name_of = assign_texts([line.path for line in lines], texts, near, unit)
    names = [texts[name_of[i]].box if i in name_of else None for i in range(len(nodes))]
    changed = {
        node.id: next((caption for caption in node.captions if caption.box == name), None)
        for node, name in zip(nodes, names, strict=True)
        if node.caption_box != name
    }
    return {line: texts[text] for line, text in label_of.items()}, changed


def _edge(board: Blackboard, line: DrawnLine, number: int, label: FreeText | None) -> Edge:
    ids = [node.id for node in board.nodes] + [group.id for group in board.groups]
    return Edge(
        id=f"e{number + 1}",
        source=ids[line.tail.anchor],
        target=ids[line.head.anchor],
        label="" if label is None else label.text,
        line=line.line,
        head=line.head.head,
        tail=line.tail.head,
    )


def _link(line: DrawnLine, label: FreeText | None) -> TracedLink:
    return TracedLink(line.path, None if label is None else label.box, line.confidence)
