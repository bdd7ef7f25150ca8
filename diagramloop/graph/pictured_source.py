"""The reading of the source that a picture carries, instead of the picture: exact, in a fraction of the time."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.account import Chart, Read
from diagramloop.graph.formats import format_named, read_all
from diagramloop.graph.sources_within import PNG_SIGNATURE, Source, source_of, sources_within

_ALIKE = 1.2  # quotient of the shapes of a drawing and of a picture that may be its own
_MARGIN = 0.25  # of a picture around its drawing, of its longer side
_BEGINNING = 2_000  # characters of an SVG file in which its root stands
_SIDE = rb"[ ,]++(\d{1,9}(?:\.\d{1,9})?)"
_SIDES = re.compile(rb"<svg\b[^<>]*?\sviewBox=[\"'][\d.eE+-]++[ ,]++[\d.eE+-]++" + _SIDE + _SIDE + rb"[\"']")


class PicturedSource(NamedTuple):
    """The source that a picture carries.

    Attributes:
        read: its reading; None where there is none, or none that can be read.
        note: what to tell of it, or empty: of which format it is, that it may not be the picture's, why it is not read.
    """

    read: Read | None = None
    note: str = ""


def pictured_source(content: bytes) -> PicturedSource:
    """The first source of a picture that can be read; of its charts that one is meant that has the picture's sides.

    Raises:
        FormatError: the source says that the picture shows something else than a flowchart (UNSUPPORTED).
    """
    return _read(lambda: sources_within(content), _sides(content))


def described_source(text: str) -> PicturedSource:
    """Return the same as :func:`pictured_source` of a text about the picture, such as the subject of a PDF file."""
    return _read(lambda: source_of(text), None)


def _read(unpacked: Callable[[], Iterable[Source]], sides: tuple[float, float] | None) -> PicturedSource:
    try:
        sources = list(unpacked())
    except FormatError as error:
        return PicturedSource(note=f"the picture carries a source that cannot be unpacked: {error}")
    note = ""
    for format, document in sources:
        title = format_named(format).title
        try:
            read = read_all(document, format)
        except FormatError as error:
            if error.reason is RejectionReason.UNSUPPORTED:
                raise FormatError(f"the picture's source says what it shows: {error}", reason=error.reason) from error
            note = f"the picture carries a source in {title} that cannot be read: {error}"
            continue
        return _meant(read, f"read from the source in {title} that the picture carries", sides)
    return PicturedSource(note=note)


def _meant(read: Read, note: str, sides: tuple[float, float] | None) -> PicturedSource:
    """The reading with the chart that is drawn, told where none has the picture's sides."""
    drawn = [_extent(chart) for chart in read.charts]
    if sides is None or not any(drawn):
        return PicturedSource(read, note)
    unlikeness = [float("inf") if extent is None else _unlikeness(extent, sides) for extent in drawn]
    main = unlikeness.index(min(unlikeness))
    if unlikeness[main] > _ALIKE:
        width, height = drawn[main] or sides
        differ = f"it is {width:.0f} x {height:.0f}, the picture {sides[0]:.0f} x {sides[1]:.0f}: they may differ"
        return PicturedSource(read, f"{note}; {differ}")
    return PicturedSource(replace(read, main=main), note)


def _unlikeness(extent: tuple[float, float], sides: tuple[float, float]) -> float:
    """Quotient of the shapes of a drawing, with any margin up to the widest, and of a picture; 1 or more."""
    margin = _MARGIN * max(extent)
    shapes = sorted((extent[0] / extent[1], (extent[0] + margin) / (extent[1] + margin)))
    shape = sides[0] / sides[1]
    return max(shapes[0] / shape, shape / shapes[1], 1.0)


def _extent(chart: Chart) -> tuple[float, float] | None:
    """Width and height of what has a place in a chart; None where nothing has."""
    points = _points(chart.graph)
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    return max(max(xs) - min(xs), 1.0), max(max(ys) - min(ys), 1.0)


def _points(graph: FlowGraph) -> list[tuple[float, float]]:
    boxes = [node.box for node in graph.nodes if node.box is not None]
    boxes += [group.box for group in graph.groups if group.box is not None]
    points = [corner for x0, y0, x1, y1 in boxes for corner in ((x0, y0), (x1, y1))]
    for edge in graph.edges:
        points += edge.path or ()
    return points


def _sides(content: bytes) -> tuple[float, float] | None:
    """Width and height of a PNG file, or of an SVG file that says them."""
    if content.startswith(PNG_SIGNATURE) and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return (width, height) if width and height else None
    root = _SIDES.search(content[:_BEGINNING])
    if root is None:
        return None
    width, height = float(root[1]), float(root[2])
    return (width, height) if width and height else None
