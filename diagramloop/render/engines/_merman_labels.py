"""Labels of edges where Mermaid 11 sets them: on their lines.

Mermaid 12 leaves a label where the layout kept room for it. The drawn line rounds its corners, so the label may stand
beside it, at worst nearer to another line.
"""

from __future__ import annotations

import base64
import json
import math
import re

import shapely
from shapely.ops import substring

from diagramloop.graph import Box

MARGIN = 8.0  # px from a drawing to the border of its page
HEADS = 12.0  # px by which heads shorten a line at most; a frame that cuts it takes more

_LINE = re.compile(r'<path d="(?P<drawn>[^"]*)"[^<>]*\bdata-id="(?P<name>[^"]*)" data-points="(?P<points>[^"]*)"')
_LABEL = re.compile(
    r'(?<=<g class="edgeLabel" transform="translate\()[^()]*'
    r'(?=\)"><g class="label" data-id="(?P<name>[^"]*)"[^<>]*>'
    r'<foreignObject width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)")'
)
_VIEW_BOX = re.compile(r'(?<=viewBox=")[^"]+')
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_DECIMAL = re.compile(r"(?<!\d)\d++\.\d++")


def on_lines(svg: str) -> str:
    """``svg``, drawn by merman, with each label that is not on its line in the middle of it, and room on the page."""
    lines = {line["name"]: line for line in _LINE.finditer(svg)}
    moved: list[Box] = []

    def placed(label: re.Match[str]) -> str:
        middle = _middle(lines[label["name"]])
        if middle is None:
            return label[0]
        width, height = float(label["width"]) / 2 + MARGIN, float(label["height"]) / 2 + MARGIN
        moved.append((middle.x - width, middle.y - height, middle.x + width, middle.y + height))
        return f"{middle.x:.3f},{middle.y:.3f}"

    return _with_room(_LABEL.sub(placed, svg), moved)


def _middle(line: re.Match[str]) -> shapely.Point | None:
    """Place half-way along the points of a line, or None where the layout's own place is on it.

    A line that ends at a frame has points inside of it, which do not count.
    """
    points = [(point["x"], point["y"]) for point in json.loads(base64.b64decode(line["points"]))]
    numbers = [float(number) for number in _NUMBER.findall(line["drawn"])]
    whole = shapely.LineString(points)
    ends = [whole.project(shapely.Point(end)) for end in (numbers[:2], numbers[-2:])]
    cut = whole.length - (ends[1] - ends[0]) > HEADS
    if not cut and _passes(line["drawn"], points[len(points) // 2]):
        return None
    return (substring(whole, *ends) if cut else whole).interpolate(0.5, normalized=True)


def _passes(drawn: str, point: tuple[float, float]) -> bool:
    """Mermaid's own test: one of the two numbers of the point, rounded, is among those of the line."""
    numbers = _DECIMAL.sub(lambda number: str(_rounded(float(number[0]))), drawn)
    return any(str(_rounded(value)) in numbers for value in point)


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)


def _with_room(svg: str, boxes: list[Box]) -> str:
    """``svg`` on a page that holds ``boxes``: its own, if it does."""
    view_box = _VIEW_BOX.search(svg)
    assert view_box is not None
    left, top, width, height = (float(value) for value in view_box[0].split())
    page = shapely.box(left, top, left + width, top + height)
    whole = shapely.union_all([page, *(shapely.box(*box) for box in boxes)])
    x0, y0, x1, y1 = whole.bounds
    grown = f"{x0:.3f} {y0:.3f} {x1 - x0:.3f} {y1 - y0:.3f}"
    return svg if whole.bounds == page.bounds else _VIEW_BOX.sub(grown, svg, count=1)
