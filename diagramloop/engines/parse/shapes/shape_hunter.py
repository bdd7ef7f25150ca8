"""Shape Hunter (SciFlow-Bench, Section 3.2): nodes and frames of groups from flat regions and straight lines.

A node is a region of flat colour inside a closed outline. The same holds for the faces that edges
enclose; they are told apart by their irregular outline and by sharing it with nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import COMPARTMENT, RGB, Environment, Shape
from diagramloop.engines.parse.block_arrow import block_arrow
from diagramloop.engines.parse.shapes.annexes import candidates
from diagramloop.engines.parse.shapes.block_arrows import block_arrows
from diagramloop.engines.parse.shapes.by_hand import as_drawn, is_written, usual_deviation
from diagramloop.engines.parse.shapes.candidates import Boxes, Candidate, boxes_of, overlap, same_colour
from diagramloop.engines.parse.shapes.compartments import stacks
from diagramloop.engines.parse.shapes.frames import is_band, is_between_lines, rectangles
from diagramloop.engines.parse.shapes.groups import Colour, fill_of, frame_shape, held_frames, holds, is_one_of, rgb
from diagramloop.engines.parse.shapes.outlines import solidity
from diagramloop.engines.parse.shapes.plates import is_plate
from diagramloop.engines.parse.shapes.surroundings import WRITING_MOST_COVERAGE_SHARE, Surroundings
from diagramloop.engines.parse.shapes.symbols import READING_SAME_PLACE_SHARE, SYMBOL_LONGEST_TEXT_HEIGHTS, symbols
from diagramloop.graph import Box

_LEAST_CONFIDENCE = 0.05  # of what is a shape all the same


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Upright rectangles made of straight lines; the slack is what their ends and corners may lie apart.
_LEAST_SIDE_TEXT_HEIGHTS = 3.0  # shorter sides frame no group
_LEAST_SIDE_DASHES = 4.0  # widest gaps in a dashed side

# Drawings by hand.
_BRIDGE_STROKES = 3.0  # of the gaps in outlines drawn by hand
_MOST_CROOKEDNESS_RATIO = 2.5  # of the usual deviation that a shape drawn by hand has

# Which of several readings of a place is kept.
_SAME_OUTLINE_OVERLAP_SHARE = 0.3  # of two readings of one outline
_INSIDE_AREA_SHARE = 0.85  # of what lies inside of something
_ICON_TEXT_HEIGHTS = 3.0  # what is smaller and lies inside of a node is no node
_ENCLOSED_TEXT_HEIGHTS = 1.0  # of its outline that a face shares with nodes, if edges enclose it

# Shapes on which something is written, by their coverage.
_BLANK_COVERAGE_SHARE = 0.995  # of a shape on which nothing is written, at least
_LEAST_SOLIDITY_SHARE = 0.97  # of a convex shape of no name


@dataclass(frozen=True)
class EmbeddedShapeHunter:
    """Finds shapes with connected components and straight lines; no model."""

    def hunt(self, picture: RGB, environment: Environment) -> tuple[Shape, ...]:
        """Frames, then nodes, each in reading order of their top left corners."""
        around = Surroundings(picture, environment)
        unit = around.unit
        plain = _likely(around)
        rectangles = _rectangles(around)
        likely, wholes = _without_bands(plain, rectangles, unit)
        frames = _frames_around(likely, wholes, unit)
        single, holders = _without_holders(_regions_and_symbols(around, likely, frames), frames, unit)
        stacked = stacks(wholes, rectangles, boxes_of(likely), boxes_of(single), unit)
        stack_boxes = np.array([whole for whole, _ in stacked], np.float64).reshape(-1, 4)
        nodes = _outside(single, stack_boxes)
        filled = _filled(frames, nodes, unit)
        groups = [frame_shape(frame, picture, environment) for frame in filled]
        groups += [_shape(holder, "group", unit) for holder in holders]
        compartments = _compartments(stacked, picture, environment)
        shapes = [*groups, *(_shape(node, "node", unit) for node in nodes), *compartments]
        return tuple(sorted(_with_arrows(shapes, around), key=_reading_order))


def _filled(frames: list[Box], nodes: list[Candidate], unit: float) -> list[Box]:
    """The frames that hold a node."""
    boxes = boxes_of(nodes)
    return [frame for frame in frames if holds(frame, boxes, unit).any()]


def _compartments(stacked: list[tuple[Box, list[Box]]], picture: RGB, environment: Environment) -> list[Shape]:
    """The parts of nodes that stand on one another, of each whole with its parts."""
    frames = [frame_shape(part, picture, environment) for _, parts in stacked for part in parts]
    return [replace(frame, role="node", name=COMPARTMENT) for frame in frames]


def _without_bands(likely: list[Candidate], rectangles: list[Box], unit: float) -> tuple[list[Candidate], list[Box]]:
    """Candidates and rectangles that are no bands with titles of lanes."""
    places = np.array(rectangles, np.float64).reshape(-1, 4)
    bands = {box for box in rectangles if is_band(box, places, unit)}
    wholes = [box for box in rectangles if box not in bands]
    return [candidate for candidate in likely if _place(candidate.box, places) not in bands], wholes


def _frames_around(likely: list[Candidate], wholes: list[Box], unit: float) -> list[Box]:
    """The rectangles that hold candidates, icons only where there is nothing else."""
    held = [candidate.box for candidate in likely if not _is_icon(candidate, unit)]
    if not held:
        held = [candidate.box for candidate in likely]
    return held_frames(wholes, held, unit)


def _regions_and_symbols(around: Surroundings, likely: list[Candidate], frames: list[Box]) -> list[Candidate]:
    """The candidates that are drawn on the page or within frames, and symbols."""
    background = np.array(around.environment.background, dtype=np.float64)
    pages = [background, *(fill_of(around.picture, frame, around.environment.stroke) for frame in frames)]
    return _without_markers(_with_symbols(around, _nodes(around, likely, pages)), around.unit)


def _without_holders(
    candidates: list[Candidate], frames: list[Box], unit: float
) -> tuple[list[Candidate], list[Candidate]]:
    """Candidates that hold no other one, and those that do; neither of those that are frames."""
    boxes = boxes_of(candidates)
    single, holders = list[Candidate](), list[Candidate]()
    for candidate in candidates:
        if not is_one_of(candidate.box, frames):
            (holders if holds(candidate.box, boxes, unit).any() else single).append(candidate)
    return single, holders


def _likely(around: Surroundings) -> list[Candidate]:
    """Candidates that are no plates of labels."""
    unit, background = around.unit, around.environment.background
    return [c for c in candidates(around) if not is_plate(c, unit, background)]


def _nodes(around: Surroundings, likely: list[Candidate], pages: list[Colour]) -> list[Candidate]:
    """Candidates that are nodes, and in a drawing by hand those whose outlines are not closed."""
    hand = usual_deviation(likely, around.irregular)
    if not hand:
        return _accepted(around, likely, pages, 0.0)
    irregular = _MOST_CROOKEDNESS_RATIO * hand
    drawn = [as_drawn(c, max(hand, around.environment.stroke)) for c in likely]
    accepted = _accepted(around, drawn, pages, irregular)
    return _with_open(accepted, _open(around, hand, pages))


def _with_arrows(shapes: list[Shape], around: Surroundings) -> list[Shape]:
    """Block arrows between two other shapes instead of the nodes that they and what is drawn on them were taken for."""
    unit = around.unit
    areas = [shapely.make_valid(shapely.Polygon(shape.polygon)) for shape in shapes]
    for arrow in block_arrows(around):
        own, axis = shapely.Polygon(arrow.polygon), block_arrow(np.array(arrow.polygon), unit)
        kept = [i for i, it in enumerate(areas) if shapes[i].role != "node" or not _is_mostly_in(it, own)]
        anchors = [areas[i].exterior if shapes[i].role == "group" else areas[i] for i in kept]
        if axis is not None and axis.joined(np.array(anchors, dtype=object), unit):
            shapes, areas = [*(shapes[i] for i in kept), arrow], [*(areas[i] for i in kept), own]
    return shapes


def _is_mostly_in(shape: shapely.Geometry, outline: shapely.Polygon) -> bool:
    return bool(shapely.area(shapely.intersection(shape, outline)) > READING_SAME_PLACE_SHARE * shapely.area(shape))


def _open(around: Surroundings, hand: float, pages: list[Colour]) -> list[Candidate]:
    """Nodes whose outlines a hand did not close, and that are as crooked as the others."""
    stroke = around.environment.stroke
    bridged = around.bridged(round(_BRIDGE_STROKES * stroke))
    written = [c for c in _likely(bridged) if is_written(c) and c.border.width]
    drawn = [as_drawn(c, max(hand, stroke)) for c in written]
    return _accepted(bridged, drawn, pages, _MOST_CROOKEDNESS_RATIO * hand)


def _with_open(nodes: list[Candidate], found: list[Candidate]) -> list[Candidate]:
    """Nodes, and those found that are none of them and hold none."""
    boxes = boxes_of(nodes)
    known = [(overlap(c.box, boxes) > _SAME_OUTLINE_OVERLAP_SHARE) | _within(boxes, np.array(c.box)) for c in found]
    return nodes + [c for c, of in zip(found, known, strict=True) if not of.any()]


def _accepted(around: Surroundings, likely: list[Candidate], pages: list[Colour], irregular: float) -> list[Candidate]:
    """Coloured candidates, and page-coloured ones that no node's outline helps to enclose."""
    unit = around.unit
    irregular = max(irregular, around.irregular)
    paged = [any(same_colour(c.fill, page) for page in pages) for c in likely]
    accepted = [c for c, page in zip(likely, paged, strict=True) if not page]
    faces = [c for c, page in zip(likely, paged, strict=True) if page and _is_regular(c, irregular)]
    faces = [c for c in faces if c.coverage < _BLANK_COVERAGE_SHARE or not is_between_lines(c.box, around.drawn, unit)]
    boxes, enclosed = boxes_of(likely), _ENCLOSED_TEXT_HEIGHTS * unit
    known = {n for c in accepted if not holds(c.box, boxes, unit).any() for n in c.numbers}
    for face in sorted(faces, key=lambda c: (c.restored, c.coverage > _BLANK_COVERAGE_SHARE, c.fit.deviation)):
        if around.shared(face, known) < enclosed:
            accepted.append(face)
            known.update(() if holds(face.box, boxes, unit).any() else face.numbers)
    return accepted


def _with_symbols(around: Surroundings, nodes: list[Candidate]) -> list[Candidate]:
    """Symbols that are no nodes yet are added, and the fragments that their markers cut them into go."""
    boxes = boxes_of(nodes)
    drawn = [c for c in symbols(around) if not is_between_lines(c.box, around.drawn, around.unit)]
    new = [s for s in drawn if not (overlap(s.box, boxes) > READING_SAME_PLACE_SHARE).any()]
    return _outside(nodes, boxes_of(new)) + new


def _without_markers(nodes: list[Candidate], unit: float) -> list[Candidate]:
    """Nodes less what is drawn inside of symbols, and less icons inside of nodes that hold nothing else."""
    largest = SYMBOL_LONGEST_TEXT_HEIGHTS * unit
    large = [c for c in nodes if not _is_icon(c, unit)]
    holders = [c for c in large if max(c.box[2] - c.box[0], c.height) <= largest]
    boxes = boxes_of(large)
    holders += [c for c in large if c not in holders and not _within(boxes, np.array(c.box)).any()]
    return _outside(nodes, boxes_of(holders))


def _outside(nodes: list[Candidate], boxes: Boxes) -> list[Candidate]:
    """Nodes that lie in none of the boxes."""
    return [c for c in nodes if not _within(np.array(c.box), boxes).any()]


def _is_icon(c: Candidate, unit: float) -> bool:
    return max(c.box[2] - c.box[0], c.height) < _ICON_TEXT_HEIGHTS * unit


def _within(inner: Boxes, outer: Boxes) -> NDArray[np.bool_]:
    """True where ``inner`` lies in ``outer``, but for what a border may stick out; of one box and
    each of many, shape (n,). A box does not lie inside of itself."""
    common = np.minimum(inner[..., 2:], outer[..., 2:]) - np.maximum(inner[..., :2], outer[..., :2])
    area = (inner[..., 2] - inner[..., 0]) * (inner[..., 3] - inner[..., 1])
    inside = np.prod(np.maximum(common, 0.0), axis=-1) > _INSIDE_AREA_SHARE * area
    return np.asarray(inside & (inner != outer).any(axis=-1))


def _is_regular(c: Candidate, irregular: float) -> bool:
    """Has a border all along, and is a known shape or a convex one with something written on it."""
    if c.border.width <= 0:
        return False
    if c.fit.deviation < irregular and not c.restored:
        return True
    written = c.coverage < WRITING_MOST_COVERAGE_SHARE
    return written and (c.restored or solidity(c.outline) > _LEAST_SOLIDITY_SHARE)


def _rectangles(around: Surroundings) -> list[Box]:
    side = _LEAST_SIDE_TEXT_HEIGHTS * around.unit
    dash = side / _LEAST_SIDE_DASHES
    return rectangles(around.contrast, around.environment.flatness, side, dash)


def _place(box: Box, drawn: Boxes) -> Box | None:
    """The drawn rectangle that a box is nearest to."""
    shared = overlap(box, drawn)
    if not (shared > READING_SAME_PLACE_SHARE).any():
        return None
    x0, y0, x1, y1 = drawn[shared.argmax()].tolist()
    return (x0, y0, x1, y1)


def _shape(c: Candidate, role: Literal["node", "group"], unit: float) -> Shape:
    return Shape(
        polygon=tuple((round(float(x), 2), round(float(y), 2)) for x, y in c.polygon()),
        name=c.fit.name,
        role=role,
        border=round(c.border.width, 2),
        fill=rgb(c.fill),
        confidence=float(np.clip(1.0 - c.fit.deviation / unit, _LEAST_CONFIDENCE, 1.0).round(3)),
    )


def _reading_order(shape: Shape) -> tuple[str, float, float]:
    x, y = zip(*shape.polygon, strict=True)
    return (shape.role, min(y), min(x))
