"""Why the embedded extractor misses elements of PAGED's gold graphs, column by column.

    python -m diagnosis.extract_causes --root DATA/paged [--examples 3]

On the dev documents alone, cross-validated (see ``extract_paged.py``). Each gold element that is not there is filed
under the first stage that lost it: not mentioned in the document's words, mention not marked by the tagger, node
there but the flow to it from elsewhere, and so on; what was made without gold is filed beside it.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from diagramloop.data.sources import Document
from diagramloop.engines.extract.embedded.likeness import likeness
from diagramloop.engines.extract.embedded.segmentation import sentences
from diagramloop.engines.extract.embedded.tagger import MentionKind
from diagramloop.engines.training.language.alignment import Element, elements, windows
from diagramloop.engines.training.language.folds import cross_validated, documents, held
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind

ALIKE = 0.6
"""Least likeness of content words at which two nodes are taken for one."""
ACTIONS = {NodeKind.PROCESS, NodeKind.START, NodeKind.END}
GATEWAYS = {NodeKind.XOR, NodeKind.AND, NodeKind.OR}

Cause = tuple[str, str, str]
"""Column, cause and an example."""


def causes(document: Document, made: FlowGraph) -> Iterator[Cause]:
    """Every miss of one document."""
    gold = document.graph
    told = sentences(document.text)
    mentioned = {e.text for e in elements(gold) if any(w.likeness >= ALIKE for w in windows(e, told, most=1))}
    for node in gold.nodes:
        if node.text and node.kind not in GATEWAYS:
            yield from _node_cause(node, made, mentioned)
    for node in made.nodes:
        if node.kind in ACTIONS and node.text and _same(node, gold, ACTIONS) is None:
            yield "action", "made without gold", node.text
    for edge in gold.edges:
        yield from _edge_cause(edge, gold, made)
    yield from _gateway_causes(gold, made)
    yield from _actor_cause(document, gold, made)


def _node_cause(node: Node, made: FlowGraph, mentioned: set[str]) -> Iterator[Cause]:
    kinds = ACTIONS if node.kind in ACTIONS else {node.kind}
    column = "action" if node.kind in ACTIONS else node.kind.value
    found = _same(node, made, kinds)
    if found is None and _same(node, made, set(NodeKind)) is not None:
        yield column, "made as another kind", node.text
    elif found is None:
        yield column, "not found in it" if node.text in mentioned else "not in the document's words", node.text
    elif found.kind is not node.kind:
        yield column, f"{node.kind.value} made as {found.kind.value}", node.text


def _edge_cause(edge: Edge, gold: FlowGraph, made: FlowGraph) -> Iterator[Cause]:
    source, target = gold.node_by_id[edge.source], gold.node_by_id[edge.target]
    example = f"{source.text or source.kind.value} -> ({edge.label}) {target.text or target.kind.value}"
    column = edge.kind.value
    if edge.kind is EdgeKind.CONDITION:
        best = max((likeness(edge.label, other.label) for other in made.edges if other.label), default=0.0)
        if best < ALIKE:
            yield column, "no condition like it", example
        return
    ends = [_same(node, made, {node.kind}) for node in (source, target)]
    if source.kind in GATEWAYS or target.kind in GATEWAYS or not (source.text and target.text):
        return
    if None in ends:
        yield column, "an end is not there", example
        return
    pairs = {(made.node_by_id[other.source].text, made.node_by_id[other.target].text) for other in made.edges}
    texts = tuple(end.text for end in ends if end is not None)
    if texts in pairs:
        return
    backwards = texts[::-1] in pairs
    yield column, "the other way round" if backwards else _instead(ends[1], made), example


def _instead(target: Node | None, made: FlowGraph) -> str:
    """Sources from which the target is reached where the gold source does not lead to it."""
    before = {made.node_by_id[edge.source].kind.value for edge in made.edges if target and edge.target == target.id}
    return f"reached from {'/'.join(sorted(before)) or 'nowhere'}"


def _gateway_causes(gold: FlowGraph, made: FlowGraph) -> Iterator[Cause]:
    for kind in (NodeKind.XOR, NodeKind.AND):
        counts = [sum(node.kind is kind for node in graph.nodes) for graph in (gold, made)]
        if counts[0] != counts[1]:
            few = "too few" if counts[1] < counts[0] else "too many"
            yield kind.value, f"{few} in the document", f"{counts[0]} in gold, {counts[1]} made"
        for node in gold.nodes:
            if node.kind is kind and node.text and not any(n.text.lower() == node.text.lower() for n in made.nodes):
                yield kind.value, "text on the gateway", node.text


def _actor_cause(document: Document, gold: FlowGraph, made: FlowGraph) -> Iterator[Cause]:
    wanted, found = ({node.actor for node in graph.nodes if node.actor} for graph in (gold, made))
    for actor in sorted(wanted):
        if not any(likeness(actor, other) >= ALIKE for other in found):
            near = windows(Element(MentionKind.ACTOR, actor), sentences(document.text), most=1)
            yield "actor", "not found in it" if near else "not in the document's words", actor
    for actor in sorted(found):
        if not any(likeness(actor, other) >= ALIKE for other in wanted):
            yield "actor", "made without gold", actor


def _same(node: Node, graph: FlowGraph, kinds: set[NodeKind]) -> Node | None:
    near = [
        (likeness(node.text, other.text), other.id, other)
        for other in graph.nodes
        if other.kind in kinds and other.text
    ]
    best = max(near, default=(0.0, "", None), key=lambda pair: (pair[0], pair[1]))
    return best[2] if best[0] >= ALIKE else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="folder with PAGED's JSON")
    parser.add_argument("--examples", type=int, default=0, help="of each cause to print")
    options = parser.parse_args()
    filed: dict[tuple[str, str], list[str]] = defaultdict(list)
    for document, graph in cross_validated(documents(options.root)):
        if not held(document):
            for column, cause, example in causes(document, graph):
                filed[column, cause].append(f"{document.id}: {example}")
    for (column, cause), examples in sorted(filed.items(), key=lambda item: (item[0][0], -len(item[1]))):
        print(f"{column:16}{len(examples):6}  {cause}")
        for example in examples[: options.examples]:
            print(f"{'':24}{example}")


if __name__ == "__main__":
    main()
