"""Graphviz DOT, in and out."""

from flowbench.graph.dot.read import read_dot
from flowbench.graph.dot.write import write_dot

__all__ = ["read_dot", "write_dot"]
