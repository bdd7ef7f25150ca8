"""Papers with verified graphs, what the planning agents ask for, and how the two are scored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from diagramloop.data.sources import Paper, Passage, open_papers
from diagramloop.engines.generate import graph_of
from diagramloop.engines.generate.planning import VisualTranslator
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.scores import Comparison
from diagramloop.scores.alignment import align_by_text
from diagramloop.scores.similarity import TextSimilarity

SHIPPED = shipped_corpus() / "papers"
COLUMNS = ("sciflow/graph", "node P", "node R", "node F1", "edge P", "edge R", "edge F1", "1:1 node", "1:1 edge")
Method = Callable[[Paper], str]


def half(paper: Paper) -> str:
    """``dev`` or ``held``, by the paper's id."""
    return ("dev", "held")[hashlib.sha256(paper.id.encode()).digest()[0] % 2]


def read(folder: Path) -> list[Paper]:
    """The papers in ``folder`` that have a verified graph; or its method texts, as diagnosis/method_texts has them."""
    texts = sorted(folder.glob("*.json"))
    if not texts:
        found = open_papers("arxiv", folder).papers()
        return [paper for paper in found if isinstance(paper, Paper) and paper.graph is not None]
    return [method_text(path.stem, json.loads(path.read_text("utf-8"))) for path in texts]


def method_text(id: str, said: dict[str, Any]) -> Paper:
    """Paragraphs with their sections, a caption and the graph (Mermaid) as a paper; its figure was never drawn."""
    return Paper(
        id=id,
        source="method_texts",
        domain="",
        licence="",
        title=id,
        abstract="",
        passages=tuple(Passage(section, text) for section, text in said["passages"]),
        caption=said["caption"],
        mentions=(),
        picture=b"",
        graph=read_mermaid(said["graph"]),
    )


def drawn(paper: Paper, method: Method, translator: VisualTranslator) -> FlowGraph:
    """The graph that the prompt asks for; empty where there is none."""
    try:
        return graph_of(translator.prompt(paper.id, method(paper), paper.caption))
    except DiagramloopError as error:
        print(f"  {paper.id}: {error}")
        return FlowGraph()


def scores(asked: FlowGraph, paper: Paper, similarity: TextSimilarity) -> list[float]:
    """One value for each of COLUMNS."""
    assert paper.graph is not None
    gold = paper.graph.without_geometry()
    level = Comparison(asked, gold, similarity).sciflow
    exact = align_by_text(asked, gold, similarity)
    nodes, edges = level.nodes, level.edges
    found = [nodes.precision, nodes.recall, nodes.f1, edges.precision, edges.recall, edges.f1]
    return [level.score, *found, exact.nodes.counts.f1, exact.edges.counts.f1]
