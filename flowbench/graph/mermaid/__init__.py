"""Mermaid flowcharts, in and out."""

from flowbench.graph.mermaid.read import read_mermaid
from flowbench.graph.mermaid.shapes import SHAPES, kind_of
from flowbench.graph.mermaid.write import write_mermaid

__all__ = ["SHAPES", "kind_of", "read_mermaid", "write_mermaid"]
