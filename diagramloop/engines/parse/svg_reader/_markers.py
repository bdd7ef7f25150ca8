"""Markers: what stands at the ends of a line, and whether it points along the line or against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal
from xml.etree.ElementTree import Element

import numpy as np

from diagramloop.engines.parse.svg_reader._flattening import Points, Subpath, affine, subpaths
from diagramloop.graph import Head

_NARROW = 0.6  # of the breadth at the other end: what is narrower is a tip


@dataclass(frozen=True)
class Mark:
    """A mark at an end of a line.

    Attributes:
        head: its form.
        points: 1 if its tip points away from the line, -1 if back along it, 0 if it has none.
    """

    head: Head
    points: Literal[-1, 0, 1] = 0


Place = Literal["start", "mid", "end"]


def mark_of(marker: Element, at: Place, by_id: Mapping[str, Element]) -> Mark | None:
    """The mark that a ``marker`` element makes at a place of a line; None if it is none or draws nothing."""
    drawn = [part for part in _parts(marker, np.eye(3), by_id) if len(part.points) >= 2]
    if not drawn or marker.tag != "marker":
        return None
    along = _points_right(np.concatenate([part.points for part in drawn]))
    orient = marker.get("orient", "0")
    turned = at == "start" and orient != "auto-start-reverse"
    outward = -along if turned else along
    return Mark(_form(drawn), outward if orient.startswith("auto") else 0)  # type: ignore[arg-type]


def _parts(element: Element, matrix: Points, by_id: Mapping[str, Element]) -> Iterator[Subpath]:
    """Parts below an element, placed; ``use`` is followed, which the sanitiser keeps from going in circles."""
    for child in element:
        placed = matrix @ affine(child.get("transform", ""))
        for part in subpaths(child.tag, child.attrib, _plain):
            yield Subpath(part.points @ placed[:2, :2].T + placed[:2, 2], part.closed)
        used = by_id.get(child.get("href", "").removeprefix("#")) if child.tag == "use" else None
        yield from _parts(child if used is None else _around(used), placed, by_id)


def _around(used: Element) -> Element:
    """A group of the element that is used."""
    group = Element("g")
    group.append(used)
    return group


def _plain(value: str, axis: str) -> float:
    del axis
    try:
        return float(value.removesuffix("px"))
    except ValueError:
        return 0.0


def _points_right(points: Points) -> int:
    """1 if the drawing narrows to the right, -1 if to the left, 0 if it does neither."""
    left, right = points[:, 0].min(), points[:, 0].max()
    reach = 0.25 * (right - left)
    breadths = [np.ptp(points[near, 1]) for near in (points[:, 0] <= left + reach, points[:, 0] >= right - reach)]
    if min(breadths) >= _NARROW * max(breadths):
        return 0
    return 1 if breadths[1] < breadths[0] else -1


def _form(parts: list[Subpath]) -> Head:
    if len(parts) == 1 and parts[0].closed and is_round(parts[0].points):
        return "circle"
    crossing = len(parts) == 2 and all(len(part.points) == 2 and not part.closed for part in parts)
    middles = [part.points.mean(axis=0) for part in parts]
    size = np.ptp(np.concatenate([part.points for part in parts]), axis=0).max()
    return "cross" if crossing and np.hypot(*(middles[0] - middles[1])) < 0.2 * size else "arrow"


def is_round(points: Points) -> bool:
    """True for the outline of a circle."""
    centre = (points.min(axis=0) + points.max(axis=0)) / 2
    radii = np.hypot(*(points - centre).T)
    return len(points) >= 8 and bool(np.ptp(radii) < 0.15 * radii.max())
