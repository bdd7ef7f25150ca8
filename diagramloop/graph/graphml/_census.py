"""Count of a file of GraphML that shares nothing with its reader."""

from __future__ import annotations

from collections import Counter

from diagramloop.graph.account import Census
from diagramloop.graph.safe_xml import read_again


def graphml_census(document: str) -> list[Census]:
    """Nodes and edges of each graph of the file, those of the graphs in them among them."""
    census = []
    for body in read_again(document):
        if body.tag.endswith("graph"):
            tags = Counter(element.tag.rpartition("}")[2] for element in body.iter())
            census.append(Census(tags["node"], tags["edge"] + tags["hyperedge"]))
    return census
