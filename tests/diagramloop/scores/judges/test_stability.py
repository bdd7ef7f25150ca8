"""Stability of judges: a steady one, one that wavers, one that looks at the order, one that is silent."""

from __future__ import annotations

from itertools import count

from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.scores.judges.stability import over_order, over_repeats
from diagramloop.scores.parts import Part

ASKED = [
    ("make tea", read_mermaid(f"flowchart TD; {'-->'.join(f'n{at}[{at}]' for at in range(n))}")) for n in (2, 4, 6)
]


class Scripted:
    """A judge that marks by a rule."""

    name = "scripted"

    def __init__(self, rule: object) -> None:
        self._rule, self._asked = rule, count()

    def alignment(self, prompt: str, graph: FlowGraph | None) -> Part:
        return Part(self._rule(graph, next(self._asked)), self.name)  # type: ignore[operator]

    def visual_flow(self, picture: bytes | None) -> Part:
        return Part(None, self.name, "not asked")


def test_a_judge_that_looks_at_what_there_is_agrees_with_itself() -> None:
    steady = Scripted(lambda graph, _: len(graph.nodes) / 8)
    for found in (over_repeats(steady, ASKED), over_order(steady, ASKED)):
        assert (found.icc, found.kappa, found.identical, found.units, found.unmarked) == (1, 1, 1, 3, 0)


def test_a_judge_that_looks_at_the_order_shows_when_the_order_changes() -> None:
    by_order = Scripted(lambda graph, _: int(graph.nodes[0].text) / 8)
    assert over_repeats(by_order, ASKED).identical == 1
    found = over_order(by_order, ASKED)
    assert found.identical is not None
    assert found.identical < 1
    assert over_order(by_order, ASKED) == found  # the same orders of the same seed


def test_a_judge_that_wavers_shows_when_it_is_asked_again() -> None:
    found = over_repeats(Scripted(lambda graph, number: number % 5 / 4), ASKED)
    assert found.icc is not None
    assert found.icc < 0.5
    assert found.identical == 0


def test_what_has_no_mark_is_counted_and_left_out() -> None:
    silent = Scripted(lambda graph, number: None if number == 4 else len(graph.nodes) / 8)
    found = over_repeats(silent, ASKED)
    assert (found.units, found.unmarked) == (2, 1)
    nothing = over_repeats(Scripted(lambda *_: None), ASKED)
    assert (nothing.icc, nothing.kappa, nothing.identical, nothing.units) == (None, None, None, 0)
