"""Parsers of pictures as commands and documents ask them, and what is left out of what they read."""

from __future__ import annotations

from functools import cache

from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.parsers import PICTURE, Parser, parser, reads
from diagramloop.graph import FlowGraph

CHECKED = "hmas_checked"
"""The parser that is asked where none is named: it tells how sure it is, and looks again where it is not."""


@cache
def picture_parser(name: str) -> Parser:
    """The parser ``name``, made once for all pictures.

    Raises:
        DiagramloopError: there is no such parser, or it reads no pictures.
    """
    made = parser(name)
    if reads(made) != PICTURE:
        raise DiagramloopError(f"the parser {name!r} reads no pictures")
    return made


def unnamed(graph: FlowGraph) -> FlowGraph:
    """``graph`` without the names that a reader gives to edges, to which nothing refers once they have their paths."""
    return graph.replace(edges=tuple(edge.model_copy(update={"id": ""}) for edge in graph.edges))
