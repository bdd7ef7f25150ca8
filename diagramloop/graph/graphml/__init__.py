"""GraphML (http://graphml.graphdrawing.org), as networkx reads it and as yEd opens it.

Each node and edge has the fields of a graph as data, and yEd's drawing of it besides. Who changes the drawing in yEd
has the last word: data hold as long as they would be drawn as it is. Groups are nodes with a graph in them.
"""

from diagramloop.graph._format import Format
from diagramloop.graph.graphml._census import graphml_census
from diagramloop.graph.graphml._read import graphml_charts, read_graphml
from diagramloop.graph.graphml._write import write_graphml

__all__ = ["GRAPHML", "read_graphml", "write_graphml"]

GRAPHML = Format(
    "graphml", (".graphml",), read_graphml, write_graphml, False, "application/graphml+xml", "GraphML (yEd, networkx)",
    placed=True, charts=graphml_charts, census=graphml_census,
)  # fmt: skip
