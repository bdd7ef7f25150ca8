"""Figures in the manner of papers, by habit and number."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.errors import DiagramloopError
from diagramloop.synth import FOCUSES, scientific_drawing
from tests.diagramloop.synth.drawn_ink import corners, followed, strength


@pytest.mark.parametrize("focus", ["plain", "dashed", "skips"])
def test_there_is_ink_where_the_truth_says_so(focus: str) -> None:
    drawing = scientific_drawing(focus, 1)
    strengths = strength(drawing.pixels)
    boxes = [followed(strengths, corners(node.box or (0, 0, 0, 0)), 4, True) for node in drawing.graph.nodes]
    paths = [followed(strengths, edge.path or (), 4, False) for edge in drawing.graph.edges if edge.path]
    assert np.median(boxes) > 0.75  # icons are no boxes, and some fillings are pale
    assert np.median(paths) > 0.75


def test_every_habit_has_figures_of_its_own_and_they_stay() -> None:
    figures = {focus: scientific_drawing(focus, 0) for focus in FOCUSES}
    assert len({figure.svg for figure in figures.values()}) == len(FOCUSES)
    again = scientific_drawing("plain", 0)
    assert again.svg == figures["plain"].svg
    assert again.png == figures["plain"].png
    assert any(edge.head == "none" for edge in scientific_drawing("headless", 0).graph.edges)


def test_arrows_between_groups_are_edges_between_groups() -> None:
    graph = scientific_drawing("group_arrows", 0).graph
    groups = {group.id for group in graph.groups}
    assert any({edge.source, edge.target} <= groups for edge in graph.edges)


def test_unknown_habits_are_named() -> None:
    with pytest.raises(DiagramloopError, match="unknown focus 'cubism'; known: plain"):
        scientific_drawing("cubism", 0)
