"""Places of figures on a page: what is drawn close together, with the words in it; captions are not needed.

Lengths are in heights of the page's text, so that it does not matter in what units the page is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from shapely import STRtree
from shapely import box as rectangle

from diagramloop.graph import Box
from diagramloop.sources.papers.pdf_lines import Line, Page
from diagramloop.sources.papers.pdf_paragraphs import CAPTION, body_size

USUAL_TYPE_POINTS = 10.0  # of a page without words


@dataclass(frozen=True)
class PageFigureSettings:
    """Thresholds of how a page's drawn objects make figures.

    Attributes:
        gap_text_heights: between two objects of one figure.
        least_side_text_heights: of a figure; smaller ones are bullets and rules.
        least_area_text_heights: squared, of a figure; smaller ones are icons and signs.
        background_share: of the page's width and of its height, of what lies behind everything.
        word_reach_text_heights: by which a word may stand outside of the drawn objects.
        caption_reach_text_heights: of a caption below or above its figure.
        margin_points: around a figure.
    """

    gap_text_heights: float = 1.2
    least_side_text_heights: float = 2.0
    least_area_text_heights: float = 25.0
    background_share: float = 0.9
    word_reach_text_heights: float = 0.3
    caption_reach_text_heights: float = 3.0
    margin_points: float = 3.0


@dataclass(frozen=True)
class PageFigure:
    """A figure on a page.

    Attributes:
        box: in points.
        lines: of text in it.
        bitmap: True where pictures are in it.
        scanned: True where all of it is pixels.
    """

    box: Box
    lines: tuple[Line, ...]
    bitmap: bool
    caption: str = ""
    scanned: bool = False


def figures_on(page: Page, bitmaps: Sequence[Box], settings: PageFigureSettings | None = None) -> list[PageFigure]:
    """The figures of a page, from the top.

    Args:
        bitmaps: places of its pictures in pixels, which are drawn objects as well.
    """
    settings = settings or PageFigureSettings()
    text = body_size(page.lines) if page.lines else USUAL_TYPE_POINTS
    drawn = [_on_page(one, page) for one in (*page.drawn, *bitmaps) if not _behind_all(one, page, settings)]
    seen = [one for one in drawn if one[2] > one[0] or one[3] > one[1]]
    found = []
    for whole, lines in _worded_clusters(seen, page.lines, text, settings):
        if _is_large(whole, text, settings):
            pictured = any(_overlap(whole, one) for one in bitmaps)
            caption = _caption(whole, page.lines, settings.caption_reach_text_heights * text)
            found.append(PageFigure(_margined(whole, page, settings.margin_points), lines, pictured, caption))
    return sorted(found, key=lambda one: (one.box[1], one.box[0]))


def _is_large(box: Box, text: float, settings: PageFigureSettings) -> bool:
    wide, high = (box[2] - box[0]) / text, (box[3] - box[1]) / text
    return min(wide, high) >= settings.least_side_text_heights and wide * high >= settings.least_area_text_heights


def _on_page(box: Box, page: Page) -> Box:
    x0, y0, x1, y1 = box
    return max(x0, 0.0), max(y0, 0.0), min(x1, page.width), min(y1, page.height)


def _behind_all(box: Box, page: Page, settings: PageFigureSettings) -> bool:
    wide, high = settings.background_share * page.width, settings.background_share * page.height
    return box[2] - box[0] >= wide and box[3] - box[1] >= high


def _clusters(boxes: Sequence[Box], gap: float) -> list[Box]:
    """Boxes around what is no farther apart than ``gap``, again and again until none of them are that near."""
    while True:
        joined = _joined_once(boxes, gap)
        if len(joined) == len(boxes):
            return joined
        boxes = joined


def _worded_clusters(
    boxes: Sequence[Box], lines: Sequence[Line], text: float, settings: PageFigureSettings
) -> list[tuple[Box, tuple[Line, ...]]]:
    """Clusters with the words in them; those that words make overlap are one."""
    boxes = _clusters(boxes, settings.gap_text_heights * text)
    while True:
        worded = [_with_words(box, lines, settings.word_reach_text_heights * text) for box in boxes]
        joined = _clusters([box for box, _ in worded], 0.0)
        if len(joined) == len(boxes):
            return worded
        boxes = joined


def _joined_once(boxes: Sequence[Box], gap: float) -> list[Box]:
    if not boxes:
        return []
    shapes = [rectangle(x0 - gap / 2, y0 - gap / 2, x1 + gap / 2, y1 + gap / 2) for x0, y0, x1, y1 in boxes]
    first, second = STRtree(shapes).query(shapes, predicate="intersects")
    root = _components(len(boxes), first, second)
    table = np.array(boxes)
    found = []
    for one in np.unique(root):
        mine = table[root == one]
        x0, y0 = mine[:, :2].min(axis=0).tolist()
        x1, y1 = mine[:, 2:].max(axis=0).tolist()
        found.append((x0, y0, x1, y1))
    return found


def _components(count: int, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    near = coo_matrix((np.ones(len(first), bool), (first, second)), shape=(count, count))
    return np.asarray(connected_components(near, directed=False)[1])


def _with_words(box: Box, lines: Sequence[Line], reach: float) -> tuple[Box, tuple[Line, ...]]:
    """The box grown by the lines that lie mostly in it, or touch it and are no wider than it is."""
    x0, y0, x1, y1 = box
    near = (x0 - reach, y0 - reach, x1 + reach, y1 + reach)
    mine = lines_in(near, lines)
    corners = np.array([box, *(line.box for line in mine)])
    left, top = corners[:, :2].min(axis=0).tolist()
    right, bottom = corners[:, 2:].max(axis=0).tolist()
    return (left, top, right, bottom), mine


def lines_in(box: Box, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines that lie mostly in a box."""
    return tuple(line for line in lines if _overlap(box, line.box) and _inside(box, line) >= 0.5)


def _inside(box: Box, line: Line) -> float:
    """The share of a line of text that lies in a box."""
    across = min(box[2], line.x1) - max(box[0], line.x0)
    down = min(box[3], line.bottom) - max(box[1], line.top)
    area = max((line.x1 - line.x0) * (line.bottom - line.top), 1e-6)
    return max(across, 0.0) * max(down, 0.0) / area


def _overlap(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _caption(box: Box, lines: Sequence[Line], reach: float) -> str:
    """The caption's first line, without its number."""
    for line in lines:
        near = line.x0 < box[2] and box[0] < line.x1 and (
            0 <= line.top - box[3] + reach <= 2 * reach or 0 <= box[1] - line.bottom + reach <= 2 * reach
        )  # fmt: skip
        if near and (match := CAPTION.match(line.text)):
            return line.text[match.end() :]
    return ""


def _margined(box: Box, page: Page, margin: float) -> Box:
    x0, y0, x1, y1 = box
    return max(x0 - margin, 0.0), max(y0 - margin, 0.0), min(x1 + margin, page.width), min(y1 + margin, page.height)
