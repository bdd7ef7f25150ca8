"""Drawings that do not say how large their page is."""

from __future__ import annotations

import numpy as np

from flowbench.errors import FormatError, RejectionReason
from flowbench.parse.svg_reader._drawing import drawing
from flowbench.render.sanitised_svg import SanitisedSvg, sanitised

MARGIN = 10.0  # px


def on_a_page(safe: SanitisedSvg) -> SanitisedSvg:
    """The drawing, with a view box around all that is drawn if it gives neither a view box nor a width and height.

    Raises:
        FormatError: nothing is drawn (EMPTY).
    """
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
