"""Algorithms on FlowGraphs: reachability, paths, levels, loops.

All follow :meth:`diagramloop.graph.Edge.arcs`: a bidirectional or undirected edge goes both ways. Vertices
are the graph's nodes followed by those groups that edges touch, in the graph's order; :class:`Arcs` numbers
them.
"""

from diagramloop.graph.algorithms._arcs import Arcs, BoolMatrix, degrees
from diagramloop.graph.algorithms._breadth import distances, distances_from, levels, path
from diagramloop.graph.algorithms._dominators import immediate_dominators
from diagramloop.graph.algorithms._feedback import feedback_arcs
from diagramloop.graph.algorithms._reach import closure, reachability, strong_components
from diagramloop.graph.algorithms._walks import roots, terminals, walks

__all__ = [
    "Arcs",
    "BoolMatrix",
    "closure",
    "degrees",
    "distances",
    "distances_from",
    "feedback_arcs",
    "immediate_dominators",
    "levels",
    "path",
    "reachability",
    "roots",
    "strong_components",
    "terminals",
    "walks",
]
