"""The documents that ship with diagramloop: their graphs are sound, and say what the texts say."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from diagramloop.data.sources import Corpus, Document
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.graph.paged_json import read_paged, write_paged
from diagramloop.graph.triples import write_triples

ROOT = shipped_corpus()
DOCUMENTS = [item for item in Corpus(ROOT).documents() if isinstance(item, Document)]
GATEWAYS = (NodeKind.XOR, NodeKind.OR, NodeKind.AND)
ARTIFACTS = (NodeKind.DATA_OBJECT, NodeKind.TEXT_ANNOTATION)


def test_none_is_rejected_and_all_have_both_parts() -> None:
    assert len(DOCUMENTS) == len(list(ROOT.glob("documents/*/*.txt"))) == len(list(ROOT.glob("documents/*/*.triples")))
    assert len(DOCUMENTS) >= 16
    assert set(Counter(Path(document.origin).parent.name for document in DOCUMENTS)) == {
        "everyday",
        "office",
        "technical",
    }


def test_everything_occurs() -> None:
    nodes = [node for document in DOCUMENTS for node in document.graph.nodes]
    assert min(Counter(node.kind for node in nodes)[kind] for kind in (*GATEWAYS, *ARTIFACTS)) >= 5
    actors = [len({node.actor for node in document.graph.nodes} - {""}) for document in DOCUMENTS]
    assert min(actors) == 0
    assert max(actors) >= 3


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.id)
def test_a_text_has_40_to_250_words_and_its_graph_uses_them(document: Document) -> None:
    words = set(re.findall(r"\w+", document.text.lower()))
    assert 40 <= len(document.text.split()) <= 250
    said = {word for node in document.graph.nodes for word in re.findall(r"\w+", node.text.lower())}
    stems = {word[:3] for word in words}
    assert len([word for word in said - words if word[:3] not in stems]) <= 2  # inflected (gets, give), or a pronoun


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.id)
def test_a_graph_is_as_it_should_be(document: Document) -> None:
    graph = document.graph
    assert write_triples(graph).dropped == ()
    assert read_paged(_body(graph))[1] == {}
    for node in graph.nodes:
        out = sum(edge.source == node.id and edge.kind != "constraint" for edge in graph.edges)
        into = sum(edge.target == node.id and edge.kind != "constraint" for edge in graph.edges)
        if node.kind in GATEWAYS:
            assert max(out, into) >= 2
            assert min(out, into) == 1
        elif node.kind not in ARTIFACTS:
            assert into == 0 if node.kind is NodeKind.START else into >= 1
            assert out == (0 if node.kind is NodeKind.END else 1)
            assert into <= 1 or node.kind is NodeKind.END


def _body(graph: FlowGraph) -> dict[str, object]:
    body: dict[str, object] = json.loads(write_paged(graph).text)
    return body
