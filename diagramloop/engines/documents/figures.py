"""One figure of a document: by its geometry where it is drawn in vectors, else by its pixels; and what it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from statistics import fmean

from diagramloop.engines.documents._model import Diagram, Origin
from diagramloop.engines.documents.blocks import Figure, Stated
from diagramloop.engines.documents.kinds import shown_kind, stated_kind
from diagramloop.engines.documents.limits import Limits
from diagramloop.engines.parse import read_picture, read_svg
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.edge_names import unnamed
from diagramloop.engines.parse.hypotheses import CheckedParser
from diagramloop.engines.parse.look import EVEN, Look, NoDiagramError, look, no_diagram, refusal
from diagramloop.errors import FormatError, PictureError, RejectionReason, SourceError
from diagramloop.evaluation.contestants.parsers import graph_read, picture_parser
from diagramloop.graph import FlowGraph
from diagramloop.graph.pictured_source import pictured_source
from diagramloop.models.pixels import opened
from diagramloop.render.sanitised_svg import rasterised

LEAST_SIDE_PX = 48  # of a picture that may be a diagram: smaller ones are icons
LEAST_SURE = 0.35  # edge F1 estimated, below which nothing is known to be connected
LIKELY = 0.65  # probability of a diagram below which a reading must be sure
SURE_READING = 0.7  # edge F1 estimated, from which on a reading outweighs a look that is in doubt


@dataclass(frozen=True)
class _FigureReading:
    """A figure that was looked at and read; ``graph`` is None where nothing was found in it."""

    graph: FlowGraph | None
    seen: Look
    origin: Origin
    picture: bytes

    @property
    def estimate(self) -> float | None:
        """Edge F1 that the reading is likely to have, of vectors by the look and by how well lines meet what they join;
        None where nobody says."""
        if self.graph is None or not self.graph.edges or self.origin == "pixels":
            return None if self.graph is None else self.graph.estimated_edge_f1
        return self.seen.diagram * fmean(edge.confidence or 0.0 for edge in self.graph.edges)

    def checked(self) -> FlowGraph:
        """The graph, where what was read is sure enough for what was seen.

        Raises:
            NoDiagramError: it is not.
        """
        if self.graph is None or not self.graph.edges:
            raise NoDiagramError("nothing in it is connected")
        estimate = self.estimate
        if self.seen.diagram < LIKELY and (estimate or 0.0) < SURE_READING:
            raise no_diagram(self.seen)
        if estimate is not None and estimate < LEAST_SURE:
            raise NoDiagramError(f"no line in it is sure (edge F1 {estimate:.2f} estimated)")
        return self.graph


class FigureReader:
    """Reads figures by one parser.

    A figure is looked at before anything of it is read: what is surely no diagram is refused by its name, and what is
    likelier none is read once.

    Raises:
        DiagramloopError: there is no such parser, or it reads no pictures.
    """

    def __init__(self, parser: str, limits: Limits, recogniser: str = "") -> None:
        self._name, self._limits = parser, limits
        self._parser = picture_parser(parser, recogniser)

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
        reading = self._by_geometry(figure) or self._by_pixels(figure)
        graph = unnamed(reading.checked())
        kind, probability = shown_kind(reading.seen, graph)
        return Diagram(
            *(number, figure.place, kind, probability, graph),
            *(reading.estimate, reading.origin, figure.title, reading.picture),
        )

    def _by_geometry(self, figure: Figure) -> _FigureReading | None:
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
        seen = _looked_at(read_picture(rasterised(read.drawing, *size)))
        return _FigureReading(read.graph, seen, "vectors", read.drawing.svg.encode())

    def _by_pixels(self, figure: Figure) -> _FigureReading:
        assert figure.picture is not None  # else the drawing was read, or told why not
        content = figure.picture()
        with opened(content, self._limits.picture_pixels) as image:
            if min(image.size) < LEAST_SIDE_PX:
                raise NoDiagramError(f"a picture of {image.width} x {image.height} pixels is too small for a diagram")
        seen = _looked_at(read_picture(content))
        return _FigureReading(self._graph(content, seen), seen, "pixels", content)

    def _graph(self, content: bytes, seen: Look) -> FlowGraph | None:
        """The reading of a picture; None where nothing is found in it.

        Raises:
            NoDiagramError: it was seen to be none, and its first reading does not say otherwise.
        """

        def first_look(graph: FlowGraph | None) -> None:
            if seen.diagram < EVEN:
                _FigureReading(graph, seen, "pixels", content).checked()

        try:
            if isinstance(self._parser, CheckedParser):
                return self._parser.parse(content, first_look).graph
            return graph_read(self._parser, content, self._name)[0]
        except PictureError as error:
            if error.reason not in (RejectionReason.NO_DIAGRAM, RejectionReason.TOO_LARGE):
                raise
            return None


def _looked_at(pixels: RGB) -> Look:
    """The kind of a picture; raises NoDiagramError where that alone refuses it."""
    seen = look(pixels)
    error = refusal(seen)
    if error is not None:
        raise error
    return seen


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
