"""Shape Hunter (SciFlow-Bench, Section 3.2): nodes and frames of groups from flat regions and straight lines.

A node is a region of flat colour inside a closed outline. The same holds for the faces that edges
enclose; they are told apart by their irregular outline and by sharing it with nodes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.graph import Box
from diagramloop.parse.blackboard import RGB, Environment, Shape
from diagramloop.parse.block_arrow import REACH, block_arrow
from diagramloop.parse.shapes.annexes import candidates
from diagramloop.parse.shapes.block_arrows import block_arrows
from diagramloop.parse.shapes.candidates import Boxes, Candidate, boxes_of, overlap, same_colour
from diagramloop.parse.shapes.frames import is_band, is_between_lines, rectangles
from diagramloop.parse.shapes.outlines import solidity
from diagramloop.parse.shapes.plates import is_plate
from diagramloop.parse.shapes.shape_names import name_outline
from diagramloop.parse.shapes.surroundings import Surroundings
from diagramloop.parse.shapes.symbols import LARGEST, symbols

Colour = NDArray[np.float64]  # RGB, shape (3,)

_FRAME_CONFIDENCE = 0.9
_CLOSE = 0.3  # intersection over union of two readings of one outline
_SAME_PLACE = 0.5  # intersection over union
_INSIDE = 0.85  # of the area of what lies inside of something
_BLANK = 0.995  # least coverage of a shape on which nothing is written
WRITTEN = (0.6, 0.99)  # coverage of a shape on which something is written
FEW, EXACT = 4, 0.1  # outlines that tell nothing of a hand, and the share that is exact by chance
HAND = 0.75  # pixels that all other outlines by hand leave their shapes at least
BRIDGE = 3.0  # strokes' widths of the gaps in outlines drawn by hand
CROOKED = 2.5  # times the usual deviation that a shape drawn by hand has at most
_ICON = 3.0  # text heights: what is smaller and lies inside of a node is no node
_LEAST_SIDE = 3.0  # text heights; shorter sides frame no group


class EmbeddedShapeHunter:
    """Finds shapes with connected components and straight lines; no model."""

    def hunt(self, picture: RGB, environment: Environment) -> tuple[Shape, ...]:
        """Frames, then nodes, each in reading order of their top left corners."""
        around = Surroundings(picture, environment)
        likely = [c for c in candidates(around) if not is_plate(c, around.unit, environment.background)]
        drawn = _rectangles(around)
        places = np.array(drawn, np.float64).reshape(-1, 4)
        bands = {box for box in drawn if is_band(box, places, around.unit)}
        likely = [c for c in likely if _place(c.box, places) not in bands]
        held = [c.box for c in likely if not _is_icon(c, around.unit)] or [c.box for c in likely]
        frames = _frames(around, held, [box for box in drawn if box not in bands])
        fills = [_fill(picture, frame, environment.stroke) for frame in frames]
        pages = [np.array(environment.background, dtype=np.float64), *fills]
        if hand := _hand(likely, around.irregular):
            likely = [_as_drawn(c, max(hand, environment.stroke)) for c in likely]
        accepted = _accepted(around, likely, pages, CROOKED * hand)
        if hand:
            accepted = _with_open(accepted, _open(around, hand, pages))
        small = [c for c in symbols(around) if not is_between_lines(c.box, around.drawn, around.unit)]
        nodes = _without_markers(_with_symbols(accepted, small), around.unit)
        boxes = boxes_of(nodes)
        holders = [c for c in nodes if _holds(c.box, boxes, around.unit).any()]
        nodes = [c for c in nodes if c not in holders and not _is_one_of(c.box, frames)]
        boxes = boxes_of(nodes)
        groups = [
            _frame_shape(frame, picture, environment) for frame in frames if _holds(frame, boxes, around.unit).any()
        ]
        groups += [_shape(c, "group", around.unit) for c in holders if not _is_one_of(c.box, frames)]
        shapes = [*groups, *(_shape(c, "node", around.unit) for c in nodes)]
        return tuple(sorted(_with_arrows(shapes, list(block_arrows(around)), around.unit), key=_reading_order))


def _with_arrows(shapes: list[Shape], arrows: list[Shape], unit: float) -> list[Shape]:
    """Block arrows between two other shapes instead of the nodes that they and what is drawn on them were taken for."""
    areas = [shapely.make_valid(shapely.Polygon(shape.polygon)) for shape in shapes]
    for arrow in arrows:
        own, axis = shapely.Polygon(arrow.polygon), block_arrow(np.array(arrow.polygon), unit)
        kept = [i for i, it in enumerate(areas) if shapes[i].role != "node" or not _mostly_in(it, own)]
        anchors = [areas[i].exterior if shapes[i].role == "group" else areas[i] for i in kept]
        if axis is not None and axis.joined(np.array(anchors, dtype=object), REACH * unit):
            shapes, areas = [*(shapes[i] for i in kept), arrow], [*(areas[i] for i in kept), own]
    return shapes


def _mostly_in(shape: shapely.Geometry, outline: shapely.Polygon) -> bool:
    return bool(shapely.area(shapely.intersection(shape, outline)) > _SAME_PLACE * shapely.area(shape))


def _hand(likely: list[Candidate], irregular: float) -> float:
    """Pixels by which outlines with something written in them usually leave their shapes where hardly one is exact,
    else 0; ``irregular`` where there is no outline at all, since a hand may have closed none."""
    written = [_own_deviation(c) for c in likely if c.border.width > 0 and _is_written(c)]
    if len(written) < FEW:
        return 0.0 if likely else irregular
    return float(np.median(written)) if np.quantile(written, EXACT) > HAND else 0.0


def _own_deviation(c: Candidate) -> float:
    """Of the whole outline, also where it was restored."""
    return name_outline(c.outline, c.border.width).deviation if c.restored else c.fit.deviation


def _is_written(c: Candidate) -> bool:
    return WRITTEN[0] < c.coverage < WRITTEN[1]


def _open(around: Surroundings, hand: float, pages: list[Colour]) -> list[Candidate]:
    """Nodes whose outlines a hand did not close, and that are as crooked as the others."""
    bridged = Surroundings(around.picture, around.environment, bridge=round(BRIDGE * around.environment.stroke))
    likely = [c for c in candidates(bridged) if not is_plate(c, around.unit, around.environment.background)]
    likely = [_as_drawn(c, max(hand, around.environment.stroke)) for c in likely if _is_written(c) and c.border.width]
    return _accepted(bridged, likely, pages, CROOKED * hand)


def _with_open(nodes: list[Candidate], found: list[Candidate]) -> list[Candidate]:
    """Nodes, and those found that are none of them and hold none."""
    boxes = boxes_of(nodes)
    known = [(overlap(c.box, boxes) > _CLOSE) | _within(boxes, np.array(c.box)) for c in found]
    return nodes + [c for c, of in zip(found, known, strict=True) if not of.any()]


def _as_drawn(c: Candidate, blur: float) -> Candidate:
    """The candidate named as far as the hand allows, and not restored: a hand bites no parts from rectangles."""
    return replace(c, fit=name_outline(c.outline, blur), restored=False)


def _accepted(around: Surroundings, likely: list[Candidate], pages: list[Colour], irregular: float) -> list[Candidate]:
    """Coloured candidates, and page-coloured ones that no node's outline helps to enclose."""
    irregular = max(irregular, around.irregular)
    paged = [any(same_colour(c.fill, page) for page in pages) for c in likely]
    accepted = [c for c, page in zip(likely, paged, strict=True) if not page]
    faces = [c for c, page in zip(likely, paged, strict=True) if page and _is_regular(c, irregular)]
    faces = [c for c in faces if c.coverage < _BLANK or not is_between_lines(c.box, around.drawn, around.unit)]
    boxes = boxes_of(likely)
    known = {number for c in accepted if not _holds(c.box, boxes, around.unit).any() for number in c.numbers}
    for face in sorted(faces, key=lambda c: (c.restored, c.coverage > _BLANK, c.fit.deviation)):
        if around.shared(face, known) < around.unit:
            accepted.append(face)
            known.update(() if _holds(face.box, boxes, around.unit).any() else face.numbers)
    return accepted


def _with_symbols(nodes: list[Candidate], drawn: list[Candidate]) -> list[Candidate]:
    """Symbols that are no nodes yet are added, and the fragments that their markers cut them into go."""
    new = [s for s in drawn if not (overlap(s.box, boxes_of(nodes)) > _SAME_PLACE).any()]
    return [c for c in nodes if not _within(np.array(c.box), boxes_of(new)).any()] + new


def _without_markers(nodes: list[Candidate], unit: float) -> list[Candidate]:
    """Nodes less what is drawn inside of symbols, and less icons inside of nodes that hold nothing else."""
    large = [c for c in nodes if not _is_icon(c, unit)]
    holders = [c for c in large if max(c.box[2] - c.box[0], c.height) <= LARGEST * unit]
    boxes = boxes_of(large)
    holders += [c for c in large if c not in holders and not _within(boxes, np.array(c.box)).any()]
    boxes = boxes_of(holders)
    return [c for c in nodes if not _within(np.array(c.box), boxes).any()]


def _is_icon(c: Candidate, unit: float) -> bool:
    return max(c.box[2] - c.box[0], c.height) < _ICON * unit


def _within(inner: Boxes, outer: Boxes) -> NDArray[np.bool_]:
    """Whether all of ``inner`` but a border's width lies inside of ``outer``, of one box and each of many, shape (n,);
    a box does not lie inside of itself."""
    common = np.minimum(inner[..., 2:], outer[..., 2:]) - np.maximum(inner[..., :2], outer[..., :2])
    area = (inner[..., 2] - inner[..., 0]) * (inner[..., 3] - inner[..., 1])
    inside = np.prod(np.maximum(common, 0.0), axis=-1) > _INSIDE * area
    return np.asarray(inside & (inner != outer).any(axis=-1))


def _is_regular(c: Candidate, irregular: float) -> bool:
    """Has a border all along, and is a known shape or a convex one with something written on it."""
    known = c.fit.deviation < irregular and not c.restored
    return c.border.width > 0 and (known or (c.coverage < 0.99 and (c.restored or solidity(c.outline) > 0.97)))


def _rectangles(around: Surroundings) -> list[Box]:
    side = _LEAST_SIDE * around.unit
    return rectangles(around.contrast, around.environment.flatness, side, dash=side / 4)


def _place(box: Box, drawn: Boxes) -> Box | None:
    """The drawn rectangle that a box is nearest to."""
    shared = overlap(box, drawn)
    if not (shared > _SAME_PLACE).any():
        return None
    x0, y0, x1, y1 = drawn[shared.argmax()].tolist()
    return (x0, y0, x1, y1)


def _frames(around: Surroundings, boxes: list[Box], drawn: list[Box]) -> list[Box]:
    frames: list[Box] = []
    held = np.array(boxes).reshape(-1, 4)
    for frame in drawn:
        twice = (np.abs(np.array(frame) - np.array(frames).reshape(-1, 4)).max(axis=1) < around.unit).any()
        if not twice and _holds(frame, held, around.unit).any():
            frames.append(frame)
    return frames


def _holds(outer: Box, inner: Boxes, unit: float) -> NDArray[np.bool_]:
    """Which of ``inner`` lie within ``outer`` with room for a title on one side and for a margin on another."""
    gaps = np.sort((inner - np.array(outer)) * (1, 1, -1, -1), axis=1)
    return np.asarray((gaps[:, 0] > 0) & (gaps[:, 2] > 0.5 * unit) & (gaps[:, 3] > unit))


def _is_one_of(box: Box, frames: list[Box]) -> bool:
    near = 0.05 * min(box[2] - box[0], box[3] - box[1])
    return bool((np.abs(np.array(box) - np.array(frames).reshape(-1, 4)).max(axis=1) < near).any())


def _fill(picture: RGB, frame: Box, stroke: float) -> Colour:
    """The usual colour a little inside of the frame's line."""
    inset = round(2 * stroke) + 2
    x0, y0, x1, y1 = (round(v) for v in frame)
    inside = picture[y0 + inset : y1 - inset, x0 + inset : x1 - inset]
    ring = np.concatenate([inside[:1].reshape(-1, 3), inside[:, 0], inside[:, -1], inside[-1:].reshape(-1, 3)])
    return np.asarray(np.median(ring, axis=0), dtype=np.float64)


def _frame_shape(frame: Box, picture: RGB, environment: Environment) -> Shape:
    x0, y0, x1, y1 = frame
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    fill = _rgb(_fill(picture, frame, environment.stroke))
    return Shape(corners, "rect", "group", environment.stroke, fill, _FRAME_CONFIDENCE)


def _shape(c: Candidate, role: Literal["node", "group"], unit: float) -> Shape:
    return Shape(
        polygon=tuple((round(float(x), 2), round(float(y), 2)) for x, y in c.polygon),
        name=c.fit.name,
        role=role,
        border=round(c.border.width, 2),
        fill=_rgb(c.fill),
        confidence=float(np.clip(1.0 - c.fit.deviation / unit, 0.05, 1.0).round(3)),
    )


def _rgb(colour: Colour) -> tuple[int, int, int]:
    red, green, blue = colour.round().astype(int).tolist()
    return red, green, blue


def _reading_order(shape: Shape) -> tuple[str, float, float]:
    x, y = zip(*shape.polygon, strict=True)
    return (shape.role, min(y), min(x))
