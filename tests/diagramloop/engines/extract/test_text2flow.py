"""The whole loop without a model."""

from __future__ import annotations

from pathlib import Path

import pytest

from diagramloop.data.sources import Document
from diagramloop.data.sources.paged import Paged
from diagramloop.engines.extract import Extraction, Extractor, extractor
from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.graph_builder import BuiltGraph, EmbeddedGraphBuilder
from diagramloop.engines.extract.prioritiser import Prioritiser
from diagramloop.engines.extract.sandbox import Sandbox
from diagramloop.engines.extract.simulation_agent import simulate
from diagramloop.engines.extract.structural_agent import EmbeddedStructuralAgent
from diagramloop.errors import DiagramloopError, GraphError
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import read_triples
from diagramloop.models.chat import Usage

TEXT = "First, open the letter. If it is a bill, pay the bill. Otherwise, file the letter. Finally, the process ends."
FLAWED = "Start -> XOR1\nXOR1 -> (a) one\nXOR1 -> (b) two\nXOR1 -> (c) three\nXOR1 -> (d) four\none -> End"


def sandbox() -> Sandbox:
    return Sandbox("", EmbeddedStructuralAgent(), None, Prioritiser())


def test_it_runs_without_a_model() -> None:
    made = extractor("text2flow")
    assert isinstance(made, Extractor)
    done = made.extract(TEXT)
    assert done.graph.nodes
    assert done.rounds
    assert done.usage == Usage()
    assert done == made.extract(TEXT)


def test_without_the_sandbox_it_is_the_builder() -> None:
    alone = extractor("text2flow", sandbox=False)
    assert alone.name == "text2flow_no_sandbox"
    assert alone.extract(TEXT) == Extraction(extractor("embedded").extract(TEXT).graph)


def test_three_suggestions_a_round_and_what_was_left_comes_first() -> None:
    graph, box = read_triples(FLAWED), sandbox()
    first = box.examine(graph)
    assert len(first) == 3
    assert len({item.frequency for item in first}) == 1
    builder = EmbeddedGraphBuilder(extractor("embedded"))
    graph = builder.refine("", BuiltGraph(graph), first).graph
    assert simulate(graph).sound
    assert box.examine(graph) == ()


def test_a_repair_that_no_longer_fits_is_left_out() -> None:
    def impossible(graph: FlowGraph) -> FlowGraph:
        raise GraphError("gone")

    graph = read_triples(FLAWED)
    builder = EmbeddedGraphBuilder(extractor("embedded"))
    items = [Feedback("words only", structural=False), Feedback("gone", structural=False, repair=impossible)]
    assert builder.refine("", BuiltGraph(graph, "its own lines"), items) == BuiltGraph(graph, "its own lines")


@pytest.mark.long
@pytest.mark.real_data
def test_every_document_of_paged_ends_in_a_graph_or_a_rejection(real_data: Path) -> None:
    made, alone = extractor("text2flow"), extractor("embedded")
    documents = [each for each in Paged(real_data / "paged").documents() if isinstance(each, Document)][::12]
    worse = 0
    for document in documents:
        try:
            graph = made.extract(document.text).graph
        except DiagramloopError:
            continue
        worse += len(simulate(graph).issues) > len(simulate(alone.extract(document.text).graph).issues)
    assert worse <= len(documents) // 20
