"""Where on a PDF's page a figure is: what is drawn right above its caption, and the words among it."""

from __future__ import annotations

from flowbench.graph import Box
from flowbench.sources.papers.panels import PageRegion
from flowbench.sources.papers.pdf_lines import GUTTER, Line, Page

FIGURE_GAP = 40.0  # points between two parts of one figure, and from it to its caption
LABEL_GAP = 10.0  # points by which a word may stand above what is drawn
MARGIN = 4.0  # points around a figure's drawn objects


def has_columns(page: Page) -> bool:
    """Whether there is text enough to the right of the page's middle."""
    return sum(line.x0 >= page.width / 2 - GUTTER and line.words > 3 for line in page.lines) > 5


def region_above(page: Page, caption: Line, body: float) -> PageRegion | None:
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
    box = (min(left) - MARGIN, min(tops) - MARGIN, max(right) + MARGIN, min(max(bottoms) + MARGIN, caption.top))
    return PageRegion(page.number, box)


def _is_prose(line: Line, body: float, caption: Line) -> bool:
    overlaps = line.x0 < caption.x1 and caption.x0 < line.x1
    return overlaps and line.words >= 7 and abs(line.size - body) <= 0.6


def _shares_column(box: Box, caption: Line, page: Page) -> bool:
    """Everything does with a caption that spans the page's middle; else what lies on the caption's side of it."""
    middle = page.width / 2
    if caption.x0 < middle - GUTTER and (caption.x1 > middle + GUTTER or not has_columns(page)):
        return True
    return box[2] <= middle + GUTTER if caption.x0 < middle else box[0] >= middle - GUTTER
