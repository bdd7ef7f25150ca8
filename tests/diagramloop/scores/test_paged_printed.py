"""text2flow's Section 5.1 as it is printed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.procedural import ACTIONS
from diagramloop.graph.triples import read_triples
from diagramloop.scores.counts import Counts
from diagramloop.scores.paged_official import PagedOfficial, official, printed
from tests.diagramloop.graph.procedures import procedures

pytest.importorskip("spacy")

GOLD = "For clerks:\nStart -> read the letter\nread the letter -> XOR1\nXOR1 -> (if it is urgent) call the client\n"
GOLD += "XOR1 -> (otherwise) file the letter\ncall the client -> End\nfile the letter -> End"


def scored(answer: str, gold: str = GOLD) -> PagedOfficial:
    return printed(FlowGraph(), read_triples(gold), answer)


def of(result: PagedOfficial, measure: str, *kinds: NodeKind | EdgeKind) -> Counts:
    return result.counts(measure, kinds)


@given(st.lists(st.from_regex(r"w[a-z]{2,8}", fullmatch=True), unique=True, min_size=2, max_size=8))
def test_of_gold_against_itself_all_is_right(steps: list[str]) -> None:
    gold = "For wa:\n" + "\n".join(f"{one} -> {other}" for one, other in pairwise(["Start", *steps, "End"]))
    result = scored(gold, gold)
    assert of(result, "node", *ACTIONS) == of(result, "actor", *ACTIONS) == Counts.rate(len(steps) + 2, len(steps) + 2)
    assert of(result, "edge", EdgeKind.SEQUENCE) == Counts.rate(len(steps) + 1, len(steps) + 1)


@given(pred=procedures(), gold=procedures())
def test_no_share_exceeds_one(pred: FlowGraph, gold: FlowGraph) -> None:
    result = printed(pred, gold)
    for side in (result.predicted, result.gold):
        assert all(side.right[column] <= count for column, count in side.all.items())


def test_an_answer_that_is_gold_has_everything() -> None:
    result = scored(GOLD)
    assert of(result, "node", *ACTIONS) == Counts(5, 5, 5, 5)  # Start and End count among the actions
    assert of(result, "node", NodeKind.XOR) == Counts(1, 1, 1, 1)
    assert of(result, "edge", EdgeKind.SEQUENCE) == Counts(4, 4, 4, 4)
    assert of(result, "edge", EdgeKind.CONDITION) == Counts(2, 2, 2, 2)
    assert of(result, "actor", *ACTIONS) == Counts(5, 5, 5, 5)


def test_what_is_alike_counts_whole_and_what_is_not_does_not() -> None:
    alike = scored(GOLD.replace("read the letter", "read the long letter"))
    assert of(alike, "node", NodeKind.PROCESS) == Counts(3, 3, 3, 3)
    other = scored(GOLD.replace("file the letter", "go home at once today"))
    assert of(other, "node", NodeKind.PROCESS).correct == 2


def test_the_published_program_adds_up_shares_and_drops_what_it_cannot_compare() -> None:
    answer = GOLD.replace("read the letter", "read the long letter") + "\nqwerty -> uiop"
    ours, published = scored(answer), official(FlowGraph(), read_triples(GOLD), answer)
    assert of(ours, "node", NodeKind.PROCESS).predicted == 5
    assert of(published, "soft_node", NodeKind.PROCESS).predicted == 3
    assert of(published, "soft_node", NodeKind.PROCESS).correct != of(ours, "node", NodeKind.PROCESS).correct


def test_a_gateway_needs_its_type_and_a_neighbour() -> None:
    assert of(scored(GOLD.replace("XOR1", "AND1")), "node", NodeKind.AND).correct == 0
    alone = "For clerks:\nqwerty uiop asdf -> XOR1\nXOR1 -> (if it is urgent) zxcv bnm"
    assert of(scored(alone), "node", NodeKind.XOR) == Counts(0, 1, 0, 1)
    anchored = "For clerks:\nread the letter -> XOR1\nXOR1 -> (never) zxcv bnm"
    assert of(scored(anchored), "node", NodeKind.XOR) == Counts(1, 1, 1, 1)


def test_a_condition_is_compared() -> None:
    flows = of(scored(GOLD.replace("if it is urgent", "if pigs fly today")), "edge", EdgeKind.CONDITION)
    assert (flows.correct, flows.predicted) == (1, 2)


@given(st.integers(1, 5))
def test_a_line_told_again_is_one_line(times: int) -> None:
    once, again = scored(GOLD), scored("\n".join([GOLD] * times))
    assert (once.predicted.all, dict(once.predicted.right)) == (again.predicted.all, dict(again.predicted.right))


def test_an_empty_answer_has_nothing_of_all_there_is() -> None:
    assert of(scored("no graph at all"), "node", NodeKind.PROCESS) == Counts(0, 0, 0, 3)


def test_too_many_lines_are_refused() -> None:
    answer = "\n".join(f"step {number} -> step {number + 1}" for number in range(200_000))
    with pytest.raises(DiagramloopError) as caught:
        scored(answer)
    assert caught.value.reason is RejectionReason.TOO_LARGE
