"""draw.io's files (diagrams.net, mxGraph), plain and compressed; its pictures are in :mod:`diagramloop.graph.scenes`.

A cell that holds others is a group; a style is read by its shape, whoever set it. All pages are charts, and so is each
shape of a library.
"""

from diagramloop.graph._format import Format
from diagramloop.graph.drawio._census import drawio_census
from diagramloop.graph.drawio._read import drawio_charts, read_drawio
from diagramloop.graph.drawio._write import write_drawio

__all__ = ["DRAWIO", "read_drawio", "write_drawio"]

DRAWIO = Format(
    "drawio", (".drawio", ".drawio.xml"), read_drawio, write_drawio, False, "application/vnd.jgraph.mxfile", "draw.io",
    placed=True, charts=drawio_charts, census=drawio_census,
)  # fmt: skip
