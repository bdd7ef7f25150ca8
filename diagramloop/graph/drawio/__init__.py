"""draw.io's files (diagrams.net, mxGraph), plain and compressed; its pictures are in :mod:`diagramloop.graph.scenes`.

A cell that holds others is a group; a style is read by its shape, whoever set it. Of several pages the one with most
cells is read.
"""

from diagramloop.graph._format import Format
from diagramloop.graph.drawio._read import read_drawio
from diagramloop.graph.drawio._write import write_drawio

__all__ = ["DRAWIO", "read_drawio", "write_drawio"]

DRAWIO = Format(
    "drawio", (".drawio", ".drawio.xml"), read_drawio, write_drawio, False, "application/vnd.jgraph.mxfile", "draw.io",
    placed=True,
)  # fmt: skip
