"""The reward is the board's own number for one chart, and takes what TRL's trainers give."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

import diagramloop
from diagramloop.data.sources import Chart, sample
from diagramloop.data.sources.corpus import Corpus
from diagramloop.errors import DiagramloopError, FormatError
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import read, write
from diagramloop.models.answer_text import sayable
from diagramloop.scores import score_pair
from diagramloop.scores.reward import GraphReward

ROOT = Path(diagramloop.__file__).with_name("corpus")
GOLD = "flowchart TD; a[Boil] --> b[Pour]; b --> c{Hot?}; c -- yes --> d[Wait]; c -- no --> e[Drink]"


def board(said: FlowGraph, gold: FlowGraph, metric: str) -> float:
    (row,) = (row for row in score_pair(said, gold, chart="c") if row.metric == metric)
    assert row.counts is not None
    return row.counts.f1


def corpus_charts(count: int) -> list[FlowGraph]:
    return [item.graph for item in sample(Corpus(ROOT).charts(), count) if isinstance(item, Chart)]


@pytest.mark.parametrize("metric", ["text/node_f1", "text/edge_f1"])
def test_a_reward_is_what_the_board_says_of_that_chart(metric: str) -> None:
    charts = corpus_charts(3)
    documents = [write(chart, "mermaid").text for chart in charts]
    said, golds = [*documents, *documents], [*documents, *documents[1:], documents[0]]
    found = GraphReward(weights={metric: 2.0})(said, golds)
    pairs = zip(said, golds, strict=True)
    assert found == [board(read(one, "mermaid"), read(other, "mermaid"), metric) for one, other in pairs]
    assert found[:3] == [1.0] * 3
    assert max(found[3:]) < 1


def test_a_conversation_is_read_as_its_last_message_and_columns_are_passed_over() -> None:
    answer = f"Here it is:\n```mermaid\n{GOLD}\n```\nDone."
    told: dict[str, Any] = {"prompts": [[]], "completion_ids": [[1]], "trainer_state": None, "log_extra": print}
    conversation = [{"role": "assistant", "content": "Let me see."}, {"role": "assistant", "content": answer}]
    assert diagramloop.reward(completions=[conversation], references=[GOLD], **told) == [1.0]
    assert diagramloop.reward.__name__ == "graph_reward"


@pytest.mark.parametrize("said", ["", "I cannot.", "<think> flowchart TD; a[Boil]", "flowchart " + "[" * 5000, "\x00"])
def test_a_completion_without_a_graph_is_worth_nothing_and_the_batch_goes_on(said: str) -> None:
    low, high = diagramloop.reward([said, GOLD], [GOLD, GOLD])
    assert low < 0.1
    assert high == 1.0


def test_a_better_completion_is_worth_more() -> None:
    worse = "flowchart TD; a[Boil] --> b[Pour]"
    reversed_ = "flowchart TD; b[Pour] --> a[Boil]; b --> c{Hot?}; c -- yes --> d[Wait]; c -- no --> e[Drink]"
    none, some, wrong, right = diagramloop.reward(["flowchart TD; x[Sleep]", worse, reversed_, GOLD], [GOLD] * 4)
    assert none < some < wrong < right == 1.0


def test_what_is_broken_on_our_side_is_told() -> None:
    with pytest.raises(FormatError):
        diagramloop.reward(["a"], ["flowchart TD; a[[["])
    with pytest.raises(ValueError, match="zip"):
        diagramloop.reward(["a", "b"], [GOLD])
    with pytest.raises(DiagramloopError, match="no metric of graphs by text 'node_f1'"):
        GraphReward(weights={"node_f1": 1})
    with pytest.raises(DiagramloopError, match="one above 0"):
        GraphReward(weights={})
    with pytest.raises(FormatError, match="mermade"):
        GraphReward("mermade")


def test_unsayable_characters_are_those_of_unicode() -> None:
    every = "".join(map(chr, (*range(0x300), *range(0xD7F0, 0xE010))))
    kept = "".join(sign for sign in every if sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cs"})
    assert sayable(every) == kept
