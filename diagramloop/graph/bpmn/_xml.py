"""The XML of a BPMN document: parsed within bounds, its numbers and texts."""

from __future__ import annotations

from math import isfinite
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Box, Point
from diagramloop.graph._limits import MAX_DEPTH, check_count

MAX_BYTES = 20_000_000


def parsed(document: str | bytes) -> Element:
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
    if tag_of(root) != "definitions":
        raise FormatError(f"<{tag_of(root)[:40]}> is no BPMN", reason=RejectionReason.INVALID)
    return root


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


def tag_of(element: Element) -> str:
    """Without its namespace, which exporters disagree on."""
    return element.tag.rpartition("}")[2]


def child_texts(element: Element, tag: str) -> list[str]:
    return [(child.text or "").strip() for child in element if tag_of(child) == tag]


def bounds(drawn: Element) -> Box | None:
    bounds = next((e for e in drawn if tag_of(e) == "Bounds"), None)
    values = [] if bounds is None else _numbers(bounds, "x", "y", "width", "height")
    if len(values) < 4 or min(values[2:]) <= 0:
        return None
    x, y, width, height = values
    return (x, y, x + width, y + height)


def waypoints(drawn: Element) -> tuple[Point, ...] | None:
    points = [_numbers(e, "x", "y") for e in drawn if tag_of(e) == "waypoint"]
    return tuple((p[0], p[1]) for p in points if len(p) == 2) or None


def _numbers(element: Element, *names: str) -> list[float]:
    """The attributes of these names, or nothing where one is absent or no finite number."""
    try:
        values = [float(element.get(name, "")) for name in names]
    except ValueError:
        return []
    return values if all(map(isfinite, values)) else []
