from __future__ import annotations

from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.graph.strata import Difficulty, strata


def test_axes_and_their_median() -> None:
    easy = strata(read_mermaid("flowchart TD\na --> b --> c"))
    assert (easy.size, easy.branching, easy.hierarchy, easy.difficulty) == (3, 0.0, 0, Difficulty.EASY)
    nested = strata(read_mermaid("flowchart TD\nsubgraph s\nsubgraph t\na --> b & c\nend\nend"))
    assert (nested.by_size, nested.by_branching, nested.by_hierarchy) == (
        *(Difficulty.EASY, Difficulty.HARD, Difficulty.HARD),
    )
    assert nested.difficulty is Difficulty.HARD


def test_bounds_are_inclusive_from_below() -> None:
    sizes = {
        count: strata(FlowGraph(nodes=tuple(Node(id=str(i)) for i in range(count)))) for count in (0, 12, 13, 24, 25)
    }
    assert [found.by_size.value for found in sizes.values()] == ["easy", "easy", "medium", "medium", "hard"]
