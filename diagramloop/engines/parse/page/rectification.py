"""Pages photographed or scanned askew made upright: level lines level again, upright ones upright.

Lines that are level on the page meet in one point of a photograph of it, upright ones in another (vanishing points;
Hartley and Zisserman 2004, Section 8.6). The homography that sends both to infinity, and leaves the middle of the
picture as it is, shows the page from the front. Most charts have sides, text and edges enough that are level or
upright; a drawing in which few lines agree is left alone.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Homography
from diagramloop.engines.parse.levels import every_second

_ALMOST_NOTHING = 1e-12  # length of what has none

Segments = NDArray[np.float64]  # shape (n, 4): x0, y0, x1, y1 from the middle of the picture in half its longer side
Grey = NDArray[np.uint8]
Vector = NDArray[np.float64]


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# The look of a program's drawing, and not a camera's: few colours, and lines level or upright to the pixel.
_LINE_PX = 61  # along a level or upright line in a picture of half the size
_LINE_CONTRAST_LEVELS = 20  # between neighbours on both sides of such a line
_LEAST_LINES_PX = 500  # of such lines, beyond the first _LINE_PX of each, of a drawing that surely is upright

# The view of a page from the front, by lines that are level or upright on it.
_THUMBNAIL_PX = 1600  # of the longer side at which lines are looked for
_MOST_SLOPED_SHARE = 0.03  # of a picture that one line's side covers; on photographed pages up to 0.015
_LEAST_LINE_SHARE = 0.02  # of the longer side that a segment runs
_MOST_TILT_DEG = 20.0  # of a level line in a picture; half way to a diamond's side
_LEAST_LINE_COUNT = 6
_TRIAL_COUNT = 300  # pairs of segments whose meeting point is tried
_REFINEMENT_COUNT = 3  # times that the best meeting point is fitted to all that agree
_PRINTED_RAD = 0.012  # between a segment and the direction to its vanishing point
_BY_HAND_RAD = 0.05  # the same of what is drawn by hand
_LEAST_AGREEING_SHARE = 0.55  # of the length of the segments near the level, or near the upright
_LEAST_BY_CHANCE_SHARE = 0.7  # the same where a hand's lines may agree by chance
_LEAST_HORIZON_HALF_SIDES = 0.5  # between the picture's middle and its horizon: nearer, it cuts the picture
_LEAST_MOVED_SHARE = 0.004  # of the longer side by which a corner is out of place


def rectifying(picture: RGB, by_hand: bool = False) -> Homography | None:
    """The homography, shape (3, 3), from the pixels of ``picture`` to those of its page seen from the front; None where
    that is how it is seen already, or lines that tell are missing. Only where somebody may have drawn it ``by_hand``
    lines need to agree no better than a hand's do."""
    height, width = picture.shape[:2]
    half = max(height, width) / 2
    level, upright = _segments(picture)
    vanishing = [_best_vanishing(lines, by_hand) for lines in (level, upright[:, [1, 0, 3, 2]])]
    if vanishing[0] is None and vanishing[1] is None:
        return None
    h, v = _both(vanishing[0], None if vanishing[1] is None else vanishing[1][[1, 0, 2]])
    horizon = np.cross(h, v)
    if abs(horizon[2]) < _LEAST_HORIZON_HALF_SIDES * np.hypot(*horizon[:2]):  # it would pass through the picture
        return None
    centre = np.array([0.0, 0.0, 1.0])
    rows = [_unit(np.cross(v, centre), 0), _unit(np.cross(h, centre), 1), horizon / horizon[2]]
    to_middle = np.array([[1 / half, 0, -width / 2 / half], [0, 1 / half, -height / 2 / half], [0, 0, 1]])
    homography = np.linalg.inv(to_middle) @ np.array(rows) @ to_middle
    corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], np.float64)
    moved = np.abs(cv2.perspectiveTransform(corners, homography) - corners).max()
    return np.asarray(homography) if moved >= _LEAST_MOVED_SHARE * 2 * half else None


def is_upright(picture: RGB) -> bool:
    """True if a line is level or upright to the pixel, like those that a program draws, found at little cost."""
    grey = cv2.cvtColor(every_second(picture), cv2.COLOR_RGB2GRAY)
    level = _runs(grey[1:], grey[:-1], (1, _LINE_PX))
    return level + _runs(grey[:, 1:], grey[:, :-1], (_LINE_PX, 1)) >= _LEAST_LINES_PX


def _runs(pixels: Grey, beside: Grey, window: tuple[int, int]) -> int:
    """Places at which the neighbours differ all over a window."""
    edges = cv2.compare(cv2.absdiff(pixels, beside), _LINE_CONTRAST_LEVELS, cv2.CMP_GT)
    return cv2.countNonZero(cv2.erode(edges, np.ones(window, np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0))


def _segments(picture: RGB) -> tuple[Segments, Segments]:
    """The straight segments that are nearly level, and those that are nearly upright."""
    height, width = picture.shape[:2]
    shrink = min(1.0, _THUMBNAIL_PX / max(height, width))
    thick = max(1, round(1 / shrink))  # thin lines stay as dark as they are
    grey = cv2.erode(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.ones((thick, thick), np.uint8))
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    lines = _detected(small)
    middle = np.array([small.shape[1], small.shape[0]]) / 2
    lines = (lines - np.tile(middle, 2)) / (max(small.shape) / 2)
    along, down = np.abs(lines[:, 2:] - lines[:, :2]).T
    long = np.hypot(along, down) > 2 * _LEAST_LINE_SHARE
    most_tilt = np.tan(np.radians(_MOST_TILT_DEG))
    return lines[long & (down < most_tilt * along)], lines[long & (along < most_tilt * down)]


def _detected(grey: Grey) -> Segments:
    """Segments x0, y0, x1, y1 in pixels; as they grew where some slope grew over much of the picture, since refining it
    takes minutes: each of its pixels grows it once more."""
    found, widths = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(grey)[:2]
    if found is not None:
        sides = found.reshape(-1, 4)[:, 2:] - found.reshape(-1, 4)[:, :2]
        if (np.hypot(*sides.T) * widths.ravel()).max() <= _MOST_SLOPED_SHARE * grey.size:
            found = cv2.createLineSegmentDetector().detect(grey)[0]
    return np.zeros((0, 4)) if found is None else found.reshape(-1, 4).astype(np.float64)


def _best_vanishing(segments: Segments, by_hand: bool) -> Vector | None:
    surely = _LEAST_BY_CHANCE_SHARE if by_hand else _LEAST_AGREEING_SHARE
    exact = _vanishing(segments, _PRINTED_RAD, surely)
    return _vanishing(segments, _BY_HAND_RAD, _LEAST_AGREEING_SHARE) if exact is None and by_hand else exact


def _vanishing(segments: Segments, agree: float, share: float) -> Vector | None:
    """Vanishing point of a ``share`` of nearly level segments, a homogeneous unit vector; None where too few meet."""
    if len(segments) < _LEAST_LINE_COUNT:
        return None
    lines, length = _lines(segments), np.hypot(*(segments[:, 2:] - segments[:, :2]).T)
    rng = np.random.default_rng(0)
    pairs = rng.choice(len(lines), (_TRIAL_COUNT, 2), p=length / length.sum())
    tried = [np.array([1.0, 0, 0]), *np.cross(lines[pairs[:, 0]], lines[pairs[:, 1]])]
    support = [length[_agree(segments, point, agree)].sum() for point in tried]
    best = tried[int(np.argmax(support))]
    for _ in range(_REFINEMENT_COUNT):
        inliers = _agree(segments, best, agree)
        if inliers.sum() < 2:
            return None
        weighted = lines[inliers] * length[inliers, None]
        best = np.linalg.svd(weighted, full_matrices=len(weighted) < 3)[2][-1]  # no square of all segments
    inliers = _agree(segments, best, agree)
    agreed = inliers.sum() >= _LEAST_LINE_COUNT and length[inliers].sum() >= share * length.sum()
    return best * (1 if best[0] >= 0 else -1) if agreed else None


def _lines(segments: Segments) -> Vector:
    """Homogeneous unit-normal lines through the segments, shape (n, 3)."""
    ones = np.ones((len(segments), 1))
    lines = np.cross(np.hstack([segments[:, :2], ones]), np.hstack([segments[:, 2:], ones]))
    return np.asarray(lines / np.maximum(np.hypot(*lines[:, :2].T), _ALMOST_NOTHING)[:, None])


def _agree(segments: Segments, point: Vector, within: float) -> NDArray[np.bool_]:
    """Which segments point at a vanishing point, ``within`` rad."""
    middle, along = (segments[:, :2] + segments[:, 2:]) / 2, segments[:, 2:] - segments[:, :2]
    towards = point[:2] - point[2] * middle
    across = np.abs(along[:, 0] * towards[:, 1] - along[:, 1] * towards[:, 0])
    agree: NDArray[np.bool_] = across <= np.sin(within) * np.hypot(*along.T) * np.hypot(*towards.T)
    return agree


def _both(h: Vector | None, v: Vector | None) -> tuple[Vector, Vector]:
    """Both vanishing points; one that is missing lies at infinity, square to the other."""
    if h is None:
        assert v is not None
        return np.array([v[1], -v[0], 0.0]) / np.hypot(*v[:2]), v
    return h, np.array([-h[1], h[0], 0.0]) / np.hypot(*h[:2]) if v is None else v


def _unit(row: Vector, axis: int) -> Vector:
    """A row of the homography with a gradient of one pixel per pixel in the middle, towards larger coordinates."""
    return np.asarray(row / np.hypot(*row[:2]) * (1 if row[axis] >= 0 else -1))
