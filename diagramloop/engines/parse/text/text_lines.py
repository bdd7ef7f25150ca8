"""Finding lines of text in a patch of one background colour: a node's inside, a label's plate, a block of glyphs.

Everything is relative to the patch: its background is the median colour, its ink is what differs from
that, whichever of the two is darker. So dark charts, coloured nodes and JPEG need no case of their own.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.budget import in_chunks
from diagramloop.graph import Box

Mask = NDArray[np.bool_]
Grey = NDArray[np.uint8]
Boxes = NDArray[np.int32]  # shape (n, 4): x0, y0, x1, y1, ends excluded
NEIGHBOURHOOD = np.ones((3, 3), np.uint8)  # a pixel and those next to it


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Lines of text in a patch, and which of its ink is none.
LINE_LETTER_GAP_CAP_HEIGHTS = 0.35  # widest usual gap between letters
_WORD_GAP_CAP_HEIGHTS = 3.0  # a wider gap is no space: what follows is a line of its own
_COLUMN_LEAST_CAP_HEIGHTS = 0.75  # width of upright text at least
_COLUMN_MOST_CAP_HEIGHTS = 1.8  # width of upright text at most
_COLUMN_WIDTHS = 2.0  # its own, or cap heights if it is narrower, that upright text is taller than
_SCRAP_CAP_HEIGHTS = 0.5  # height below which a run of rows may be dots or quotes
_SCRAP_GAP_CAP_HEIGHTS = 0.35  # which stand so near the line they belong to
_FLAT_CAP_HEIGHTS = 0.45  # height below which a line is a remnant of a drawn one
_PITCH_CAP_HEIGHTS = 1.55  # between the tops of lines that touch, descenders on ascenders
_CUT_CAP_HEIGHTS = 0.4  # around the expected place of a cut, in which there is least ink
_LINE_CAP_HEIGHTS = 1.35  # ascender to descender
_MARGIN_LINE_HEIGHTS = 0.12  # blank beside a line; above and below it half of that

# Ink that is no glyph: bars, lids, inner outlines.
_TALLEST_CAP_HEIGHTS = 2.6  # taller ink is no glyph
_WIDEST_CAP_HEIGHTS = 12.0  # wider ink is none
_WIDEST_SPARSE_CAP_HEIGHTS = 3.0  # the same of ink that hardly fills its box
_SPARSE_SHARE = 0.12  # of its box that such ink fills at most
_BLOT_CAP_HEIGHTS = 0.3  # radius of a disc that fits into no letter, so of a blot at least
_BLOT_PX = 2.5  # radius of a blot at least, in small type
_BLOT_SHARE = 0.6  # of its longer side that is the width of a blot: letters that stick together are longer
_DISC_SHARE = 0.9  # of its box that a blot fills at most: it is round

# Ink in a rectangle that may hold text.
_INK_SHARE = 0.35  # of the patch's strongest contrast from which a pixel is ink
PATCH_LEAST_CONTRAST_LEVELS = 24  # fainter marks are noise, or a line that shines through a label's plate
_COLOUR_SAMPLE_COUNT = 20_000  # pixels, evenly spread, that tell the median colour
_COVERED_LEVELS = 64  # that it differs from a shape's fill where a drawing covers most of the shape
_UNCOVERED_SHARE = 0.25  # of a patch's rim that is nearer to the shape's fill where a drawing covers most of the shape


@dataclass(frozen=True)
class Patch:
    """A rectangle of the picture in which text is looked for.

    Attributes:
        left, top: its place in the picture in pixels.
        contrast: shape (height, width), difference from the patch's background colour, 0 outside of the
            searched area.
        text_height: cap height that is expected, in pixels.
    """

    left: int
    top: int
    contrast: Grey
    text_height: float


@dataclass(frozen=True)
class LineCrop:
    """A found line.

    Attributes:
        box: around its ink in the picture.
        grey: its ink as dark on white with a margin, shape (height, width), at the picture's resolution.
        wraps: it is one of several lines; such a text was broken where it would not fit, so none is cut off.
    """

    box: Box
    grey: Grey
    wraps: bool


def contrast_to(picture: RGB, background: NDArray[np.generic]) -> Grey:
    """Largest channel difference of each pixel of ``picture`` from the colour ``background``, shape (height, width)."""
    red, green, blue = (float(round(v)) for v in background.tolist())
    channels = cv2.split(cv2.absdiff(picture, (red, green, blue, 0.0)))
    return np.asarray(cv2.max(cv2.max(channels[0], channels[1]), channels[2]), dtype=np.uint8)


def median_colour(picture: RGB, mask: Mask) -> NDArray[np.float64]:
    """Median per channel of ``picture`` where ``mask`` is set, from an evenly spread sample."""
    every, seen = max(1, int(np.count_nonzero(mask)) // _COLOUR_SAMPLE_COUNT), 0
    sample: list[NDArray[np.uint8]] = []
    for rows in in_chunks(*mask.shape):
        places = np.flatnonzero(mask[rows])
        down, right = np.divmod(places[-seen % every :: every], mask.shape[1])
        sample.append(picture[rows][down, right])
        seen += len(places)
    return np.asarray(np.median(np.concatenate(sample), axis=0))


def patch_of(
    picture: RGB,
    mask: Mask,
    left: int,
    top: int,
    text_height: float,
    fill: tuple[int, int, int] | None = None,
) -> Patch | None:
    """The patch of ``picture`` (cut out, same size as ``mask``) where ``mask`` is set; None if that is nowhere.

    Args:
        fill: colour of the shape that it is the inside of: its ground, where most of it is covered by something else.
    """
    if not mask.any():
        return None
    ground = median_colour(picture, mask)
    contrast = contrast_to(picture, ground)
    if fill is not None and np.abs(ground - fill).max() > _COVERED_LEVELS:
        uncovered = contrast_to(picture, np.array(fill, np.float64))
        rim = mask & ~cv2.erode(mask.view(np.uint8), NEIGHBOURHOOD).view(bool)
        if (uncovered < contrast)[rim].mean() > _UNCOVERED_SHARE:
            contrast = uncovered
    contrast[~mask] = 0
    return Patch(left, top, contrast, text_height)


def ink_of(patch: Patch) -> Mask:
    """Ink of a patch, shape (height, width): much less than its strongest contrast is its blur, or noise."""
    peak = int(patch.contrast.max(initial=0))
    return np.asarray(patch.contrast > max(_INK_SHARE * peak, PATCH_LEAST_CONTRAST_LEVELS / 2))


def find_lines(patch: Patch) -> list[LineCrop]:
    """The lines of text in a patch from top to bottom; upright ones, which are read upwards, from left to right."""
    if not _is_upright(patch):
        return _level_lines(patch)
    turned = Patch(0, 0, np.ascontiguousarray(np.rot90(patch.contrast, k=-1)), patch.text_height)
    bottom = patch.top + patch.contrast.shape[0]
    return [
        replace(line, box=(patch.left + y0, bottom - x1, patch.left + y1, bottom - x0))
        for line in _level_lines(turned)
        for x0, y0, x1, y1 in (line.box,)
    ]


def _is_upright(patch: Patch) -> bool:
    """The ink is a narrow column in which one mark follows the other as closely as letters do, not lines."""
    size = patch.text_height
    ink = patch.contrast > max(_INK_SHARE * int(patch.contrast.max(initial=0)), PATCH_LEAST_CONTRAST_LEVELS)
    rows, columns = (np.flatnonzero(ink.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return False
    width = float(np.ptp(columns))
    if not _COLUMN_LEAST_CAP_HEIGHTS <= width / size <= _COLUMN_MOST_CAP_HEIGHTS:
        return False
    runs = _runs(np.any(ink, axis=1))
    close = float(np.median(runs[1:, 0] - runs[:-1, 1])) if len(runs) > 1 else 0.0
    tall = bool(np.ptp(rows) > _COLUMN_WIDTHS * max(width, size))
    return tall and close < LINE_LETTER_GAP_CAP_HEIGHTS * size


def _level_lines(patch: Patch) -> list[LineCrop]:
    peak = int(patch.contrast.max(initial=0))
    size = patch.text_height
    if peak < PATCH_LEAST_CONTRAST_LEVELS:
        return []
    ink = _without_ornaments(ink_of(patch), size)
    spans = _without_scraps(_rows(ink, size), ink.shape[0], size)
    word_gap = _WORD_GAP_CAP_HEIGHTS * size
    boxes = [(x0, y0, x1, y1) for y0, y1 in spans for x0, x1 in _columns(ink[y0:y1], word_gap)]
    if not boxes:
        return []
    tallest = max(bottom - top for _, top, _, bottom in boxes)
    height = max(float(tallest), _LINE_CAP_HEIGHTS * size)
    margin = max(2, round(_MARGIN_LINE_HEIGHTS * height))
    return [LineCrop(_placed(patch, box), _crop(patch, box, peak, height, margin), len(boxes) > 1) for box in boxes]


def _without_ornaments(ink: Mask, text_height: float) -> Mask:
    """Ink less what is no glyph: bars, lids, inner outlines are long, or far taller than a line; blots are solid."""
    drawn = ink.astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(drawn, connectivity=8)
    wide, tall, area = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT], stats[:, cv2.CC_STAT_AREA]
    sparse = (wide > _WIDEST_SPARSE_CAP_HEIGHTS * text_height) & (area < _SPARSE_SHARE * wide * tall)
    huge = sparse | (tall > _TALLEST_CAP_HEIGHTS * text_height)
    huge |= wide > _WIDEST_CAP_HEIGHTS * text_height
    keep = ~huge
    radius = np.zeros(len(stats), np.float32)
    np.maximum.at(radius, labels[ink], depths(drawn)[ink])
    blots = radius > max(_BLOT_CAP_HEIGHTS * text_height, _BLOT_PX)
    blots &= (2 * radius > _BLOT_SHARE * np.maximum(wide, tall)) & (area < _DISC_SHARE * wide * tall)
    keep[blots] = False
    keep[0] = False
    return np.asarray(keep[labels])


def depths(ink: Grey) -> NDArray[np.float32]:
    """Distance of each pixel of ink (0 or 1) from what is none; around the mask there is none."""
    framed = cv2.copyMakeBorder(ink, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    return np.asarray(cv2.distanceTransform(framed, cv2.DIST_L2, cv2.DIST_MASK_3)[1:-1, 1:-1], np.float32)


def _runs(occupied: Mask) -> NDArray[np.intp]:
    """Starts and ends of the runs of True, shape (n, 2)."""
    padded = np.concatenate([[False], occupied, [False]])
    return np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)


def _rows(ink: Mask, text_height: float) -> list[tuple[int, int]]:
    """Vertical spans of the lines: runs of rows with ink, scraps (dots, quotes) joined, stuck ones split."""
    spans: list[tuple[int, int]] = []
    flat, gap = _SCRAP_CAP_HEIGHTS * text_height, _SCRAP_GAP_CAP_HEIGHTS * text_height
    for top, bottom in _runs(np.any(ink, axis=1)).tolist():
        scrap = bool(spans) and min(bottom - top, spans[-1][1] - spans[-1][0]) < flat
        if scrap and top - spans[-1][1] < gap:
            spans[-1] = (spans[-1][0], bottom)
        else:
            spans.append((top, bottom))
    return [part for span in spans for part in _split(ink, span, text_height)]


def _without_scraps(spans: list[tuple[int, int]], height: int, text_height: float) -> list[tuple[int, int]]:
    """Lines flat as a dash are remains of drawn lines, unless one stands alone in the middle as the only text."""
    full = [span for span in spans if span[1] - span[0] >= _FLAT_CAP_HEIGHTS * text_height]
    central = [(top, bottom) for top, bottom in spans if abs(top + bottom - height) < text_height]
    return full or (spans if spans == central else [])


def _split(ink: Mask, span: tuple[int, int], text_height: float) -> list[tuple[int, int]]:
    """Lines that touch (descenders on ascenders) cut at the rows of least ink."""
    top, bottom = span
    count = max(1, round((bottom - top) / (_PITCH_CAP_HEIGHTS * text_height)))
    if count == 1:
        return [span]
    density = ink[top:bottom].sum(axis=1)
    reach = round(_CUT_CAP_HEIGHTS * text_height)
    ideal = [round((bottom - top) * k / count) for k in range(1, count)]
    cuts = [at - reach + int(np.argmin(density[max(0, at - reach) : at + reach])) for at in ideal]
    edges = [0, *cuts, bottom - top]
    return [(top + a, top + b) for a, b in itertools.pairwise(edges) if b > a]


def _columns(ink: Mask, widest: float) -> list[tuple[int, int]]:
    """Horizontal spans of one row of text, apart where a gap is too wide to be a space, the ``widest`` of which is
    given in pixels."""
    runs = _runs(np.any(ink, axis=0))
    if len(runs) == 0:
        return []
    apart = np.flatnonzero(runs[1:, 0] - runs[:-1, 1] > widest)
    firsts, lasts = np.concatenate([[0], apart + 1]), np.concatenate([apart, [len(runs) - 1]])
    return [(int(runs[a, 0]), int(runs[b, 1])) for a, b in zip(firsts, lasts, strict=True)]


def _placed(patch: Patch, box: tuple[int, int, int, int]) -> Box:
    left, top, right, bottom = box
    return (float(patch.left + left), float(patch.top + top), float(patch.left + right), float(patch.top + bottom))


def _crop(patch: Patch, box: tuple[int, int, int, int], peak: int, line_height: float, around: int) -> Grey:
    """The line's ink stretched to full contrast, centred in a strip of one height for the whole patch, ``around`` it
    blank pixels."""
    left, top, right, bottom = box
    strip = round(line_height) + around
    ink = np.zeros((strip, right - left + 2 * around), dtype=np.uint8)
    above = (strip - (bottom - top)) // 2
    x0, x1 = max(0, left - 1), min(patch.contrast.shape[1], right + 1)
    y0, y1 = max(0, top - 1), min(patch.contrast.shape[0], bottom + 1)
    ink[above - (top - y0) : above + (y1 - top), around - (left - x0) : around + x1 - left] = patch.contrast[
        y0:y1, x0:x1
    ]
    return np.asarray(255 - np.minimum(255, ink.astype(np.uint16) * 255 // peak), dtype=np.uint8)
