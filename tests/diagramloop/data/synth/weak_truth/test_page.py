"""Weak truth per pixel, on pages that the test drew beside what their models say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from diagramloop.data.synth.weak_truth import BORDER, CONNECTOR, GROUND, HEAD, TEXT, UNSURE, page_truth
from diagramloop.graph import Edge, FlowGraph, Group, Node

OFF = 5  # pixels by which everything is drawn beside its model
WORD = (130.0, 160.0, 210.0, 190.0)
MODEL = FlowGraph(
    nodes=(
        Node(id="a", shape="rect", box=(100, 120, 260, 230)),
        Node(id="b", shape="circle", box=(560, 130, 640, 210)),
    ),
    edges=(Edge(source="a", target="b", path=((260, 170), (560, 170))),),
    groups=(Group(id="pool", box=(40.0, 60.0, 740.0, 420.0)),),
)


def page(ruled: bool = False) -> tuple[NDArray[np.uint8], dict[int, NDArray[np.bool_]]]:
    """A page and what was drawn on it, by class; the frame under UNSURE."""
    layers = {kind: np.zeros((480, 800), np.uint8) for kind in (BORDER, CONNECTOR, HEAD, TEXT, UNSURE)}
    cv2.rectangle(layers[BORDER], (100 + OFF, 120 - OFF), (260 + OFF, 230 - OFF), 1, 2)
    cv2.circle(layers[BORDER], (600 + OFF, 170 - OFF), 40, 1, 2)
    cv2.polylines(layers[CONNECTOR], [np.array([(267, 165), (400, 170 + OFF), (550, 165)])], False, 1, 2)
    cv2.polylines(layers[HEAD], [np.array([(548, 155), (562, 165), (548, 175)])], False, 1, 2)
    cv2.line(layers[HEAD], (550, 165), (562, 165), 1, 2)
    cv2.putText(layers[TEXT], "word", (132, 184), cv2.FONT_HERSHEY_SIMPLEX, 0.9, 1, 2)
    cv2.rectangle(layers[UNSURE], (40, 60), (740, 420), 1, 2)
    pixels = np.full((480, 800, 3), 235, np.uint8)
    if ruled:
        pixels[::28], pixels[:, ::28] = 150, 150
    for layer in layers.values():
        pixels[layer > 0] = (40, 40, 90)
    return pixels, {kind: layer > 0 for kind, layer in layers.items()}


@pytest.mark.parametrize("ruled", [False, True])
def test_ink_is_of_what_was_drawn_though_it_lies_beside_the_model(ruled: bool) -> None:
    pixels, drawn = page(ruled)
    classes = page_truth(pixels, MODEL, [WORD]).classes
    letters = 0.35 if ruled else 0.85  # where a rule runs through a word, much of it is not sure
    for kind, least in ((BORDER, 0.85), (CONNECTOR, 0.85), (TEXT, letters)):
        sure = classes[drawn[kind]]
        assert (sure == kind).mean() > least, kind
        assert np.isin(sure, (kind, HEAD, UNSURE)).mean() > 0.95, kind
    assert (classes[drawn[HEAD]] == HEAD).mean() > 0.6
    assert set(np.unique(classes[drawn[HEAD]]).tolist()) <= {HEAD, CONNECTOR, BORDER, UNSURE}


@pytest.mark.parametrize("ruled", [False, True])
def test_paper_is_ground_and_its_rules_never_a_line(ruled: bool) -> None:
    pixels, drawn = page(ruled)
    classes = page_truth(pixels, MODEL, [WORD]).classes
    near = cv2.dilate(np.any(list(drawn.values()), axis=0).astype(np.uint8), np.ones((25, 25), np.uint8)) > 0
    assert (classes[~near] == GROUND).mean() > 0.99
    assert np.isin(classes[~near], (GROUND, UNSURE)).all()


def test_frames_are_not_sure_unless_a_class_is_given() -> None:
    pixels, drawn = page()
    assert (page_truth(pixels, MODEL, [WORD]).classes[drawn[UNSURE]] == UNSURE).mean() > 0.95
    assert (page_truth(pixels, MODEL, [WORD], frames=BORDER).classes[drawn[UNSURE]] == BORDER).mean() > 0.9


def test_ink_that_no_element_explains_is_not_sure() -> None:
    pixels, _ = page()
    cv2.circle(pixels, (300, 340), 20, (40, 40, 90), 2)
    stray = np.zeros((480, 800), np.uint8)
    cv2.circle(stray, (300, 340), 20, 1, 2)
    assert (page_truth(pixels, MODEL, [WORD]).classes[stray > 0] == UNSURE).all()


def test_inside_is_what_the_drawn_outline_surrounds() -> None:
    pixels, _ = page()
    inside = page_truth(pixels, MODEL, [WORD]).inside
    expected = np.zeros((480, 800), np.uint8)
    cv2.rectangle(expected, (100 + OFF, 120 - OFF), (260 + OFF, 230 - OFF), 1, -1)
    cv2.circle(expected, (600 + OFF, 170 - OFF), 40, 1, -1)
    assert (inside & expected).sum() / (inside | expected).sum() > 0.97


def test_a_model_of_nothing_makes_all_ink_not_sure() -> None:
    classes, inside, *_ = page_truth(page()[0], FlowGraph())
    assert set(np.unique(classes).tolist()) == {GROUND, UNSURE}
    assert not inside.any()


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 200, 3)])
def test_tiny_pages_have_a_truth_of_their_size(shape: tuple[int, int, int]) -> None:
    classes, inside, *_ = page_truth(np.full(shape, 255, np.uint8), MODEL, [WORD])
    assert classes.shape == inside.shape == shape[:2]
