"""Places of figures on a PDF's page: drawings right above a caption, or else below, and the words among them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from diagramloop.data.sources.papers.graphics import PageRegion
from diagramloop.data.sources.papers.pdf_lines import GUTTER, Line, Page
from diagramloop.graph import Box

FIGURE_GAP = 40.0  # points between two parts of one figure, and from it to its caption
LABEL_GAP = 10.0  # points by which a word may stand above what is drawn
Caption = tuple[Page, Sequence[Line]]

_OTHER_CAPTION = re.compile(r"(?:Figure|Fig\.?|Table)\s*\d{1,3}\s*[:.|–-]", re.I)
MARGIN = 4.0  # points around a figure's drawn objects


def has_columns(page: Page) -> bool:
    """True if there is text enough to the right of the page's middle."""
    return sum(line.x0 >= page.width / 2 - GUTTER and line.words > 3 for line in page.lines) > 5


def regions_of(captions: Sequence[Caption], body: float) -> list[PageRegion | None]:
    """Return the region of each caption of a paper: drawings right above it, or right below where a paper has them so.

    Where nothing is on the side on which more captions have something, it is what the other side has, if no other
    caption has that.

    Args:
        captions: each with its page and its lines.
        body: size of the type of the paper's text.
    """
    turned = {page.number: _upside_down(page) for page, _ in captions}
    above = [_region(page, _box_above(page, lines[0], body)) for page, lines in captions]
    below = [_region(page, _box_below(turned[page.number], lines[-1], body)) for page, lines in captions]
    usual, other = (above, below) if above.count(None) <= below.count(None) else (below, above)
    return [one or (another if another not in usual else None) for one, another in zip(usual, other, strict=True)]


def _region(page: Page, box: Box | None) -> PageRegion | None:
    return None if box is None else PageRegion(page.file, page.number, box)


def _box_below(turned: Page, caption: Line, body: float) -> Box | None:
    """Box like :func:`_box_above`, but below, by the page turned upside down."""
    box = _box_above(turned, _flipped(caption, turned.height), body)
    return None if box is None else (box[0], turned.height - box[3], box[2], turned.height - box[1])


def _upside_down(page: Page) -> Page:
    drawn = tuple((x0, page.height - y1, x1, page.height - y0) for x0, y0, x1, y1 in page.drawn)
    return replace(page, lines=tuple(_flipped(line, page.height) for line in page.lines), drawn=drawn)


def _flipped(line: Line, height: float) -> Line:
    return replace(line, top=height - line.bottom, bottom=height - line.top)


def _box_above(page: Page, caption: Line, body: float) -> Box | None:
    """Around the drawn objects right above the caption, and the words among them; no text and no other caption."""
    floor = max(
        (line.bottom for line in page.lines if line.bottom <= caption.top and _is_prose(line, body, caption)),
        default=0.0,
    )
    reached = caption.top
    parts: list[Box] = []
    drawn = ((box, True) for box in page.drawn)
    words = ((line.box, False) for line in page.lines)  # lead from one part to the next, and are none
    for box, is_part in sorted((*drawn, *words), key=lambda one: (-one[0][3], one)):
        if floor - MARGIN <= box[1] and box[3] <= caption.top + MARGIN and _shares_column(box, caption, page):
            if reached - box[3] > FIGURE_GAP:
                break
            parts += [box] if is_part else []
            reached = min(reached, box[1])
    if not parts:
        return None
    top = min(box[1] for box in parts)
    among = (line for line in page.lines if line.bottom <= caption.top and line.top >= max(floor, top - LABEL_GAP))
    parts += [line.box for line in among if _shares_column(line.box, caption, page)]
    left, tops, right, bottoms = zip(*parts, strict=True)
    return min(left) - MARGIN, min(tops) - MARGIN, max(right) + MARGIN, min(max(bottoms) + MARGIN, caption.top)


def _is_prose(line: Line, body: float, caption: Line) -> bool:
    overlaps = line.x0 < caption.x1 and caption.x0 < line.x1
    written = (line.words >= 7 and abs(line.size - body) <= 0.6) or _OTHER_CAPTION.match(line.text) is not None
    return overlaps and written


def _shares_column(box: Box, caption: Line, page: Page) -> bool:
    """Everything does with a caption that spans the page's middle; else what lies on the caption's side of it."""
    middle = page.width / 2
    if caption.x0 < middle - GUTTER and (caption.x1 > middle + GUTTER or not has_columns(page)):
        return True
    return box[2] <= middle + GUTTER if caption.x0 < middle else box[0] >= middle - GUTTER
