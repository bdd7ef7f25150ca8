"""Excalidraw's scenes: shapes with bound texts, bound arrows, frames as groups; skeletons of them, too."""

from diagramloop.graph._format import Format
from diagramloop.graph.excalidraw._census import excalidraw_census
from diagramloop.graph.excalidraw._read import excalidraw_charts, read_excalidraw
from diagramloop.graph.excalidraw._write import write_excalidraw

__all__ = ["EXCALIDRAW", "read_excalidraw", "write_excalidraw"]

EXCALIDRAW = Format(
    "excalidraw", (".excalidraw",), read_excalidraw, write_excalidraw, False, "application/vnd.excalidraw+json",
    "Excalidraw", placed=True, charts=excalidraw_charts, census=excalidraw_census,
)  # fmt: skip
