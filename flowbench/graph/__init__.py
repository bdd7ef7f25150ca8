"""The graph type, its formats and its algorithms."""

from flowbench.graph._model import (
    SCHEMA,
    Box,
    Direction,
    Edge,
    EdgeKind,
    FlowGraph,
    Group,
    Head,
    Line,
    Node,
    NodeKind,
    Point,
)

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
