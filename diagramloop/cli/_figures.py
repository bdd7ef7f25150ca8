"""A chart in a picture, of pixels or of vectors: what the commands read of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from diagramloop.cli._formats import PICTURES
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.parse.blackboard import RGB
from diagramloop.parse.reading import PICTURE, Parser, graph_read, reads
from diagramloop.parse.reading import parser as parser_named

CHECKED = "hmas_checked"
"""The parser that is asked where none is named: it tells how sure it is, and looks again where it is not."""

SUFFIXES = PICTURES - {".pdf"}


@dataclass(frozen=True)
class ReadFigure:
    """A figure that was read.

    Attributes:
        picture: gives the pixels that the graph's places belong to; of vectors, they are drawn only then.
    """

    graph: FlowGraph
    picture: Callable[[], RGB]

    def mermaid(self) -> str:
        """The graph as Mermaid."""
        return write_mermaid(self.graph).text

    def editable(self) -> FlowGraph:
        """The graph with the colours of what it was read from, for formats of editors."""
        from diagramloop.parse import coloured

        return coloured(self.graph, self.picture())


def read_figure(content: bytes, parser: str = CHECKED) -> ReadFigure:
    """The chart in the picture file ``content``.

    Args:
        parser: of a bitmap, by its name; an SVG is read as the vectors that it is.

    Raises:
        DiagramloopError: there is no such parser, or as it and :func:`diagramloop.parse.read_svg`.
    """
    from diagramloop.parse import read_picture, read_svg
    from diagramloop.render.sanitised_svg import rasterised

    if not content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):  # no bitmap begins as an SVG does
        graph, _ = graph_read(_made(parser), content, parser)
        return ReadFigure(_unnamed(graph), lambda: read_picture(content))

    read = read_svg(content)
    size = read.graph.size or (0, 0)
    return ReadFigure(_unnamed(read.graph), lambda: read_picture(rasterised(read.drawing, *size)))


@cache
def _made(name: str) -> Parser:
    """The parser ``name``, made once for all pictures."""
    made = parser_named(name)
    if reads(made) != PICTURE:
        raise DiagramloopError(f"the parser {name!r} reads no pictures")
    return made


def _unnamed(graph: FlowGraph) -> FlowGraph:
    """``graph`` without the names that a reader gives to edges, to which nothing refers once they have their paths."""
    return graph.replace(edges=tuple(edge.model_copy(update={"id": ""}) for edge in graph.edges))
