"""Places of figures on a page: what is drawn close together, with the words in it; captions are not needed.

Lengths are in heights of the page's text, so that it does not matter in what units the page is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diagramloop.data.sources.papers.pdf_lines import Line, Page
from diagramloop.data.sources.papers.pdf_paragraphs import CAPTION, body_size
from diagramloop.graph import Box

MOST_FIGURES = 1_000  # of a page, from its top; a document's budget has fewer
MOST_CLUSTERS = 4_000  # the largest ones; a page of A4 has no room for more that lie apart
MOST_ROUNDS = 20  # in which words join clusters; two or three are usual
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
    seen = _seen([*page.drawn, *bitmaps], page, settings)
    clusters = _worded_clusters(seen, _Words(page.lines), text, settings)
    large = [cluster for cluster in clusters if _is_large(cluster[0], text, settings)]
    large.sort(key=lambda cluster: (cluster[0][1], cluster[0][0]))
    figures = []
    for box, lines in large[:MOST_FIGURES]:
        pictured = any(_overlap(box, bitmap) for bitmap in bitmaps)
        caption = _caption(box, page.lines, settings.caption_reach_text_heights * text)
        words = tuple(page.lines[index] for index in lines)
        figures.append(PageFigure(_margined(box, page, settings.margin_points), words, pictured, caption))
    return sorted(figures, key=lambda figure: (figure.box[1], figure.box[0]))


def _seen(boxes: Sequence[Box], page: Page, settings: PageFigureSettings) -> list[Box]:
    """All that is drawn on the page and is no background."""
    on_page = [_on_page(box, page) for box in boxes if not _behind_all(box, page, settings)]
    return [box for box in on_page if box[2] > box[0] or box[3] > box[1]]


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
    """Boxes around what is no farther apart than ``gap``, so that none of them are that near.

    Each box joins those before it that it is near to, and what then is near to it: a page of nothing but boxes that lie
    on one another is as quick as any, and no pair of them is ever made.
    """
    clusters = np.empty((len(boxes), 4))
    count = 0
    for box in np.array(boxes, dtype=float).reshape(-1, 4):
        while True:
            near = _near(clusters[:count], box, gap)
            if not near.any():
                break
            corners = np.vstack([clusters[:count][near], box])
            box = np.array([*corners[:, :2].min(axis=0), *corners[:, 2:].max(axis=0)])
            others = clusters[:count][~near]
            count = len(others)
            clusters[:count] = others
        clusters[count] = box
        count += 1
    return [(x0, y0, x1, y1) for x0, y0, x1, y1 in clusters[:count].tolist()]


def _near(boxes: np.ndarray, box: np.ndarray, gap: float) -> np.ndarray:
    """True of the boxes that are no farther from one than ``gap``; what lies out of the page has its sides swapped."""
    reach = np.array([-gap, -gap, gap, gap]) / 2
    first, second = boxes + reach, box + reach
    least, most = np.minimum(first[:, :2], first[:, 2:]), np.maximum(first[:, :2], first[:, 2:])
    low, high = np.minimum(second[:2], second[2:]), np.maximum(second[:2], second[2:])
    return np.asarray(np.all((least <= high) & (low <= most), axis=1))


def _worded_clusters(
    boxes: Sequence[Box], words: _Words, text: float, settings: PageFigureSettings
) -> list[tuple[Box, list[int]]]:
    """Clusters with the words in them; those that words make overlap are one."""
    boxes = _clusters(boxes, settings.gap_text_heights * text)
    boxes = sorted(boxes, key=_area, reverse=True)[:MOST_CLUSTERS]
    for _ in range(MOST_ROUNDS):
        worded = [words.with_box(box, settings.word_reach_text_heights * text) for box in boxes]
        joined = _clusters([box for box, _ in worded], 0.0)
        if len(joined) == len(boxes):
            break
        boxes = joined
    return worded


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


class _Words:
    """The lines of a page, to be asked which lie in a box."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._boxes = np.array([line.box for line in lines], dtype=float).reshape(-1, 4)

    def within(self, box: Box) -> list[int]:
        """The lines that lie mostly in a box, by their indices."""
        x0, y0, x1, y1 = self._boxes.T
        across = np.minimum(box[2], x1) - np.maximum(box[0], x0)
        down = np.minimum(box[3], y1) - np.maximum(box[1], y0)
        area = np.maximum((x1 - x0) * (y1 - y0), 1e-6)
        inside = np.maximum(across, 0.0) * np.maximum(down, 0.0) / area >= 0.5
        return [int(index) for index in np.flatnonzero(inside)]

    def with_box(self, box: Box, reach: float) -> tuple[Box, list[int]]:
        """The box grown by the lines that lie mostly in it or hardly out of it, and these."""
        x0, y0, x1, y1 = box
        mine = self.within((x0 - reach, y0 - reach, x1 + reach, y1 + reach))
        corners = np.vstack([np.array([box]), self._boxes[mine]])
        left, top = corners[:, :2].min(axis=0).tolist()
        right, bottom = corners[:, 2:].max(axis=0).tolist()
        return (left, top, right, bottom), mine


def lines_in(box: Box, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines that lie mostly in a box."""
    return tuple(lines[index] for index in _Words(lines).within(box))


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
