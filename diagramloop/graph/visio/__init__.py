"""Visio's drawings (.vsdx, MS-VSDX), read part by part from a bounded archive. No kept library writes them."""

from diagramloop.graph._format import Format
from diagramloop.graph.visio._census import visio_census
from diagramloop.graph.visio._read import read_visio, visio_charts

__all__ = ["VISIO", "read_visio"]

VISIO = Format(
    "visio", (".vsdx",), read_visio, None, True, "application/vnd.ms-visio.drawing", "Visio", binary=True, placed=True,
    charts=visio_charts, census=visio_census,
)  # fmt: skip
