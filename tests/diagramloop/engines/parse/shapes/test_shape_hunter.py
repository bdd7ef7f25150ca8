"""The shape hunter on drawings with known nodes, on hostile pictures, and on a sample of real ones."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processor_time import within

from diagramloop.engines.parse.blackboard import RGB, Shape
from diagramloop.engines.parse.budget import Budget
from diagramloop.engines.parse.page.environment_curator import EmbeddedEnvironmentCurator
from diagramloop.engines.parse.page.picture import read_picture
from diagramloop.engines.parse.shapes import surroundings
from diagramloop.engines.parse.shapes.shape_hunter import EmbeddedShapeHunter
from diagramloop.render.mermaid_svg import read_mermaid_svg
from tests.diagramloop.engines.parse.drawings import NODES, boxes, chart, near


def hunted(picture: RGB) -> tuple[Shape, ...]:
    return EmbeddedShapeHunter().hunt(picture, EmbeddedEnvironmentCurator().survey(picture))


@pytest.mark.parametrize("fill", [None, (180, 210, 255), (20, 60, 120)])
@pytest.mark.parametrize(("ink", "paper"), [(0, 255), (255, 15)])
@pytest.mark.parametrize("thickness", [1, 2, 5])
def test_white_coloured_and_dark_nodes(fill: tuple[int, int, int] | None, ink: int, paper: int, thickness: int) -> None:
    assert near(boxes(hunted(chart(ink, paper, fill, thickness))), NODES)


@settings(max_examples=8, deadline=None)
@given(x=st.integers(0, 40), y=st.integers(0, 40))
def test_translation_moves_the_nodes(x: int, y: int) -> None:
    picture = cv2.copyMakeBorder(chart(), y, 5, x, 5, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    assert near(boxes(hunted(picture)), [(name, np.array(box) + np.array([x, y, x, y])) for name, box in NODES])


@pytest.mark.parametrize("factor", [0.6, 1.5, 3.0])
def test_scaling_scales_the_nodes(factor: float) -> None:
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    picture = cv2.resize(chart(), None, fx=factor, fy=factor, interpolation=way)
    assert near(
        boxes(hunted(picture)), [(name, np.array(box) * factor) for name, box in NODES], slack=3 * max(1, factor)
    )


def test_of_more_outlines_than_are_affordable_the_largest_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.full((400, 900, 3), 255, np.uint8)
    for n in range(6):
        cv2.rectangle(picture, (20 + 140 * n, 50), (130 + 140 * n, 120 + 30 * n), (0, 0, 0), 2)
        cv2.putText(picture, "Text", (30 + 140 * n, 78), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 1)
    assert len(hunted(picture)) == 6
    monkeypatch.setattr(surroundings, "BUDGET", Budget(outlines=3))
    heights = [round(max(y for _, y in shape.polygon)) for shape in hunted(picture)]
    assert len(heights) == 3
    assert min(heights) > 190


def test_inversion_keeps_the_nodes() -> None:
    assert near(boxes(hunted(255 - chart(fill=(180, 210, 255)))), NODES)


def test_jpeg_keeps_the_nodes() -> None:
    _, data = cv2.imencode(".jpg", chart(fill=(180, 210, 255)), [cv2.IMWRITE_JPEG_QUALITY, 60])
    assert near(boxes(hunted(read_picture(data.tobytes()))), NODES, slack=4)


@pytest.mark.parametrize("tint", [None, (255, 255, 220)])
def test_a_frame_is_a_group_and_its_nodes_stay(tint: tuple[int, int, int] | None) -> None:
    inner = chart()
    if tint:
        inner[(inner == 255).all(axis=2)] = tint
    picture = cv2.copyMakeBorder(inner, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    cv2.rectangle(picture, (60, 60), (560, 620), (90, 90, 90), 2)
    cv2.line(picture, (220, 0), (220, 100), (0, 0, 0), 2)  # an edge into it
    shapes = hunted(picture)
    assert near(boxes(shapes), [(name, np.array(box) + 60) for name, box in NODES])
    assert near(boxes(shapes, "group"), [("rect", (60, 60, 560, 620))])


def test_a_double_circle_and_a_subroutine_are_one_node_each() -> None:
    picture = np.full((200, 500, 3), 255, np.uint8)
    for radius in (50, 43):
        cv2.circle(picture, (90, 100), radius, (0, 0, 0), 2, cv2.LINE_AA)
    cv2.rectangle(picture, (220, 70), (420, 130), (0, 0, 0), 2)
    for x in (232, 408):
        cv2.line(picture, (x, 70), (x, 130), (0, 0, 0), 2)
    for x in (60, 290):
        cv2.putText(picture, "Text", (x, 110), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (0, 0, 0), 2, cv2.LINE_AA)
    assert near(boxes(hunted(picture)), [("dbl-circ", (40, 50, 140, 150)), ("fr-rect", (220, 70, 420, 130))])


def test_a_node_with_compartments_is_no_lane_with_a_title_band() -> None:
    picture = np.full((300, 500, 3), 255, np.uint8)
    cv2.rectangle(picture, (80, 100), (420, 190), (206, 254, 254), cv2.FILLED)
    cv2.rectangle(picture, (80, 100), (420, 190), (0, 0, 0), 2)
    cv2.line(picture, (80, 152), (420, 152), (0, 0, 0), 2)
    cv2.putText(picture, "Text", (180, 138), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (0, 0, 0), 2, cv2.LINE_AA)
    (found,) = boxes(hunted(picture))
    assert near([("rect", found[1])], [("rect", (80, 100, 420, 190))])


def test_a_loop_and_a_label_plate_are_no_nodes() -> None:
    picture = chart(fill=(180, 210, 255))
    cv2.ellipse(picture, (265, 75), (90, 20), 0, 0, 360, (0, 0, 0), 2, cv2.LINE_AA)
    cv2.rectangle(picture, (125, 372), (195, 406), (232, 232, 232), cv2.FILLED)
    cv2.putText(picture, "Text", (127, 398), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (0, 0, 0), 2, cv2.LINE_AA)
    assert len(boxes(hunted(picture))) == len(NODES)


@pytest.mark.parametrize("kind", ["noise", "blank", "blur", "stripes"])
def test_no_diagram_is_quick_and_nearly_empty(kind: str) -> None:
    random = np.random.default_rng(0)
    noise = random.integers(0, 256, (900, 1200, 3), dtype=np.uint8)
    pictures = {
        "noise": noise,
        "blank": np.full_like(noise, 255),
        "blur": cv2.GaussianBlur(noise, (0, 0), 9),
        "stripes": np.ascontiguousarray(
            np.tile(np.array([[0], [255]], np.uint8).repeat(4, 0), (150, 1200))[:, :, None].repeat(3, 2)
        ),
    }
    with within(5):
        shapes = hunted(pictures[kind])
    assert len(shapes) < 40


def test_real_pictures(real_data: Path) -> None:
    """Node F1 at IoU 0.7 on a sample; the whole set is the experiment ``degraded``."""
    matched = wanted = found = 0
    for place in sorted((real_data / "flowexplainbench" / "images").iterdir())[::40]:
        picture = read_picture(place / "original.png")
        svg = (place / "flowchart.svg").read_text(encoding="utf-8")
        width, _ = read_mermaid_svg(svg).size or (1, 1)
        truth = [np.array(n.box) for n in read_mermaid_svg(svg, scale=picture.shape[1] / width).nodes]
        mine = [np.array(box) for _, box in boxes(hunted(picture))]
        matched += sum(any(_iou(a, b) >= 0.7 for b in mine) for a in truth)
        wanted, found = wanted + len(truth), found + len(mine)
    assert 2 * matched / (wanted + found) >= 0.99


def _iou(a: np.ndarray, b: np.ndarray) -> float:
    sides = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
    common = float(np.prod(np.maximum(sides, 0)))
    return common / float(np.prod(a[2:] - a[:2]) + np.prod(b[2:] - b[:2]) - common)
