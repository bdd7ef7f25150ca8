"""Files in formats of diagrams: each of their charts is a diagram, and what of a file is in none is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from diagramloop.engines.documents._model import Place
from diagramloop.engines.documents.blocks import Block, Opened, Refused, Source, Stated, Text
from diagramloop.engines.documents.limits import NOT_READ
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import PAGES, LeftOut, Read, explained_in

_MARKUP = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#&!|"})


def open_document(source: Source) -> Opened:
    """Open a file; raises FormatError where it is none of its format, or none of its charts can be read."""
    read = graph_formats.read_all(source.content, graph_formats.suffix_of(source.name))
    return Opened(_blocks(source, read), len(read.charts) + explained_in(read.left_out)[PAGES])


def _blocks(source: Source, read: Read) -> Iterator[Block]:
    for chart in read.charts:
        place = Place(chart.number)
        if source.wants(chart.number):
            heading = " ".join(chart.name.split()).translate(_MARKUP)
            yield Text(f"## {heading}" if heading else "")
            yield Stated(place, chart.graph, "stated", chart.name)
            yield from _refused(place, chart.left_out)
        elif not source.pages:
            message = f"{NOT_READ}the first {source.limits.pages} pages of a document are"
            yield Refused(place, DiagramloopError(message, reason=RejectionReason.TOO_LARGE))
    if not source.pages:
        yield from _refused(Place(), read.left_out)


def _refused(place: Place, left_out: Sequence[LeftOut]) -> Iterator[Block]:
    for part in left_out:
        page = f", {part.page[:40]!r}" if part.kind == PAGES and part.page else ""
        message = f"{part.number} {part.kind}: {part.reason}{page}"
        yield Refused(place, DiagramloopError(message, reason=RejectionReason.UNSUPPORTED))
