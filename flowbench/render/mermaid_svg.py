"""Exact geometry from an SVG that Mermaid made: node outlines, label boxes, edge paths, group frames.

It reads the SVG as a document, not as a picture, so it is independent of the engine that will rasterise
it (QuickJS, Chromium) and works on the published FlowExplainBench drawings as well.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

import numpy as np
import shapely
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from numpy.typing import NDArray
from svgelements import Circle, Close, Ellipse, Matrix, Move, Path, PathSegment, Polygon, Polyline, Rect
from svgelements import Line as StraightLine

from flowbench.errors import FormatError, RejectionReason
from flowbench.graph import Box, Edge, FlowGraph, Group, Head, Line, Node, Point

MAX_BYTES = 20_000_000
CURVE_STEPS = 16  # samples per curved segment: < 0.1 px off for the curves Mermaid draws

Points = NDArray[np.float64]  # shape (n, 2)

_NODE_ID = re.compile(r"(?:^|-)flowchart-(?P<id>.+)-\d+$", re.DOTALL)
_LOOP_ID = re.compile(r"^(?P<id>.+)-cyclic-special-(?:1|mid|2)$", re.DOTALL)
_EDGE_ID = re.compile(r"(?:^|-)L_(?P<ends>.+)_\d+$", re.DOTALL)
_OUTLINES = {"rect": Rect, "circle": Circle, "ellipse": Ellipse, "polygon": Polygon, "polyline": Polyline, "path": Path}
_HEADS: dict[str, Head] = {"point": "arrow", "circle": "circle", "cross": "cross"}
_LINES: dict[str, Line] = {
    "edge-pattern-dotted": "dotted",
    "edge-pattern-dashed": "dotted",
    "edge-thickness-thick": "thick",
    "edge-thickness-invisible": "invisible",
}


@dataclass(frozen=True)
class _Placed:
    """An element with the matrix that takes its coordinates to the picture's pixels."""

    element: Element
    matrix: Matrix

    @property
    def classes(self) -> list[str]:
        return self.element.get("class", "").split()

    def walk(self) -> Iterator[_Placed]:
        """This element and all below it, in document order."""
        yield self
        for child in self.children():
            yield from child.walk()

    def children(self) -> Iterator[_Placed]:
        """The elements directly below it."""
        for child in self.element:
            yield _Placed(child, _own_matrix(child) * self.matrix)


def read_mermaid_svg(svg: str, scale: float = 1.0) -> FlowGraph:
    """The graph that a Mermaid flowchart SVG draws, with geometry in pixels.

    Args:
        svg: the document.
        scale: pixels per SVG user unit of the picture made from it.

    Returns:
        Nodes with ``box`` and ``polygon``, edges with ``path`` and ``label_box``, groups with ``box``, and
        ``size``. Ids, texts, labels, lines and heads are those drawn; shapes are left at their default, since
        the outline alone does not name them.

    Raises:
        FormatError: not XML, too large, asks for entities, or not a Mermaid flowchart.
    """
    root = _root(svg)
    left, top, width, height = _view_box(root)
    placed = list(_Placed(root, Matrix.translate(-left, -top) * Matrix.scale(scale)).walk())
    groups = [_group(p, _svg_id(root)) for p in placed if "cluster" in p.classes]
    nodes = [_node(p) for p in placed if _is_node(p)]
    return FlowGraph(
        nodes=tuple(nodes),
        edges=tuple(_edges(placed, [*nodes, *groups])),
        groups=tuple(groups),
        size=(max(1, round(width * scale)), max(1, round(height * scale))),
    )


def _root(svg: str) -> Element:
    if len(svg) > MAX_BYTES:
        raise FormatError(f"SVG of more than {MAX_BYTES} characters", reason=RejectionReason.TOO_LARGE)
    try:
        root: Element = fromstring(svg, forbid_dtd=True)
    except ParseError as error:
        line, column = error.position
        raise FormatError(str(error), line=line, column=column + 1) from error
    except DefusedXmlException as error:
        raise FormatError(f"SVG with a DTD or entities: {error}", reason=RejectionReason.UNSAFE) from error
    if _tag(root) != "svg" or "flowchart" not in root.get("aria-roledescription", "flowchart"):
        raise FormatError("not a Mermaid flowchart SVG", reason=RejectionReason.UNSUPPORTED)
    return root


def _view_box(root: Element) -> tuple[float, float, float, float]:
    try:
        left, top, width, height = (float(v) for v in root.get("viewBox", "").replace(",", " ").split())
    except ValueError as error:
        raise FormatError("SVG without a usable viewBox", reason=RejectionReason.INVALID) from error
    return left, top, width, height


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _svg_id(root: Element) -> str:
    return root.get("id", "")


def _own_matrix(element: Element) -> Matrix:
    return Matrix(element.get("transform", ""))


def _is_node(placed: _Placed) -> bool:
    return "node" in placed.classes and _NODE_ID.search(placed.element.get("id", "")) is not None


def _node(placed: _Placed) -> Node:
    match = _NODE_ID.search(placed.element.get("id", ""))
    assert match is not None
    outline = _outline(placed)
    return Node(id=match["id"], text=_text(placed.element), polygon=_as_points(outline), box=_box(outline))


def _group(placed: _Placed, svg_id: str) -> Group:
    frame = np.concatenate([_sample(p) for p in placed.walk() if _tag(p.element) in ("rect", "path", "polygon")][:1])
    name = placed.element.get("id", "").removeprefix(f"{svg_id}-")
    return Group(id=name, text=_text(placed.element), box=_box(frame))


def _outline(placed: _Placed) -> Points:
    """Exterior of the union of all shapes that make up the node, its label excluded."""
    rings = [ring for part in _outline_parts(placed) for ring in _rings(part) if len(ring) >= 3]
    union = shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in rings])
    faces = [face for face in shapely.get_parts(union) if face.geom_type == "Polygon"]
    if not faces:
        raise FormatError(f"node {placed.element.get('id')!r} has no outline", reason=RejectionReason.INVALID)
    largest = max(faces, key=lambda face: face.area)
    return np.asarray(largest.simplify(0.1).exterior.coords)[:-1]


def _outline_parts(placed: _Placed) -> Iterator[_Placed]:
    """The drawn shapes of a node: everything but its label, which may hold shapes of its own."""
    if _tag(placed.element) in _OUTLINES and placed.element.get("d") != "":
        yield placed
    for child in placed.children():
        if "label" not in child.classes:
            yield from _outline_parts(child)


def _rings(part: _Placed) -> list[Points]:
    """One array of points per subpath, in pixels."""
    path = _path(part)
    starts = [i for i, segment in enumerate(path) if isinstance(segment, Move)] + [len(path)]
    return [_sample_segments(list(path)[a:b], part.matrix) for a, b in itertools.pairwise(starts)]


def _sample(part: _Placed) -> Points:
    return _sample_segments(list(_path(part)), part.matrix)


def _path(part: _Placed) -> Path:
    values = {key: value for key, value in part.element.attrib.items() if key not in ("transform", "style", "class")}
    path = Path(values["d"]) if _tag(part.element) == "path" else Path(_OUTLINES[_tag(part.element)](**values))
    return path


def _sample_segments(segments: list[PathSegment], matrix: Matrix) -> Points:
    """Points along the segments: ends of straight ones, ``CURVE_STEPS`` samples of curved ones."""
    points: list[tuple[float, float]] = []
    for segment in segments:
        steps = 1 if isinstance(segment, (Move, StraightLine, Close)) else CURVE_STEPS
        points += [(p.x, p.y) for p in (segment.point(i / steps) for i in range(1, steps + 1)) if p is not None]
    placed = [matrix.point_in_matrix_space(p) for p in points]
    return np.array([(p.x, p.y) for p in placed], dtype=np.float64).reshape(-1, 2)


def _edges(placed: list[_Placed], elements: Sequence[Node | Group]) -> Iterator[Edge]:
    """Edges in document order; each path takes the label in the same place of the list of labels.

    A self-loop is drawn as three paths named ``ID-cyclic-special-...``, which are one edge.
    """
    paths = [p for p in placed if "flowchart-link" in p.classes]
    labels = [q for p in placed if "edgeLabels" in p.classes for q in p.children() if "edgeLabel" in q.classes]
    if len(paths) != len(labels):
        raise FormatError(f"{len(paths)} edges but {len(labels)} labels", reason=RejectionReason.INVALID)
    strokes = [_Stroke(p, label) for p, label in zip(paths, labels, strict=True)]
    for _, loop in itertools.groupby(enumerate(strokes), key=lambda pair: pair[1].loop or pair[0]):
        yield _edge([stroke for _, stroke in loop], elements)


@dataclass(frozen=True)
class _Stroke:
    """One drawn path with its label group."""

    path: _Placed
    label: _Placed

    @property
    def name(self) -> str:
        return self.path.element.get("id", "")

    @property
    def loop(self) -> str:
        """Id of the node around which this stroke is a part of a self-loop, or empty."""
        match = _LOOP_ID.search(self.name)
        return match["id"] if match else ""


def _edge(strokes: list[_Stroke], elements: Sequence[Node | Group]) -> Edge:
    first, last = strokes[0], strokes[-1]
    points = np.concatenate([_sample(stroke.path) for stroke in strokes])
    source, target = (first.loop, first.loop) if first.loop else _ends(first.name, points, elements)
    labelled = next((stroke.label for stroke in strokes if _text(stroke.label.element)), None)
    return Edge(
        source=source,
        target=target,
        label=_text(labelled.element) if labelled else "",
        line=next((line for name, line in _LINES.items() if name in first.path.classes), "solid"),
        head=_head(last.path.element.get("marker-end", "")),
        tail=_head(first.path.element.get("marker-start", "")),
        path=_as_points(points),
        label_box=_label_box(labelled) if labelled else None,
    )


def _ends(name: str, points: Points, elements: Sequence[Node | Group]) -> tuple[str, str]:
    """The ends that ``L_SOURCE_TARGET_n`` names (ids may hold underscores themselves); an edge that the
    author named says nothing of them, so there the elements decide at which the drawn line ends."""
    known = {element.id for element in elements}
    match = _EDGE_ID.search(name)
    parts = match["ends"].split("_") if match else []
    for cut in range(1, len(parts)):
        source, target = "_".join(parts[:cut]), "_".join(parts[cut:])
        if source in known and target in known:
            return source, target
    if not elements:
        raise FormatError(f"edge {name!r} in a drawing without nodes", reason=RejectionReason.INVALID)
    outlines = [shapely.Polygon(e.polygon) if isinstance(e, Node) else shapely.box(*(e.box or ())) for e in elements]
    borders = shapely.boundary(np.array(outlines))
    start, end = (int(np.argmin(shapely.distance(borders, shapely.Point(p)))) for p in points[[0, -1]])
    return elements[start].id, elements[end].id


def _head(marker: str) -> Head:
    return next((head for name, head in _HEADS.items() if f"-{name}" in marker), "none")


def _label_box(label: _Placed) -> Box | None:
    for part in label.walk():
        if _tag(part.element) == "foreignObject":
            width, height = float(part.element.get("width", 0)), float(part.element.get("height", 0))
            corners = [part.matrix.point_in_matrix_space(p) for p in ((0, 0), (width, height))]
            return (corners[0].x, corners[0].y, corners[1].x, corners[1].y)
    return None


def _text(element: Element) -> str:
    """Drawn text; ``<br>`` and paragraphs end a line."""
    pieces: list[str] = []
    for part in element.iter():
        if _tag(part) in ("br", "p", "tspan") and pieces:
            pieces.append("\n")
        pieces.append(part.text or "")
        if part is not element:
            pieces.append(part.tail or "")
    return "\n".join(" ".join(line.split()) for line in "".join(pieces).split("\n")).strip()


def _as_points(points: Points) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points.round(3))


def _box(points: Points) -> Box:
    (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
    return (round(float(x0), 3), round(float(y0), 3), round(float(x1), 3), round(float(y1), 3))
