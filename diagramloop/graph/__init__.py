"""The graph type, its formats and its algorithms."""

from diagramloop.graph._elements import Box, Direction, Edge, EdgeKind, Group, Head, Line, Node, NodeKind, Point
from diagramloop.graph._model import SCHEMA, FlowGraph

__all__ = [
    "SCHEMA",
    "Box",
    "Direction",
    "Edge",
    "EdgeKind",
    "FlowGraph",
    "Group",
    "Head",
    "Line",
    "Node",
    "NodeKind",
    "Point",
]
