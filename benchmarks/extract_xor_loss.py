"""Where the published evaluator's XOR score is lost on PAGED, line by line, and what a right structure would reach.

    python benchmarks/extract_xor_loss.py --root DATA/paged

The evaluator counts an XOR once for the lines that it begins and once for each other node whose line leads to it, and
asks of each whether the most alike line of the other side has an XOR there, with the same text. All on the dev
documents, extracted cross-validated. First these counts apart: what the XOR does, which end of the line it is, whether
gold gateways of its document have texts; how many, how many right, and what the wrong ones met instead. Then bounds:
the gold graph told in the extractor's own words, and that without the steps that the extractor has not found. Last a
trade-off: the extracted graph with each join that leads straight to a split made one gateway with it, as in gold.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from extract_paged import cross_validated, held
from extract_xor import score, with_text, without_texts
from train_extractor import documents

from diagramloop.graph import Edge, EdgeKind, FlowGraph, NodeKind
from diagramloop.graph.procedural import ACTIONS
from diagramloop.score.counts import f1
from diagramloop.score.extraction import score_extraction
from diagramloop.score.extraction_metrics import EXTRACTION_METRICS
from diagramloop.score.paged_official import lexical, told
from diagramloop.score.paged_official._tally import likeness
from diagramloop.score.paged_official._told import End, Span, spans

FOUND = 0.5
"""Least likeness at which a gold step counts as found, and an extracted text as its words."""
COUNTED = 0.5
"""Least likeness of a line to one of the other side at which the evaluator counts it."""

Pair = tuple[FlowGraph, FlowGraph]


def losses(ours: Sequence[Span], theirs: Sequence[Span]) -> Iterator[tuple[str, str]]:
    """For each XOR of ours that is counted what it is, and ``right`` or what the first of its lines met instead."""
    ways = Counter(span.source.name for span in ours)
    alike = likeness([span.line for span in ours], [span.line for span in theirs])
    met: dict[tuple[str, str], tuple[str, list[str]]] = {}
    for span, row in zip(ours, alike, strict=True):
        if not row.size or row.max() < COUNTED:
            continue
        other = theirs[int(row.argmax())]
        for place, end, there in (("before", span.target, other.target), ("from", span.source, other.source)):
            if end.kind is NodeKind.XOR:
                role = f"{place} a {'split' if ways[end.name] > 1 else 'join'}"
                met.setdefault((end.actor, span.source.name), (role, []))[1].append(_verdict(end, there))
    for role, verdicts in met.values():
        yield role, next((v for v in ("right", "another text") if v in verdicts), verdicts[0])


def _verdict(end: End, there: End) -> str:
    if there.kind is not NodeKind.XOR:
        return str(there.kind)
    return "right" if end.text == there.text or lexical(end.text, there.text) == 1 else "another text"


def show_losses(pairs: Sequence[Pair]) -> None:
    """Print the counts of both sides by role."""
    for side, one in (("extracted", 0), ("gold", 1)):
        table: dict[tuple[str, str], Counter[str]] = {}
        for pair in pairs:
            lines = [spans(told(graph, gold=bool(at)).split("\n")) for at, graph in enumerate(pair)]
            group = "gold has texts" if with_text(pair[1]) else "no texts in gold"
            for role, verdict in losses(lines[one], lines[1 - one]):
                table.setdefault((group, role), Counter())[verdict] += 1
        for (group, role), verdicts in sorted(table.items()):
            wrong = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common() if verdict != "right")
            total = verdicts.total()
            print(f"{side:10}{group:18}{role:16}{total:5}  {verdicts['right'] / total:.2f} right; met: {wrong}")


def reworded(made: FlowGraph, gold: FlowGraph) -> FlowGraph:
    """The gold graph without texts on its XORs, its steps and conditions in the words of the extracted ones."""
    steps = [node.text for node in made.nodes if node.kind in ACTIONS and node.text]
    labels = [edge.label for edge in made.edges if edge.label]
    silent = without_texts(gold)
    return silent.replace(
        nodes=tuple(
            n.model_copy(update={"text": _nearest(n.text, steps)[1]}) if n.kind in ACTIONS else n for n in silent.nodes
        ),
        edges=tuple(e.model_copy(update={"label": _nearest(e.label, labels)[1]}) for e in gold.edges),
    )


def _nearest(text: str, others: Iterable[str]) -> tuple[float, str]:
    """The most alike of some texts and how alike it is; the text itself where none is alike enough."""
    best = max(((lexical(text, other), other) for other in others), default=(0.0, ""))
    return best if best[0] >= FOUND else (best[0], text)


def found_only(made: FlowGraph, gold: FlowGraph) -> FlowGraph:
    """The gold graph without the steps that no extracted step is like; their flows are joined to one."""
    steps = [node.text for node in made.nodes if node.kind in ACTIONS and node.text]
    edges = list(gold.edges)
    missed = [n.id for n in gold.nodes if n.kind is NodeKind.PROCESS and _nearest(n.text, steps)[0] < FOUND]
    for id in missed:
        before = [e for e in edges if e.target == id != e.source and e.kind is not EdgeKind.CONSTRAINT]
        after = [e for e in edges if e.source == id != e.target and e.kind is not EdgeKind.CONSTRAINT]
        edges = [e for e in edges if id not in (e.source, e.target)]
        edges += [_through(one, other) for one in before for other in after if one.source != other.target]
    kept = {(e.source, e.target, e.label, e.kind): e for e in edges}
    return gold.replace(nodes=tuple(n for n in gold.nodes if n.id not in missed), edges=tuple(kept.values()))


def _through(one: Edge, other: Edge) -> Edge:
    lead = one if one.label else other
    return one.model_copy(update={"target": other.target, "label": lead.label, "kind": lead.kind})


def merged(graph: FlowGraph) -> FlowGraph:
    """The graph with each XOR that only joins, straight before one that only splits, made one with it."""
    flows = [edge for edge in graph.edges if edge.kind is not EdgeKind.CONSTRAINT]
    into, out = Counter(edge.target for edge in flows), Counter(edge.source for edge in flows)
    kind = {node.id: node.kind for node in graph.nodes}
    into_split = {
        edge.source: edge.target
        for edge in flows
        if kind[edge.source] is kind[edge.target] is NodeKind.XOR
        and (into[edge.source] > 1, out[edge.source], into[edge.target], out[edge.target] > 1) == (True, 1, 1, True)
    }
    return graph.replace(
        nodes=tuple(node for node in graph.nodes if node.id not in into_split),
        edges=tuple(
            edge.model_copy(update={"target": into_split.get(edge.target, edge.target)})
            for edge in graph.edges
            if edge.source not in into_split
        ),
    )


def strict(pairs: Iterable[Pair]) -> str:
    """Strict F1 of XORs and of flows."""
    compared = [score_extraction(*pair) for pair in pairs]
    values = []
    for metric in EXTRACTION_METRICS:
        if metric.name in {"strict/xor_f1", "strict/flow_f1"} and metric.count is not None:
            counts = [metric.count(comparison) for comparison in compared]
            total = np.array([(c.correct, c.predicted, c.found, c.gold) for c in counts]).sum(axis=0)
            values.append(f"{metric.name} {float(f1(total)):.3f}")
    return ", ".join(values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="folder with PAGED's JSON")
    extracted = cross_validated(documents(parser.parse_args().root))
    pairs = [(made, document.graph) for document, made in extracted if not held(document)]
    show_losses(pairs)
    rows = {
        "extracted": pairs,
        "extracted, joins merged into the splits that follow": [(merged(made), gold) for made, gold in pairs],
        "gold in the extractor's words, no texts on XORs": [(reworded(*pair), pair[1]) for pair in pairs],
        "and only with the steps that it found": [
            (reworded(made, found_only(made, gold)), gold) for made, gold in pairs
        ],
    }
    for title, graphs in rows.items():
        print(f"{score(graphs):.3f} XOR F1, {strict(graphs)}: {title}")


if __name__ == "__main__":
    main()
