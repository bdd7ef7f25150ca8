"""PlantUML: activity diagrams in blocks (https://plantuml.com/activity-diagram-beta) and in arrows, state diagrams."""

from diagramloop.graph.plantuml._census import plantuml_census
from diagramloop.graph.plantuml._flow import graph_of
from diagramloop.graph.plantuml._parse import parse
from diagramloop.graph.plantuml._print import print_program
from diagramloop.graph.plantuml._read import plantuml_charts, read_plantuml
from diagramloop.graph.plantuml._write import write_plantuml

__all__ = [
    "graph_of",
    "parse",
    "plantuml_census",
    "plantuml_charts",
    "print_program",
    "read_plantuml",
    "write_plantuml",
]
