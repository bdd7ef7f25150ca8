"""A graph as a document of a format, laid out first where the format needs places and the graph has none."""

from __future__ import annotations

from dataclasses import dataclass

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.formats import PLACES
from diagramloop.render._draw import laid_out


@dataclass(frozen=True)
class Converted:
    """A document and its losses.

    Attributes:
        content: bytes of the file; text is UTF-8.
        dropped: names of the fields that the format could not carry; not of places that nobody asked for.
        lost: of these, what the diagram says or looks like there too: not ids, nor places in a format without any.
        not_laid_out: the reason why the elements stand in rows, where no engine could lay them out; else empty.
    """

    content: bytes
    dropped: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    not_laid_out: str = ""


def converted(graph: FlowGraph, name: str) -> Converted:
    """Write ``graph`` in the format called ``name``.

    Raises:
        FormatError: as :func:`diagramloop.graph.formats.write`.
    """
    format = graph_formats.format_named(name)
    bare = format.placed and not any(node.box for node in graph.nodes)
    placed, failure = _placed(graph) if bare else (graph, "")
    result = graph_formats.write(placed, name)
    dropped = tuple(loss for loss in result.dropped if not (bare and loss.rpartition(".")[2] in PLACES))
    unasked = {"id", *(() if format.placed else PLACES)}
    lost = tuple(loss for loss in dropped if loss.rpartition(".")[2] not in unasked)
    return Converted(result.content, dropped, lost, failure)


def _placed(graph: FlowGraph) -> tuple[FlowGraph, str]:
    try:
        return laid_out(graph), ""
    except DiagramloopError as error:
        return graph, str(error)
