"""Bounds of XOR on PAGED: gold told without texts on its gateways, and the embedded extractor with and without them.

    python -m diagnosis.extract_bounds --root DATA/paged [--part all|dev|held]

The published evaluator counts a gateway only where its text is equal and its line, with the gateway's number, resembles
the other side's. So gold itself is scored without the texts on XOR gateways, which is the ceiling of who writes none,
and with the gateways numbered the other way round, too. Then the extractor, each document with weights that have not
seen it (five folds): as it is, on documents whose gold has such texts and on the others, told gold's texts, and as if
no text counted.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from diagnosis._gateway_figures import Pair, heading, show
from diagramloop.engines.training.language.folds import cross_validated, documents, held
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.scores.counterparts import counterparts


def untitled(graph: FlowGraph) -> FlowGraph:
    """The graph without texts on its XOR gateways."""
    nodes = (node.model_copy(update={"text": ""}) if node.kind is NodeKind.XOR else node for node in graph.nodes)
    return graph.model_copy(update={"nodes": tuple(nodes)})


def renumbered(graph: FlowGraph) -> FlowGraph:
    """The graph with its XOR gateways in the opposite order, and so with other numbers."""
    gateways = [node for node in graph.nodes if node.kind is NodeKind.XOR]
    nodes = (gateways.pop() if node.kind is NodeKind.XOR else node for node in graph.nodes)
    return graph.model_copy(update={"nodes": tuple(nodes)})


def retitled(graph: FlowGraph, gold: FlowGraph) -> FlowGraph:
    """The graph with the texts of gold's counterparts on its XOR gateways, and none on those without counterpart."""
    partners, meant = counterparts(graph, gold), gold.node_by_id
    texts = {id: meant[partner].text for id, partner in partners.items()}
    nodes = (
        node.model_copy(update={"text": texts.get(node.id, "")}) if node.kind is NodeKind.XOR else node
        for node in graph.nodes
    )
    return graph.model_copy(update={"nodes": tuple(nodes)})


def titled(graph: FlowGraph) -> bool:
    """Some XOR gateway has a text."""
    return any(node.text for node in graph.nodes if node.kind is NodeKind.XOR)


def bounds(golds: Sequence[FlowGraph]) -> None:
    """Print what gold scores when it is told in part."""
    show("gold", ((gold, gold) for gold in golds))
    show("gold without texts on XORs", ((untitled(gold), gold) for gold in golds))
    show("the same, with other numbers", ((renumbered(untitled(gold)), gold) for gold in golds))


def extracted(pairs: Sequence[Pair]) -> None:
    """Print what the extractor scores with texts and without."""
    show("embedded, cross-validated", pairs)
    show("the same, documents with texts on gold XORs", [pair for pair in pairs if titled(pair[1])])
    show("the same, the other documents", [pair for pair in pairs if not titled(pair[1])])
    show("embedded with gold's texts on its XORs", ((retitled(one, gold), gold) for one, gold in pairs))
    show("embedded without texts on XORs", ((untitled(one), gold) for one, gold in pairs))
    show("embedded, as if no text on XORs counted", ((untitled(one), untitled(gold)) for one, gold in pairs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="folder with PAGED's JSON")
    parser.add_argument("--part", choices=("all", "dev", "held"), default="all")
    options = parser.parse_args()
    corpus = documents(options.root)
    chosen = {d.id for d in corpus if options.part == "all" or held(d) == (options.part == "held")}
    print(heading())
    bounds([document.graph for document in corpus if document.id in chosen])
    extracted([(graph, document.graph) for document, graph in cross_validated(corpus) if document.id in chosen])


if __name__ == "__main__":
    main()
