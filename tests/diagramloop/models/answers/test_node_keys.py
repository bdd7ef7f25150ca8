"""A flowchart whose edges name the keys of a list of nodes is the one whose edges name the texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import FlowGraph
from diagramloop.models.answers.graphs import Graph

TEXTS = ["Start", "boil the water", "XOR1", "add tea", "it boils over", "End"]
ends = st.integers(0, len(TEXTS) - 1)


def edges_of(graph: FlowGraph) -> list[tuple[str, str, str]]:
    texts = {node.id: node.text or node.kind.value for node in graph.nodes}
    return [(texts[edge.source], texts[edge.target], edge.label) for edge in graph.edges]


@given(
    st.lists(st.tuples(ends, ends), min_size=2, max_size=8, unique=True).filter(
        lambda rows: len(set(sum(rows, ()))) > 2
    ),
    st.sampled_from(["{}: {}", "- {}: {}", "{}. {}", "* {}: {}"]),
    st.sampled_from(["->", "-->", "→"]),
    st.booleans(),
)
def test_keys_are_their_texts(rows: list[tuple[int, int]], form: str, arrow: str, numbered: bool) -> None:
    keys = [str(number + 1) if numbered else "ABCDEF"[number] for number in range(len(TEXTS))]
    nodes = "\n".join(form.format(*pair) for pair in zip(keys, TEXTS, strict=True))
    keyed = "\n".join(f"{keys[a]} {arrow} {keys[b]}" for a, b in rows)
    plain = "\n".join(f"{TEXTS[a]} {arrow} {TEXTS[b]}" for a, b in rows)
    keyed_graph = Graph().read(f"Nodes:\n{nodes}\n\nEdges:\n{keyed}").value.graph
    assert edges_of(keyed_graph) == edges_of(Graph().read(plain).value.graph)


@pytest.mark.parametrize("last", ["B -> somewhere else", "the end -> A"])
def test_a_line_of_another_end_keeps_all_as_they_are(last: str) -> None:
    written = f"A: Start\nB: boil\nA -> B\n{last}"
    texts = {node.text for node in Graph().read(written).value.graph.nodes}
    assert "boil" not in texts
