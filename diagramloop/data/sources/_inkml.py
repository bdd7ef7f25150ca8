"""InkML as Bresler's tool annotates diagrams: strokes, symbols made of them, relations among symbols.

A ``traceGroup`` is a symbol: its ``truth``, the strokes it is made of (``traceView``), of a text what it says
(``textMeaning``), of an arrow its ``head`` and ``shaft`` and the points at which it leaves and arrives
(``connectionPointFrom``, ``connectionPointTo``: which of its strokes, which point of that). A ``symbolGroup`` is a
relation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph.safe_xml import children, read_xml, tag_of, tagged

MAX_STROKES = 5_000  # and so many references to them; pages of FC_B have a hundred or two
MAX_SYMBOLS = 500  # pages of FC_B have some dozens
MAX_POINTS = 500_000  # of the strokes of all symbols, a stroke counted for each reference to it
MAX_COORDINATE = 10_000_000.0  # in the tablet's units, of which a page has some ten thousand

Stroke = NDArray[np.float64]  # shape (points, 2): x, y
_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Symbol:
    """A symbol or a text.

    Attributes:
        id: unique in its file.
        kind: its ``truth``.
        strokes: what it is made of; at least one.
        shaft: of an arrow, where the tool told it from the head; empty otherwise.
        text: what it says, as annotated.
        leaves, arrives: of an arrow; None where not annotated, or at a point that is not there.
    """

    id: str
    kind: str
    strokes: tuple[Stroke, ...]
    shaft: tuple[Stroke, ...] = ()
    text: str = ""
    leaves: Stroke | None = None
    arrives: Stroke | None = None

    @property
    def points(self) -> Stroke:
        """Of all strokes."""
        return np.concatenate(self.strokes)


@dataclass(frozen=True)
class Ink:
    """A page.

    Attributes:
        strokes: in the order in which they were drawn; at least one.
        symbols: by id.
        relations: the name of each and the ids of what it joins, in the tool's order.
    """

    strokes: tuple[Stroke, ...]
    symbols: Mapping[str, Symbol]
    relations: tuple[tuple[str, tuple[str, ...]], ...]


def read_inkml(document: bytes) -> Ink:
    """A page as it was drawn and annotated.

    Raises:
        FormatError: as :func:`diagramloop.graph.safe_xml.read_xml`.
        SourceError: no stroke (EMPTY); more strokes, symbols or points than the caps of this module (TOO_LARGE); a
            stroke or a symbol that contradicts the format (INVALID).
    """
    root = read_xml(document)
    traces = list(tagged(root, "trace"))
    groups = [group for group in tagged(root, "traceGroup") if _annotation(group, "truth")]
    for count, most, what in ((len(traces), MAX_STROKES, "strokes"), (len(groups), MAX_SYMBOLS, "symbols")):
        if count > most:
            raise SourceError(f"InkML: {count} {what}, at most {most}", reason=RejectionReason.TOO_LARGE)
    if not traces:
        raise SourceError("InkML: no stroke", reason=RejectionReason.EMPTY)
    x, y = _channels(root)
    strokes = _by_id((trace.get("id", ""), _stroke(trace, x, y)) for trace in traces)
    _check_references(groups, strokes)
    symbols = _by_id((symbol.id, symbol) for symbol in (_symbol(group, strokes) for group in groups))
    return Ink(tuple(strokes.values()), symbols, tuple(map(_relation, tagged(root, "symbolGroup"))))


def _channels(root: Element) -> tuple[int, int]:
    """Places of x and y among the numbers of a point."""
    names = [channel.get("name", "") for channel in tagged(root, "channel")] or ["X", "Y"]
    if not {"X", "Y"} <= set(names):
        raise SourceError("InkML: a trace format without X and Y", reason=RejectionReason.INVALID)
    return names.index("X"), names.index("Y")


def _stroke(trace: Element, x: int, y: int) -> Stroke:
    try:
        points = [point.split() for point in (trace.text or "").split(",") if point.strip()]
        stroke = np.array([(float(point[x]), float(point[y])) for point in points])
    except (ValueError, IndexError) as error:
        raise _wrong(trace, "a point of which x or y is no number") from error
    if not len(stroke):
        raise _wrong(trace, "no point")
    if not (np.isfinite(stroke).all() and np.abs(stroke).max() <= MAX_COORDINATE):
        raise _wrong(trace, f"a coordinate that is not finite or beyond {MAX_COORDINATE:g}")
    return stroke


def _symbol(group: Element, strokes: Mapping[str, Stroke]) -> Symbol:
    views = _views(group, strokes)
    if not views:
        raise _wrong(group, "no stroke")
    return Symbol(
        id=group.get("id", ""),
        kind=_annotation(group, "truth"),
        strokes=views,
        shaft=tuple(view for shaft in children(group, "shaft") for view in _views(shaft, strokes)),
        text=_annotation(group, "textMeaning"),
        leaves=_point(group, "connectionPointFrom", views),
        arrives=_point(group, "connectionPointTo", views),
    )


def _views(parent: Element, strokes: Mapping[str, Stroke]) -> tuple[Stroke, ...]:
    return tuple(view for each in children(parent, "traceView") if len(view := _view(each, strokes)))


def _view(view: Element, strokes: Mapping[str, Stroke]) -> Stroke:
    """The stroke, or the part of it from one point to another."""
    stroke = strokes.get(_reference(view, "traceDataRef"))
    if stroke is None:
        raise _wrong(view, f"no stroke {view.get('traceDataRef', '')[:40]!r}")
    first, last = view.get("from", "0"), view.get("to", str(len(stroke)))
    if not (first.isdecimal() and last.isdecimal()):
        raise _wrong(view, "from or to is no whole number")
    return stroke[int(first[:9]) : int(last[:9]) + 1]


def _point(group: Element, name: str, views: tuple[Stroke, ...]) -> Stroke | None:
    """A point of the symbol's strokes, as two numbers say it."""
    numbers = _annotation(group, name).split()
    if len(numbers) != 2 or not all(number.isdecimal() and len(number) < 10 for number in numbers):
        return None
    stroke, point = map(int, numbers)
    return views[stroke][point] if stroke < len(views) and point < len(views[stroke]) else None


def _relation(group: Element) -> tuple[str, tuple[str, ...]]:
    views = children(group, "symbolView")
    return _annotation(group, "truth"), tuple(_reference(view, "symbolDataRef") for view in views)


def _check_references(groups: list[Element], strokes: Mapping[str, Stroke]) -> None:
    """Refuses symbols that refer to the same strokes again and again."""
    views = [view for group in groups for view in tagged(group, "traceView")]
    points = sum(len(strokes.get(_reference(view, "traceDataRef"), ())) for view in views)
    if len(views) > 2 * MAX_STROKES or points > MAX_POINTS:  # each of an arrow's is named twice
        raise SourceError(f"InkML: symbols of {points} points", reason=RejectionReason.TOO_LARGE)


def _by_id(found: Iterator[tuple[str, _Found]]) -> dict[str, _Found]:
    by_id: dict[str, _Found] = {}
    for id, one in found:
        if not id or id in by_id:
            raise SourceError(f"InkML: no id, or one twice: {id[:40]!r}", reason=RejectionReason.INVALID)
        by_id[id] = one
    return by_id


def _annotation(element: Element, type: str) -> str:
    found = (each.text or "" for each in children(element, "annotation") if each.get("type") == type)
    return " ".join(next(found, "").split())


def _reference(element: Element, name: str) -> str:
    return element.get(name, "").removeprefix("#")


def _wrong(element: Element, what: str) -> SourceError:
    return SourceError(
        f"InkML: <{tag_of(element)[:40]} id={element.get('id', '')[:40]!r}>: {what}", reason=RejectionReason.INVALID
    )
