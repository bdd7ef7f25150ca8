"""Mermaid flowcharts: text to graph and back; the tables of node shapes and links."""

from diagramloop.graph.mermaid._read import read_mermaid
from diagramloop.graph.mermaid._write import write_mermaid
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND, SHAPE_OF, SHAPES, MermaidShape, kind_of

__all__ = ["SHAPES", "SHAPE_FOR_KIND", "SHAPE_OF", "MermaidShape", "kind_of", "read_mermaid", "write_mermaid"]
