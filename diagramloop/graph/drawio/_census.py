"""Count of a draw.io file that shares nothing with its reader but how pages are opened."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError
from diagramloop.graph.account import Census
from diagramloop.graph.drawio._pages import models_of


def drawio_census(document: str) -> list[Census]:
    """Vertices and edges of each page, hidden ones among them; vertices on edges are labels. Broken pages have none."""
    return [Census(0, 0) if isinstance(model, FormatError) else _census_of(model) for _, model in models_of(document)]


def _census_of(model: Element) -> Census:
    holders = []
    lines: dict[str | None, bool] = {}
    edges = 0
    wrappers = {cell: wrapper for wrapper in model.iter() for cell in wrapper}
    for cell in model.iter():
        if not cell.tag.endswith("mxCell"):
            continue
        line = cell.get("edge") == "1"
        edges += line
        lines.setdefault(wrappers[cell].get("id") or cell.get("id"), line)
        if cell.get("vertex") == "1":
            holders.append(cell.get("parent"))
    return Census(sum(1 for holder in holders if not lines.get(holder)), edges)
