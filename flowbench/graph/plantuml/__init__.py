"""PlantUML activity diagrams, the subset in structured blocks (https://plantuml.com/activity-diagram-beta)."""

from flowbench.graph._model import FlowGraph
from flowbench.graph.plantuml._flow import graph_of
from flowbench.graph.plantuml._parse import parse
from flowbench.graph.plantuml._print import print_program
from flowbench.graph.plantuml._write import write_plantuml

__all__ = ["graph_of", "parse", "print_program", "read_plantuml", "write_plantuml"]


def read_plantuml(text: str) -> FlowGraph:
    """The graph of an activity diagram; see :func:`parse` and :func:`graph_of` for errors and conventions."""
    return graph_of(parse(text))
