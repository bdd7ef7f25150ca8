"""Graphviz DOT, as text and as JSON: to graph and back."""

from diagramloop.graph.dot._json import read_graphviz_json, write_graphviz_json
from diagramloop.graph.dot._read import read_dot
from diagramloop.graph.dot._write import write_dot

__all__ = ["read_dot", "read_graphviz_json", "write_dot", "write_graphviz_json"]
