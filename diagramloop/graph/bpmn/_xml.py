"""The XML of a BPMN document: its root, numbers and texts."""

from __future__ import annotations

from math import isfinite
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Box, Point
from diagramloop.graph.placement import DECIMALS
from diagramloop.graph.safe_xml import read_xml, tag_of


def parsed(document: str | bytes) -> Element:
    root = read_xml(document)
    if tag_of(root) != "definitions":
        raise FormatError(f"<{tag_of(root)[:40]}> is no BPMN", reason=RejectionReason.INVALID)
    return root


def child_texts(element: Element, tag: str) -> list[str]:
    return [(child.text or "").strip() for child in element if tag_of(child) == tag]


def bounds(drawn: Element) -> Box | None:
    bounds = next((e for e in drawn if tag_of(e) == "Bounds"), None)
    values = [] if bounds is None else _numbers(bounds, "x", "y", "width", "height")
    if len(values) < 4 or min(values[2:]) <= 0:
        return None
    x, y, width, height = values
    return (x, y, round(x + width, DECIMALS), round(y + height, DECIMALS))


def label_bounds(drawn: Element) -> Box | None:
    """Place of the label of an edge that is drawn."""
    label = next((e for e in drawn if tag_of(e) == "BPMNLabel"), None)
    return None if label is None else bounds(label)


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
