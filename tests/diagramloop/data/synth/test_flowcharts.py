"""Charts of one's own: whole, drawable, each from its seed alone."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.data.synth.drawing import random_numbers
from diagramloop.data.synth.flowcharts import random_flowchart


@given(st.text(max_size=8), st.integers(3, 30))
def test_every_step_lies_on_a_way_from_the_start_to_the_end(seed: str, count: int) -> None:
    chart = random_flowchart(random_numbers(seed), (count, count + 1))
    ways = nx.DiGraph([(edge.source, edge.target) for edge in chart.edges])
    start, end = chart.nodes[0].id, chart.nodes[-1].id
    assert len(chart.nodes) == count
    assert {start} | nx.descendants(ways, start) == {node.id for node in chart.nodes}
    assert {end} | nx.ancestors(ways, end) == {node.id for node in chart.nodes}


@given(st.text(max_size=8))
def test_a_question_and_nothing_else_has_two_answers(seed: str) -> None:
    chart = random_flowchart(random_numbers(seed))
    for node in chart.nodes[:-1]:
        answers = [edge.label for edge in chart.edges if edge.source == node.id]
        assert (len(set(answers)), bool(answers[0])) == ((2, True) if node.shape == "diam" else (1, False))


def test_the_same_seed_draws_the_same_chart() -> None:
    assert random_flowchart(random_numbers("a")) == random_flowchart(random_numbers("a"))
    assert random_flowchart(random_numbers("a")) != random_flowchart(random_numbers("b"))
