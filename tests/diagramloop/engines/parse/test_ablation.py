"""The parsing pipeline without one of its perception agents, as the shipped configurations have it."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
import yaml

from diagramloop.engines.parse import parse
from diagramloop.errors import PictureError, RejectionReason

CONF = Path(__file__).parents[4] / "conf" / "parser"


def options(name):
    return yaml.safe_load((CONF / f"{name}.yaml").read_text("utf-8"))["options"]


@pytest.fixture
def chart(sheet):
    page = sheet(scale=2.0)
    for x, word in ((50, "first"), (400, "second")):
        page.box(x, 150, x + 120, 220)
        cv2.putText(page.picture, word, (2 * x + 30, 380), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA)
    page.arrow((170, 185), (400, 185))
    return page.picture


def test_without_shape_hunter_nodes_are_texts(chart):
    parsed = parse(chart, **options("hmas_no_shape_hunter"))
    assert [node.text for node in parsed.graph.nodes] == ["first", "second"]
    assert parsed.board.shapes == ()
    left, right = (node.box for node in parsed.graph.nodes)
    assert left[2] < 340 < right[0]  # a text's box, well within the drawn one


def test_without_text_spotter_nodes_have_no_text(chart):
    parsed = parse(chart, **options("hmas_no_text_spotter"))
    assert [node.text for node in parsed.graph.nodes] == ["", ""]
    assert [(edge.source, edge.target) for edge in parsed.graph.edges] == [("N1", "N2")]


def test_without_either_there_is_nothing(chart):
    both = options("hmas_no_shape_hunter")["agents"] | options("hmas_no_text_spotter")["agents"]
    with pytest.raises(PictureError) as caught:
        parse(chart, both)
    assert caught.value.reason is RejectionReason.NO_DIAGRAM
