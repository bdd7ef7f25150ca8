"""Figures in the manner of papers, by habit and number."""

from __future__ import annotations

import pytest

from diagramloop.errors import DiagramloopError
from diagramloop.synth import FOCUSES, scientific_drawing
from tests.diagramloop.synth.ink import shown


@pytest.mark.parametrize("focus", ["plain", "dashed", "skips"])
def test_there_is_ink_where_the_truth_says_so(focus: str) -> None:
    drawing = scientific_drawing(focus, 1)
    there = shown(drawing.pixels, drawing.graph, 12)  # pictures of a photograph's kind have frames of their own
    assert there["nodes"] > 0.6
    assert there["edges"] > 0.6


def test_every_habit_has_figures_of_its_own_and_they_stay() -> None:
    figures = {focus: scientific_drawing(focus, 0) for focus in FOCUSES}
    assert len({figure.svg for figure in figures.values()}) == len(FOCUSES)
    again = scientific_drawing("plain", 0)
    assert again.svg == figures["plain"].svg
    assert again.png == figures["plain"].png
    assert all(edge.head == "none" for edge in scientific_drawing("headless", 3).graph.edges) or any(
        edge.head == "none" for number in range(5) for edge in scientific_drawing("headless", number).graph.edges
    )


def test_arrows_between_groups_are_edges_between_groups() -> None:
    graph = scientific_drawing("group_arrows", 0).graph
    groups = {group.id for group in graph.groups}
    assert any({edge.source, edge.target} <= groups for edge in graph.edges)


def test_unknown_habits_are_named() -> None:
    with pytest.raises(DiagramloopError, match="unknown focus 'cubism'; known: plain"):
        scientific_drawing("cubism", 0)
