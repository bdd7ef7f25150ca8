"""Graphviz DOT: text to graph and back."""

from diagramloop.graph.dot._read import read_dot
from diagramloop.graph.dot._write import write_dot

__all__ = ["read_dot", "write_dot"]
