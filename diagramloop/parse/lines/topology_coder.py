"""Topology Coder (SciFlow-Bench, Section 3.2): the visible relations, and only those, as Mermaid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.parse.blackboard import Blackboard, Coded, Environment, TracedLink
from diagramloop.parse.lines.drawn_edges import DrawnLine, drawn_lines
from diagramloop.parse.lines.edge_labels import assign_labels
from diagramloop.parse.lines.settings import TopologyCoderSettings
from diagramloop.parse.lines.settings.cover import LabelSettings
from diagramloop.parse.settings import Configured


@dataclass(frozen=True)
class EmbeddedTopologyCoder(Configured):
    """Traces drawn lines between the grounded nodes and groups; no model.

    Attributes:
        settings: its thresholds, or those that are not as usual as plain configuration.
    """

    settings: TopologyCoderSettings = field(default_factory=TopologyCoderSettings)

    def code(self, board: Blackboard) -> Coded:
        """Mermaid over the ids on the board, each edge named e1, e2, ... in reading order of its source.

        Raises:
            ValueError: the board has no environment yet.
        """
        return coded(board, lambda environment: drawn_lines(board, environment, self.settings), self.settings.labels)


def coded(board: Blackboard, lines_in: Callable[[Environment], Sequence[DrawnLine]], settings: LabelSettings) -> Coded:
    """Mermaid of the grounded nodes and the lines between them, with the labels that stand at those.

    Raises:
        ValueError: the board has no environment yet.
    """
    if board.environment is None:
        raise ValueError("the picture was not surveyed")
    lines = lines_in(board.environment)
    label_of = assign_labels([line.path for line in lines], board.labels, board.environment.text_height, settings)
    edges = [_edge(board, line, number, label_of.get(number)) for number, line in enumerate(lines)]
    graph = FlowGraph(
        nodes=tuple(Node(id=n.id, text=n.text, shape=n.shape.name, group=n.group) for n in board.nodes),
        edges=tuple(edges),
        groups=tuple(Group(id=g.id, text=g.text, parent=g.parent) for g in board.groups),
        direction=board.environment.flow,
    )
    links = {
        edge.id: _link(board, line, label_of.get(i)) for i, (edge, line) in enumerate(zip(edges, lines, strict=True))
    }
    return Coded(write_mermaid(graph).text, links)


def _edge(board: Blackboard, line: DrawnLine, number: int, label: int | None) -> Edge:
    ids = [node.id for node in board.nodes] + [group.id for group in board.groups]
    return Edge(
        id=f"e{number + 1}",
        source=ids[line.tail.anchor],
        target=ids[line.head.anchor],
        label="" if label is None else board.labels[label].text,
        line=line.line,
        head=line.head.head,
        tail=line.tail.head,
    )


def _link(board: Blackboard, line: DrawnLine, label: int | None) -> TracedLink:
    return TracedLink(line.path, None if label is None else board.labels[label].box, line.confidence)
