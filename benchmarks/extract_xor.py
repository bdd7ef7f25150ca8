"""What the published evaluator's XOR score can reach on PAGED, and where the embedded extractor loses it.

    python benchmarks/extract_xor.py --root DATA/paged

Controls on all documents: the gold graphs without the texts of their gateways, and with the order (and so the
numbers) of their XORs reversed as well. Then the extractor on the dev documents, cross-validated, apart for those
with and those without texts on gold gateways. Last, oracles: what it would score if no text counted, and if the
tagger found what the gold graph names (the labels it is trained on).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from extract_paged import cross_validated, held
from extractor_alignment import labelled
from train_extractor import documents

from diagramloop.extract.embedded.builder import build
from diagramloop.extract.embedded.reading import read
from diagramloop.extract.embedded.tagger import labelled_mentions
from diagramloop.graph import EdgeKind, FlowGraph, NodeKind
from diagramloop.score.counts import f1
from diagramloop.score.paged_official import lexical, official
from diagramloop.sources import Document


def without_texts(graph: FlowGraph) -> FlowGraph:
    """The graph with nothing written on its XORs."""
    return graph.replace(nodes=tuple(n.model_copy(update={"text": ""}) if _is_xor(n.kind) else n for n in graph.nodes))


def renumbered(graph: FlowGraph) -> FlowGraph:
    """The graph with its XORs listed in reverse, so that each bears another number."""
    reverse = iter([node for node in graph.nodes if _is_xor(node.kind)][::-1])
    return graph.replace(nodes=tuple(next(reverse) if _is_xor(node.kind) else node for node in graph.nodes))


def with_text(graph: FlowGraph) -> bool:
    """Something is written on one of its XORs."""
    return any(_is_xor(node.kind) and node.text for node in graph.nodes)


def score(pairs: Iterable[tuple[FlowGraph, FlowGraph]]) -> float:
    """XOR F1 over pairs of a made and a gold graph."""
    counts = [official(made, gold).counts("hard_node", (NodeKind.XOR,)) for made, gold in pairs]
    return float(f1(np.array([(c.correct, c.predicted, c.found, c.gold) for c in counts]).sum(axis=0)))


def with_labels_of_gold(document: Document) -> FlowGraph:
    """The graph that the builder makes of the mentions that the document's gold graph is aligned to."""
    found, labels = labelled(document.text, document.graph)
    return build(read(found, [list(labelled_mentions(*pair)) for pair in zip(found, labels, strict=True)]))


def written(pairs: Iterable[tuple[FlowGraph, FlowGraph]]) -> Counter[str]:
    """How many texts are written on XORs, in documents whose gold has such texts, and in words of such a text."""
    count: Counter[str] = Counter()
    for made, gold in pairs:
        meant = [node.text for node in gold.nodes if _is_xor(node.kind) and node.text]
        for text in (node.text for node in made.nodes if _is_xor(node.kind) and node.text):
            count.update(written=1, wanted=bool(meant), equal=any(lexical(text, other) == 1 for other in meant))
    return count


def shapes(graph: FlowGraph) -> Counter[str]:
    """How many of its XORs split, join, do neither (one way in and out) or both, and how many joins precede a split."""
    flows = [edge for edge in graph.edges if edge.kind in {EdgeKind.SEQUENCE, EdgeKind.CONDITION}]
    into, out = Counter(edge.target for edge in flows), Counter(edge.source for edge in flows)
    shape = {
        node.id: ("neither", "split", "join", "both")[(out[node.id] > 1) + 2 * (into[node.id] > 1)]
        for node in graph.nodes
        if _is_xor(node.kind)
    }
    chained = (shape.get(edge.source) == "join" and shape.get(edge.target) == "split" for edge in flows)
    return Counter(shape.values()) + Counter({"join before a split": sum(chained)})


def _is_xor(kind: NodeKind) -> bool:
    return kind is NodeKind.XOR


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="folder with PAGED's JSON")
    corpus = documents(parser.parse_args().root)
    golds = [document.graph for document in corpus]
    texts = [node.text for gold in golds for node in gold.nodes if _is_xor(node.kind)]
    print(f"{sum(map(bool, texts)) / len(texts):.3f} of {len(texts)} gold XORs have a text")
    print(f"{score((without_texts(gold), gold) for gold in golds):.3f} gold without these texts")
    print(f"{score((renumbered(without_texts(gold)), gold) for gold in golds):.3f} and with other numbers")
    pairs = [(made, document.graph) for document, made in cross_validated(corpus) if not held(document)]
    print(f"{score(pairs):.3f} extracted, dev")
    print(f"{score(pair for pair in pairs if with_text(pair[1])):.3f} documents with texts on gold XORs")
    print(f"{score(pair for pair in pairs if not with_text(pair[1])):.3f} documents without")
    print(f"{score((without_texts(made), gold) for made, gold in pairs):.3f} extracted, dev, no texts written")
    texts_told = written(pairs)
    print("{written} texts written, {wanted} where gold has some, {equal} in gold's words".format_map(texts_told))
    print(f"{score((without_texts(made), without_texts(gold)) for made, gold in pairs):.3f} if no text counted")
    labelled_pairs = [(with_labels_of_gold(d), d.graph) for d in corpus if not held(d)]
    print(f"{score(labelled_pairs):.3f} with the labels of the gold graphs")
    made, gold = (sum((shapes(pair[side]) for pair in pairs), Counter()) for side in (0, 1))
    for shape in sorted(made | gold):
        print(f"{made[shape]:4} made, {gold[shape]:4} in gold: {shape}")


if __name__ == "__main__":
    main()
