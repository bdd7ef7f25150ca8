"""Graphviz DOT, as text and as JSON: to graph and back."""

from diagramloop.graph.dot._census import dot_census
from diagramloop.graph.dot._json import read_graphviz_json, write_graphviz_json
from diagramloop.graph.dot._read import dot_charts, read_dot
from diagramloop.graph.dot._write import write_dot

__all__ = ["dot_census", "dot_charts", "read_dot", "read_graphviz_json", "write_dot", "write_graphviz_json"]
