"""The XML of office files, read piece by piece: what nobody vouches for never stands in memory as one tree.

Element and attribute names are as expat gives them, ``NAMESPACE}NAME``; :func:`tag_of` has the name alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._limits import MAX_DEPTH, check_count

MOST_ELEMENTS = 300_000
"""In one piece, such as a paragraph or a table."""
_CHUNK = 1 << 16


def tag_of(element: Element) -> str:
    """Without its namespace, which standards disagree on."""
    return element.tag.rpartition("}")[2]


def attribute(element: Element, name: str) -> str | None:
    """The value of an attribute, whatever namespace it is in."""
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return value
    return None


def pieces(part: bytes, depth: int, check_time: Callable[[], None]) -> Iterator[Element | None]:
    """The elements at ``depth`` below the root, one after the other; None for one of more than 300,000 elements.

    Args:
        check_time: is called now and then, and raises when the time is up.

    Raises:
        FormatError: no XML (SYNTAX), nested too deep (TOO_LARGE), with a document type (UNSAFE), or in an encoding that
            nobody reads (UNREADABLE).
    """
    yield from _read(part, _Pieces(depth), check_time)


def elements_in(part: bytes, check_time: Callable[[], None]) -> int:
    """The number of elements; none is kept. Raises as :func:`pieces`."""
    builder = _Pieces(MAX_DEPTH + 1)
    for _ in _read(part, builder, check_time):
        pass
    return builder.total


def _read(part: bytes, builder: _Pieces, check_time: Callable[[], None]) -> Iterator[Element | None]:
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_type
    parser.StartElementHandler, parser.EndElementHandler = builder.start, builder.end
    parser.CharacterDataHandler = builder.data
    for begin in range(0, len(part) + 1, _CHUNK):
        check_time()
        chunk = part[begin : begin + _CHUNK]
        try:
            parser.Parse(chunk, len(chunk) < _CHUNK)
        except expat.ExpatError as error:
            raise FormatError(f"not XML: {error}") from error
        except (LookupError, ValueError) as error:
            raise FormatError(f"not readable: {error}", reason=RejectionReason.UNREADABLE) from error
        yield from builder.taken()


def _refuse_type(*_: object) -> None:
    raise FormatError("refused XML: a document type", reason=RejectionReason.UNSAFE)


class _Pieces:
    """Builds the elements at one depth, and drops each one that grows too large.

    Attributes:
        total: elements so far, of any depth.
    """

    def __init__(self, depth: int) -> None:
        self._piece_depth, self._depth = depth, -1
        self._builder: TreeBuilder | None = None
        self._elements = self.total = 0
        self._whole: list[Element | None] = []

    def taken(self) -> list[Element | None]:
        """Those that are whole; they are not kept."""
        whole, self._whole = self._whole, []
        return whole

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self.total += 1
        check_count("nested elements", self._depth, MAX_DEPTH)
        if self._depth == self._piece_depth:
            self._builder, self._elements = TreeBuilder(), 0
        if self._builder is None:
            return
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            self._builder = None
        else:
            self._builder.start(tag, attributes)

    def end(self, tag: str) -> None:
        if self._builder is not None:
            self._builder.end(tag)
        if self._depth == self._piece_depth:
            self._whole.append(None if self._builder is None else self._builder.close())
            self._builder = None
        self._depth -= 1

    def data(self, text: str) -> None:
        if self._builder is not None:
            self._builder.data(text)
