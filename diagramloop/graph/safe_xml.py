"""XML that nobody vouches for: read within bounds, without document types and entities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, fromstring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._limits import MAX_DEPTH, check_count

MAX_BYTES = 20_000_000
FARTHEST = 1e9
_UNSPEAKABLE = re.compile("[^\\t\\n\\r\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_xml(document: str | bytes) -> Element:
    """The root element.

    Raises:
        FormatError: no XML (SYNTAX); more than 20 MB, or nested too deep (TOO_LARGE); nothing (EMPTY); a document type
            or an entity (UNSAFE); an encoding that nobody reads (UNREADABLE).
    """
    if len(document) > MAX_BYTES:
        raise FormatError(f"more than {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    if not document.strip():
        raise FormatError("the document is empty", reason=RejectionReason.EMPTY)
    parser = DefusedXMLParser(target=_ShallowBuilder(), forbid_dtd=True)
    try:
        parser.feed(document)
        root: Element = parser.close()
    except ParseError as error:
        raise FormatError(f"not XML: {error}") from error
    except DefusedXmlException as error:
        raise FormatError(f"refused XML: {type(error).__name__}", reason=RejectionReason.UNSAFE) from error
    except (LookupError, ValueError) as error:  # encodings that are unknown, or of several bytes
        raise FormatError(f"not readable: {error}", reason=RejectionReason.UNREADABLE) from error
    return root


def read_again(document: str) -> Element:
    """The root of a document that :func:`read_xml` has taken before: quicker, for nothing of it is to be refused."""
    return fromstring(document)  # noqa: S314


def tag_of(element: Element) -> str:
    """Without its namespace, which exporters disagree on."""
    return element.tag.rpartition("}")[2]


def tagged(root: Element, tag: str) -> Iterator[Element]:
    """Elements of this name, however deep."""
    return (element for element in root.iter() if element.tag == tag or element.tag.endswith("}" + tag))


def children(parent: Element, tag: str) -> list[Element]:
    """Children of this name."""
    return [child for child in parent if child.tag == tag or child.tag.endswith("}" + tag)]


def number_of(element: Element, name: str) -> float:
    """An attribute that is a number; 0 where it is none, or so large that nothing can be drawn there."""
    try:
        value = float(element.get(name, "0"))
    except ValueError:
        return 0.0
    return value if isfinite(value) and abs(value) < FARTHEST else 0.0


def xml_text(text: str) -> str:
    """``text`` without what no XML can hold: control characters, lone surrogates and the two signs that are none."""
    return _UNSPEAKABLE.sub("", text)


class _ShallowBuilder(TreeBuilder):
    """Refuses elements nested too deep while they are read."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        self._depth += 1
        check_count("nested elements", self._depth, MAX_DEPTH)
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> Element:
        self._depth -= 1
        return super().end(tag)
