"""The gold of dialogues: every score at its best, and the words of the reference's user (FloCA, Table 3)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from diagramloop.data.dialogues.references import Reference, annotated
from diagramloop.data.sources import Corpus, DialogueSource, FloDial
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.evaluation.dialogue import DialogueItem
from diagramloop.scores import diversity, summarise


def items(source: DialogueSource) -> Iterator[DialogueItem]:
    for one in annotated(source):
        if isinstance(one, Reference):
            yield DialogueItem("x", one.dialogue, one.voice, one.chart.graph)


@pytest.fixture
def corpus() -> list[DialogueItem]:
    return list(items(Corpus(shipped_corpus())))


def test_the_golds_user_says_what_the_references_said(corpus: list[DialogueItem]) -> None:
    for item in corpus:
        said = [turn.text for turn in item.gold.turns if turn.speaker == "user"]
        assert said == [turn.text for turn in item.reference.turns if turn.speaker == "user"]
        assert tuple(turn.node for turn in item.gold.turns if turn.speaker == "agent") == item.reference.path


def test_the_golds_user_speaks_where_the_references_did(corpus: list[DialogueItem]) -> None:
    for item in corpus:
        stands = [turn.node for turn in item.gold.turns if turn.speaker == "user"]
        spoken = [turn.node for turn in item.reference.turns if turn.speaker == "user"]
        assert all(node in (None, here) for node, here in zip(spoken, stands, strict=True))


def test_the_gold_has_the_diversity_of_the_reference(corpus: list[DialogueItem]) -> None:
    rows = [row for item in corpus for row in item.score(item.gold, ["dialogue/se", "dialogue/tr_paper_budget"])]
    entropy, timeouts = summarise(rows, seed=0)
    turns = [turn.text for item in corpus for turn in item.reference.turns if turn.speaker == "user"]
    spoken = [words for words in map(diversity.tokens, turns) if words]
    assert entropy.value == pytest.approx(np.mean([diversity.shannon_entropy(words) for words in spoken]))
    assert timeouts.value == 0


def test_the_static_ground_truth_of_flodial(real_data) -> None:
    """The paper's Table 3 prints 3.61, 0.13, 0.91, 37.09 and 14.48 on all 484 dialogues; these are 222 of them."""
    names = [f"dialogue/{name}" for name in ("se", "ce", "msttr", "mtld", "hdd")]
    rows = [row for item in items(FloDial(real_data / "flodial")) for row in item.score(item.gold, names)]
    values = [summary.value for summary in summarise(rows, seed=0)]
    assert values == pytest.approx([3.61, 0.13, 0.91, 37.09, 14.48], rel=0.1)
