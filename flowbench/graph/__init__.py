"""The graph type, its formats and its algorithms."""

from flowbench.graph._elements import Box, Direction, Edge, EdgeKind, Group, Head, Line, Node, NodeKind, Point
from flowbench.graph._model import SCHEMA, FlowGraph

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
