"""One figure of a document: by its geometry where it is drawn in vectors, else by its pixels; and what it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from diagramloop.engines.documents._model import Diagram, Origin
from diagramloop.engines.documents.blocks import Figure, Stated
from diagramloop.engines.documents.kinds import DIAGRAMS, FigureKind, Verdict, stated_kind, verdict
from diagramloop.engines.documents.limits import Limits
from diagramloop.engines.parse import read_picture, read_svg
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.edge_names import unnamed
from diagramloop.engines.parse.hypotheses import GOOD_ENOUGH, CheckedParser, shipped
from diagramloop.errors import DiagramloopError, FormatError, PictureError, RejectionReason, SourceError
from diagramloop.evaluation.contestants.parsers import CHECKED, Parser, graph_read, picture_parser
from diagramloop.graph import FlowGraph
from diagramloop.graph.pictured_source import pictured_source
from diagramloop.models.pixels import opened
from diagramloop.render.sanitised_svg import rasterised

SURE = 0.8  # probability of no diagram from which on a first look is enough
LEAST_SIDE_PX = 48  # of a picture that may be a diagram: smaller ones are icons
_NAMES: dict[FigureKind, str] = {
    "chart": "a chart of data",
    "photograph": "a photograph",
    "table": "a table",
}


class NoDiagramError(DiagramloopError):
    """A figure shows something else, or nothing connected.

    Attributes:
        shows: it, in words; empty where that is not known.
    """

    reason = RejectionReason.NO_DIAGRAM

    def __init__(self, message: str, shows: str = "") -> None:
        super().__init__(message)
        self.shows = shows


@dataclass(frozen=True)
class _Seen:
    """A figure that was looked at; ``graph`` is None where nothing was found in it."""

    graph: FlowGraph | None
    pixels: RGB
    origin: Origin
    picture: bytes


class FigureReader:
    """Reads figures by one parser.

    Of :data:`CHECKED`, which looks again where it is not sure, the first look alone decides first: what is surely no
    diagram is not looked at again, and what is read well enough need not be.

    Raises:
        DiagramloopError: there is no such parser, or it reads no pictures.
    """

    def __init__(self, parser: str, limits: Limits, recogniser: str = "") -> None:
        self._name, self._limits = parser, limits
        self._parser = picture_parser(parser, recogniser)
        self._first = CheckedParser(shipped()[:1], recogniser=recogniser) if parser == CHECKED else None

    def stated(self, block: Stated, number: int) -> Diagram:
        """The diagram that a document states itself."""
        kind = "flowchart" if block.origin == "text" else stated_kind(block.graph)  # Mermaid says so itself
        return Diagram(number, block.place, kind, None, block.graph, None, block.origin, block.title)

    def read(self, figure: Figure, number: int) -> Diagram:
        """The diagram that a figure shows.

        Raises:
            NoDiagramError: it shows none.
            DiagramloopError: it cannot be read.
        """
        figure = _made_once(figure)
        stated = _by_source(figure, number)
        if stated is not None:
            return stated
        seen = self._by_geometry(figure) or self._by_pixels(figure)
        found = verdict(seen.pixels, seen.graph)
        if found.kind not in DIAGRAMS:
            raise _other(found)
        if seen.graph is None or not seen.graph.edges:
            raise NoDiagramError("nothing in it is connected")
        graph = unnamed(seen.graph)
        sure = graph.estimated_edge_f1
        return Diagram(
            number, figure.place, found.kind, found.probability, graph, sure, seen.origin, figure.title, seen.picture
        )

    def _by_geometry(self, figure: Figure) -> _Seen | None:
        """The drawing; None where there is none, or where it connects nothing and there is a picture to look at."""
        if figure.drawing is None:
            return None
        try:
            read = read_svg(figure.drawing())
        except (FormatError, SourceError) as error:
            if figure.picture is None or error.reason is RejectionReason.MISSING:
                raise
            return None  # its pixels tell what it is
        if not read.graph.edges and figure.picture is not None:
            return None
        size = read.graph.size or (LEAST_SIDE_PX, LEAST_SIDE_PX)
        return _Seen(read.graph, read_picture(rasterised(read.drawing, *size)), "vectors", read.drawing.svg.encode())

    def _by_pixels(self, figure: Figure) -> _Seen:
        assert figure.picture is not None  # else the drawing was read, or told why not
        content = figure.picture()
        with opened(content, self._limits.picture_pixels) as image:
            if min(image.size) < LEAST_SIDE_PX:
                raise NoDiagramError(f"a picture of {image.width} x {image.height} pixels is too small for a diagram")
        pixels = read_picture(content)
        return _Seen(self._graph(content, pixels), pixels, "pixels", content)

    def _graph(self, content: bytes, pixels: RGB) -> FlowGraph | None:
        """The reading of a picture; None where nothing is found in it.

        Raises:
            NoDiagramError: the first look is sure that it is none.
        """
        if self._first is None:
            return self._read(self._parser, content)
        graph = self._read(self._first, content)
        found = verdict(pixels, graph)
        if found.diagram <= 1 - SURE:
            raise _other(found)
        if graph is not None and (graph.estimated_edge_f1 or 0.0) >= GOOD_ENOUGH:
            return graph  # where a search for a better reading would end as well
        return self._read(self._parser, content)

    def _read(self, parser: Parser, content: bytes) -> FlowGraph | None:
        try:
            return graph_read(parser, content, self._name)[0]
        except PictureError as error:
            if error.reason not in (RejectionReason.NO_DIAGRAM, RejectionReason.TOO_LARGE):
                raise
            return None


def _made_once(figure: Figure) -> Figure:
    """The figure with a drawing and a picture that are looked at twice and made once: a scan is drawn in a room."""
    drawing = None if figure.drawing is None else cache(figure.drawing)
    picture = None if figure.picture is None else cache(figure.picture)
    return replace(figure, drawing=drawing, picture=picture)


def _by_source(figure: Figure, number: int) -> Diagram | None:
    """The diagram by the source that its picture carries; None where it carries none that can be read.

    Raises:
        FormatError: the source says that the picture shows something else (UNSUPPORTED).
    """
    if figure.drawing is not None:
        content = figure.drawing().encode() if figure.picture is None else b""  # with both it is cut out of a page
    else:
        content = b"" if figure.picture is None else figure.picture()
    source = pictured_source(content)
    if source.read is None:
        return None
    graph = source.read.graph
    return Diagram(number, figure.place, stated_kind(graph), None, graph, None, "stated", figure.title, content)


def _other(found: Verdict) -> NoDiagramError:
    """The refusal of a figure that is no diagram."""
    shows = _NAMES[found.kind]
    return NoDiagramError(f"{shows} ({1 - found.diagram:.2f} sure that it is no diagram)", shows)
