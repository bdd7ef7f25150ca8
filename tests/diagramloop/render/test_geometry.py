"""Elements are in the pixels at the places that the graph says."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
import shapely

from diagramloop.graph import Node
from diagramloop.render import Style, StyledFigure
from diagramloop.render.shapes import UNFILLED

from .charts import ALL_LINKS, ALL_SHAPES
from .conftest import Drawn, Picture

OPEN = UNFILLED | {"datastore"}  # outlines that do not close
HALF_STROKE = 1.0  # pixels, at scale 2
SPLIT = {"hourglass"}  # its polygon is the hull of two triangles
OVERLAP = 0.95
THIN = {"bolt": 0.93}  # the phase of the pixels along its border alone is 6 % of its area


def covered(node: Node, shape: tuple[int, ...]) -> Picture:
    """Mask of a node's polygon and of the half of its stroke that lies outside of it, on pixel centres."""
    mask = np.zeros(shape[:2], np.uint8)
    ring = shapely.get_coordinates(shapely.Polygon(node.polygon).buffer(HALF_STROKE, join_style="mitre").exterior)
    cv2.fillPoly(mask, [np.round((ring - 0.5) * 16).astype(np.int32)], 1, shift=4)
    return mask


def page_of(picture: Picture) -> Picture:
    """Mask of all that can be reached from the corner over white."""
    white = (picture.min(axis=2) >= 250).astype(np.uint8)
    _, labels = cv2.connectedComponents(white, connectivity=4)
    return (labels == labels[0, 0]).astype(np.uint8)


@pytest.mark.parametrize("style", Style)
def test_polygons_cover_what_is_drawn(
    engine: str, style: Style, drawn: Drawn, pixels: Callable[[StyledFigure], Picture]
) -> None:
    figure = drawn(ALL_SHAPES, engine)[style]
    picture = pixels(figure)
    drawn_area = 1 - page_of(picture)
    for node in figure.graph.nodes:
        if node.shape in OPEN | SPLIT:
            continue
        assert node.box is not None
        x0, y0, x1, y1 = (int(v) for v in (*np.floor(node.box[:2]) - 3, *np.ceil(node.box[2:]) + 4))
        polygon, area = (m[max(y0, 0) : y1, max(x0, 0) : x1] for m in (covered(node, picture.shape), drawn_area))
        overlap = np.logical_and(polygon, area).sum() / np.logical_or(polygon, area).sum()
        assert overlap >= THIN.get(node.shape, OVERLAP), (node.shape, overlap)


def test_polygons_lie_in_their_boxes_and_on_the_page(engine: str, drawn: Drawn) -> None:
    for chart in (ALL_SHAPES, ALL_LINKS):
        graph = drawn(chart, engine)[Style.MONO].graph
        assert graph.size is not None
        page = shapely.box(0, 0, *graph.size)
        for node in graph.nodes:
            polygon = shapely.Polygon(node.polygon)
            assert polygon.is_valid
            assert polygon.bounds == pytest.approx(node.box, abs=0.01)
            assert page.covers(polygon)


def test_lines_run_along_their_paths(engine: str, drawn: Drawn, pixels: Callable[[StyledFigure], Picture]) -> None:
    figure = drawn(ALL_LINKS, engine)[Style.MONO]
    ink = cv2.dilate((pixels(figure).max(axis=2) < 160).astype(np.uint8), np.ones((5, 5), np.uint8))
    for edge in figure.graph.edges:
        assert edge.path is not None
        line = shapely.LineString(edge.path)
        if edge.label_box is not None:
            line = line.difference(shapely.box(*edge.label_box).buffer(2))
        points = shapely.get_coordinates(shapely.line_interpolate_point(line, np.arange(2, line.length - 2, 1.0)))
        columns, rows = points.astype(int).T
        assert ink[rows, columns].mean() >= (0.5 if edge.line == "dotted" else 0.95), (edge.source, edge.target)


def test_paths_run_from_source_to_target(engine: str, drawn: Drawn) -> None:
    graph = drawn(ALL_LINKS, engine)[Style.MONO].graph
    boxes = {e.id: shapely.box(*(e.box or ())) for e in (*graph.nodes, *graph.groups)}
    for edge in graph.edges:
        assert edge.path is not None
        for end, point in ((edge.source, edge.path[0]), (edge.target, edge.path[-1])):
            # the head is no part of the path, and mermaidx ends one at a nested frame 25 units before it
            assert shapely.distance(boxes[end], shapely.Point(point)) < 51, (edge.source, edge.target)


def test_labels_stand_in_their_boxes(engine: str, drawn: Drawn, pixels: Callable[[StyledFigure], Picture]) -> None:
    figure = drawn(ALL_LINKS, engine)[Style.MONO]
    ink = pixels(figure).max(axis=2) < 128
    for edge in figure.graph.edges:
        assert (edge.label_box is None) == (edge.label == "")
        if edge.label_box is not None:
            x0, y0, x1, y1 = (round(v) for v in edge.label_box)
            columns = np.flatnonzero(ink[y0:y1, x0:x1].any(axis=0))
            assert columns.size > 0.5 * (x1 - x0)  # letters from one side to the other


def test_groups_frame_what_is_in_them(engine: str, drawn: Drawn) -> None:
    graph = drawn(ALL_LINKS, engine)[Style.MONO].graph
    frames = {group.id: shapely.box(*(group.box or ())) for group in graph.groups}
    assert frames["outer"].covers(frames["inner"])
    assert all(frames[node.group].covers(shapely.box(*(node.box or ()))) for node in graph.nodes if node.group)
