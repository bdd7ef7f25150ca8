"""Drawings that do not say how large their page is, and those that show nothing until a script turns to their page."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, tostring

import numpy as np
from defusedxml.ElementTree import fromstring

from diagramloop.engines.parse.svg_reader._drawing import drawing
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.render.sanitised_svg import SanitisedSvg, sanitised

MARGIN = 10.0  # px

_SVG = "{http://www.w3.org/2000/svg}"
_TEXT = f"{_SVG}text"
_DEFINITIONS = frozenset({f"{_SVG}defs", f"{_SVG}symbol", f"{_SVG}marker", f"{_SVG}clipPath", f"{_SVG}mask"})
_HIDES = {"visibility": "hidden", "display": "none"}


def on_a_page(safe: SanitisedSvg) -> SanitisedSvg:
    """The drawing, with a view box around all that is drawn if it gives neither a view box nor a width and height.

    Of a presentation whose slides are all hidden (as LibreOffice's player has them), the first is shown.

    Raises:
        FormatError: nothing is drawn (EMPTY).
    """
    drawn = drawing(safe.svg)
    if not (drawn.outlines or drawn.texts):
        safe = _at_its_first_page(safe)
        drawn = drawing(safe.svg)
    corners = [o.points for o in drawn.outlines] + [t.corners for t in drawn.texts]
    if not corners:
        raise FormatError("nothing is drawn", reason=RejectionReason.EMPTY)
    if drawn.framed:
        return safe
    low = np.min([c.min(axis=0) for c in corners], axis=0) - MARGIN
    width, height = np.max([c.max(axis=0) for c in corners], axis=0) + MARGIN - low
    box = f'viewBox="{low[0]:.6g} {low[1]:.6g} {width:.6g} {height:.6g}"'
    framed = sanitised(safe.svg.replace("<svg", f"<svg {box}", 1))
    return SanitisedSvg(framed.svg, safe.stripped)


def _at_its_first_page(safe: SanitisedSvg) -> SanitisedSvg:
    """With the first of the hidden groups that say something shown."""
    root = fromstring(safe.svg)
    page = next((part for part in _hidden(root) if next(part.iter(_TEXT), None) is not None), None)
    if page is None:
        return safe
    for name in _HIDES:
        page.attrib.pop(name, None)
    return SanitisedSvg(sanitised(tostring(root, encoding="unicode")).svg, safe.stripped)


def _hidden(element: Element) -> Iterator[Element]:
    """The outermost hidden parts, in the order of drawing; definitions are not drawn, hidden or not."""
    for child in element:
        if any(child.get(name) == value for name, value in _HIDES.items()):
            yield child
        elif child.tag not in _DEFINITIONS:
            yield from _hidden(child)
