"""The tagger's training: a small document is learnt, and what is written does not hang on last bits."""

from __future__ import annotations

import numpy as np

from diagramloop.data.sources import Document
from diagramloop.engines.extract.embedded import Weights
from diagramloop.engines.extract.embedded.segmentation import sentences
from diagramloop.engines.extract.embedded.tagger import LABELS, MentionKind, mentions
from diagramloop.engines.training.language.tagger import examples, quantised, train
from diagramloop.graph import Edge, FlowGraph, Node, NodeKind

GRAPH = FlowGraph(
    nodes=(
        Node(id="s", text="", kind=NodeKind.START),
        Node(id="a", text="check order", kind=NodeKind.PROCESS),
        Node(id="b", text="send invoice", kind=NodeKind.PROCESS),
        Node(id="e", text="", kind=NodeKind.END),
    ),
    edges=(Edge(source="s", target="a"), Edge(source="a", target="b"), Edge(source="b", target="e")),
)
DOCUMENT = Document("one", "ours", "CC0-1.0", "Check the order. Then send the invoice.", GRAPH)


def test_what_was_shown_is_marked_again() -> None:
    weights = Weights.of(train(examples(DOCUMENT) * 20))
    found = [mention for row in mentions(sentences(DOCUMENT.text), weights) for mention in row]
    assert [mention.kind for mention in found] == [MentionKind.ACTION, MentionKind.ACTION]
    assert [mention.tokens[-1].text for mention in found] == ["order", "invoice"]


def test_last_bits_do_not_change_what_is_written() -> None:
    random = np.random.default_rng(0)
    size = len(LABELS)
    numbers = [random.normal(size=shape) for shape in ((50, size), (size, size), (size,))]
    moved = [some * (1 + 1e-13 * random.normal(size=some.shape)) for some in numbers]
    assert quantised(*numbers).content() == quantised(*moved).content()


def test_what_is_read_back_is_what_was_learnt_but_for_rounding() -> None:
    random = np.random.default_rng(0)
    size = len(LABELS)
    emission, transition, initial = (random.normal(size=shape) for shape in ((50, size), (size, size), (size,)))
    read = Weights.of(quantised(emission, transition, initial))
    assert np.abs(read.emission - emission).max() < np.abs(emission).max() / 200
    assert np.abs(read.transition - transition).max() < 1e-3
    assert np.abs(read.initial - initial).max() < 1e-3
