"""PlantUML activity diagrams, the subset in structured blocks (https://plantuml.com/activity-diagram-beta)."""

from diagramloop.graph._model import FlowGraph
from diagramloop.graph.plantuml._flow import graph_of
from diagramloop.graph.plantuml._parse import parse
from diagramloop.graph.plantuml._print import print_program
from diagramloop.graph.plantuml._write import write_plantuml

__all__ = ["graph_of", "parse", "print_program", "read_plantuml", "write_plantuml"]


def read_plantuml(text: str) -> FlowGraph:
    """The graph of an activity diagram; see :func:`parse` and :func:`graph_of` for errors and conventions."""
    return graph_of(parse(text))
