"""Where on a PDF's page a figure is: what is drawn right above its caption, or else below, and the words among it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flowbench.graph import Box
from flowbench.sources.papers.panels import PageRegion
from flowbench.sources.papers.pdf_lines import GUTTER, Line, Page

FIGURE_GAP = 40.0  # points between two parts of one figure, and from it to its caption
LABEL_GAP = 10.0  # points by which a word may stand above what is drawn
MARGIN = 4.0  # points around a figure's drawn objects


def has_columns(page: Page) -> bool:
    """Whether there is text enough to the right of the page's middle."""
    return sum(line.x0 >= page.width / 2 - GUTTER and line.words > 3 for line in page.lines) > 5


def region_of(page: Page, caption: Sequence[Line], body: float) -> PageRegion | None:
    """What is drawn right above the lines of a caption or, where that is nothing, right below them.

    Args:
        body: size of the type of the paper's text.
    """
    above = _box_above(page, caption[0], body)
    if above is not None:
        return PageRegion(page.file, page.number, above)
    below = _box_above(_upside_down(page), _flipped(caption[-1], page.height), body)
    if below is None:
        return None
    left, top, right, bottom = below
    return PageRegion(page.file, page.number, (left, page.height - bottom, right, page.height - top))


def _upside_down(page: Page) -> Page:
    drawn = tuple((x0, page.height - y1, x1, page.height - y0) for x0, y0, x1, y1 in page.drawn)
    return replace(page, lines=tuple(_flipped(line, page.height) for line in page.lines), drawn=drawn)


def _flipped(line: Line, height: float) -> Line:
    return replace(line, top=height - line.bottom, bottom=height - line.top)


def _box_above(page: Page, caption: Line, body: float) -> Box | None:
    """The drawn objects right above the caption, and the words among them."""
    floor = max(
        (line.bottom for line in page.lines if line.bottom <= caption.top and _is_prose(line, body, caption)),
        default=0.0,
    )
    top = caption.top
    parts: list[Box] = []
    for box in sorted(page.drawn, key=lambda box: (-box[3], box)):
        if floor - MARGIN <= box[1] and box[3] <= caption.top + MARGIN and _shares_column(box, caption, page):
            if top - box[3] > FIGURE_GAP:
                break
            parts.append(box)
            top = min(top, box[1])
    if not parts:
        return None
    among = (line for line in page.lines if line.bottom <= caption.top and line.top >= max(floor, top - LABEL_GAP))
    parts += [line.box for line in among if _shares_column(line.box, caption, page)]
    left, tops, right, bottoms = zip(*parts, strict=True)
    return min(left) - MARGIN, min(tops) - MARGIN, max(right) + MARGIN, min(max(bottoms) + MARGIN, caption.top)


def _is_prose(line: Line, body: float, caption: Line) -> bool:
    overlaps = line.x0 < caption.x1 and caption.x0 < line.x1
    return overlaps and line.words >= 7 and abs(line.size - body) <= 0.6


def _shares_column(box: Box, caption: Line, page: Page) -> bool:
    """Everything does with a caption that spans the page's middle; else what lies on the caption's side of it."""
    middle = page.width / 2
    if caption.x0 < middle - GUTTER and (caption.x1 > middle + GUTTER or not has_columns(page)):
        return True
    return box[2] <= middle + GUTTER if caption.x0 < middle else box[0] >= middle - GUTTER
