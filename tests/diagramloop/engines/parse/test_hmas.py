"""The pipeline from a picture to a graph, with its agents exchanged, on real pictures and on none."""

from __future__ import annotations

import contextlib

import cv2
import numpy as np
import pytest
from processor_time import within

from diagramloop.engines.parse import HMAS, parse
from diagramloop.engines.parse.blackboard import Coded
from diagramloop.errors import PictureError, RejectionReason
from diagramloop.render.mermaid_svg import read_mermaid_svg
from diagramloop.scores.alignment import align


@pytest.fixture
def chart(sheet):
    page = sheet(scale=2.0)
    page.box(50, 150, 150, 220)
    page.box(400, 150, 500, 220)
    page.arrow((150, 185), (400, 185))
    for x in (60, 410):
        cv2.putText(page.picture, "box", (2 * x, 380), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA)
    return page.picture


def test_a_drawing_is_read(chart):
    parsed = parse(chart)
    assert [(e.source, e.target, e.head) for e in parsed.graph.edges] == [("N1", "N2", "arrow")]
    assert len(parsed.graph.nodes) == 2
    assert parsed.graph.edges[0].path is not None
    assert parsed.board.graph == parsed.graph
    assert parse(chart).graph.digest() == parsed.graph.digest()


class Guesser:
    """A topology coder that only knows Mermaid, as a vision model does."""

    def code(self, board):
        return Coded("flowchart LR\nN2 --> N1\nN1 --> X9")


def test_any_agent_can_be_replaced(chart):
    parsed = parse(chart, HMAS(topology_coder=Guesser()))
    assert [(e.source, e.target) for e in parsed.graph.edges] == [("N2", "N1")]


def noise(rng):
    return rng.integers(0, 256, (400, 600, 3), dtype=np.uint8)


def photograph(rng):
    soft = cv2.resize(noise(rng), (60, 40), interpolation=cv2.INTER_AREA)
    return cv2.resize(soft, (600, 400), interpolation=cv2.INTER_CUBIC) + rng.integers(
        0, 12, (400, 600, 3), dtype=np.uint8
    )


def blank(rng):
    return np.full((400, 600, 3), 255, np.uint8)


@pytest.mark.parametrize("picture", [noise, photograph, blank])
def test_no_diagram(picture):
    with pytest.raises(PictureError) as caught:
        parse(picture(np.random.default_rng(1)))
    assert caught.value.reason == RejectionReason.NO_DIAGRAM


def test_hatching_ends_in_time(chart):
    picture = chart.copy()
    for x in range(0, picture.shape[1], 5):
        cv2.line(picture, (x, 420), (x + 300, 799), (0, 0, 0), 1)
        cv2.line(picture, (x + 300, 420), (x, 799), (0, 0, 0), 1)
    with within(60), contextlib.suppress(PictureError):
        parse(picture)


@pytest.mark.real_data
@pytest.mark.parametrize("number", [3, 90, 150])
def test_real_charts(real_data, number):
    place = sorted((real_data / "flowexplainbench" / "images").iterdir())[number]
    svg = (place / "flowchart.svg").read_text(encoding="utf-8")
    parsed = parse(place / "original.png")
    unscaled = read_mermaid_svg(svg)
    truth = read_mermaid_svg(svg, scale=parsed.picture.shape[1] / unscaled.size[0])
    alignment = align(parsed.graph, truth)
    assert len(alignment.edges.matched) >= 0.9 * len(truth.edges)
