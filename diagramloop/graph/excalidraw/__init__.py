"""Excalidraw's scenes: shapes with bound texts, bound arrows, frames as groups."""

from diagramloop.graph._format import Format
from diagramloop.graph.excalidraw._read import read_excalidraw
from diagramloop.graph.excalidraw._write import write_excalidraw

__all__ = ["EXCALIDRAW", "read_excalidraw", "write_excalidraw"]

EXCALIDRAW = Format(
    "excalidraw", (".excalidraw",), read_excalidraw, write_excalidraw, False, "application/vnd.excalidraw+json",
    "Excalidraw", placed=True,
)  # fmt: skip
