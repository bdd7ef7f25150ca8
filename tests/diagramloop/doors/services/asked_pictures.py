"""A picture of a small chart, and what it shows."""

from __future__ import annotations

from functools import cache

from diagramloop.render import Style, draw

MERMAID = "flowchart TD\n    A([Start]) --> B[Boil water]\n    B --> C[Pour]\n"


@cache
def picture() -> bytes:
    """Return the PNG; tests of several files share it."""
    return draw(MERMAID, [Style.MONO], engine="graphviz")[Style.MONO].png
