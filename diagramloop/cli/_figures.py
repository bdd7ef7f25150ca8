"""A chart in a picture, of pixels or of vectors: what the commands read of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.parse.blackboard import RGB

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff", ".svg"})


@dataclass(frozen=True)
class ReadFigure:
    """A figure that was read.

    Attributes:
        mermaid: the graph, in what the reader itself wrote where it wrote something.
        picture: gives the pixels that the graph's places belong to; of vectors, they are drawn only then.
    """

    graph: FlowGraph
    mermaid: str
    picture: Callable[[], RGB]


def read_figure(content: bytes) -> ReadFigure:
    """The chart in the picture file ``content``.

    Raises:
        DiagramloopError: as :func:`diagramloop.parse.parse` and :func:`diagramloop.parse.read_svg`.
    """
    if not content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):  # no bitmap begins as an SVG does
        from diagramloop.parse import parse

        figure = parse(content)
        return ReadFigure(figure.graph, figure.mermaid, lambda: figure.picture)
    from diagramloop.parse import read_picture, read_svg
    from diagramloop.render.sanitised_svg import rasterised

    read = read_svg(content)
    size = read.graph.size or (0, 0)
    mermaid = graph_formats.write(read.graph, "mermaid").text
    return ReadFigure(read.graph, mermaid, lambda: read_picture(rasterised(read.drawing, *size)))
