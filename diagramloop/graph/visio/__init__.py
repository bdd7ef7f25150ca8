"""Visio's drawings (.vsdx, MS-VSDX), read part by part from a bounded archive. No kept library writes them."""

from diagramloop.graph._format import Format
from diagramloop.graph.visio._read import read_visio

__all__ = ["VISIO", "read_visio"]

VISIO = Format(
    "visio", (".vsdx",), read_visio, None, True, "application/vnd.ms-visio.drawing", "Visio", binary=True, placed=True
)
