"""Diagrams found in documents that real tools made: how many, how well they are read, and what is refused.

    python -m benchmarks.documents [--forms printed scanned] [--rounds 4] [--keep FOLDER]

A diagram counts as found where one was read, in the same document, whose nodes or edges agree with its own.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.documents.making import FORMS, ROUNDS, KnownDocument, made_documents
from diagramloop.engines.documents import Diagram, Document, read_document
from diagramloop.graph import Box, FlowGraph
from diagramloop.scores.alignment import Alignment, align, align_by_text

LEAST_AGREEMENT = 0.2  # F1 of the nodes or the edges, from which a reading is one of this diagram
LEAST_OVERLAP = 0.5  # of two nodes that are the same by place


@dataclass
class Counts:
    """Numbers of what is there, found and read."""

    known: int = 0
    found: int = 0
    read: int = 0
    kinds: int = 0
    traps: int = 0
    refused: int = 0
    matched_edges: int = 0
    read_edges: int = 0
    known_edges: int = 0
    missed: list[str] = field(default_factory=list)

    def add(self, known: KnownDocument, document: Document) -> None:
        """Count one document."""
        left = list(document.diagrams)
        self.known += len(known.diagrams)
        self.read += len(left)
        self.traps += known.traps
        for figure in known.diagrams:
            gold = figure.graph
            assert gold is not None
            self.known_edges += len(gold.edges)
            agreement = [_agreement(one, gold) for one in left]
            best = left[agreement.index(max(agreement))] if left else None
            if best is None or max(agreement) < LEAST_AGREEMENT:
                self.missed.append(f"{known.path.parent.name}: {figure.id}")
                continue
            left.remove(best)
            self.found += 1
            self.kinds += best.kind == figure.kind
            self.matched_edges += len(_aligned(best, gold).edges.matched)
        self.read_edges += sum(len(one.graph.edges) for one in document.diagrams)
        self.refused += max(known.traps - len(left), 0)
        self.missed += [f"{known.path.parent.name}: invented a {one.kind} on page {one.place.page}" for one in left]

    def line(self, name: str) -> str:
        """The figures as a row."""
        edges = 2 * self.matched_edges / max(self.read_edges + self.known_edges, 1)
        shares = (
            f"{self.found}/{self.known}",
            f"{self.found}/{self.read}",
            f"{edges:.3f}",
            f"{self.kinds}/{self.found}",
            f"{self.refused}/{self.traps}",
        )
        return f"{name:16}" + "".join(f"{share:>12}" for share in shares)


def _agreement(read: Diagram, gold: FlowGraph) -> float:
    aligned = _aligned(read, gold)
    nodes = 2 * len(aligned.nodes.matched) / max(len(read.graph.nodes) + len(gold.nodes), 1)
    edges = 2 * len(aligned.edges.matched) / max(len(read.graph.edges) + len(gold.edges), 1)
    return max(nodes, edges)


def _aligned(read: Diagram, gold: FlowGraph) -> Alignment:
    """By what is written, or by place in the frame around all nodes, for events and gateways have no words."""
    by_text, by_place = align_by_text(read.graph, gold), align(_framed(read.graph), _framed(gold), LEAST_OVERLAP)
    return max(by_text, by_place, key=lambda one: (len(one.edges.matched), len(one.nodes.matched)))


def _framed(graph: FlowGraph) -> FlowGraph:
    """The same nodes, so that the frame around them all is 1 by 1."""
    boxes = [node.box for node in graph.nodes if node.box is not None]
    if not boxes:
        return graph.replace(size=None)
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    wide = max(box[2] for box in boxes) - left or 1.0
    high = max(box[3] for box in boxes) - top or 1.0

    def within(box: Box | None) -> Box | None:
        if box is None:
            return None
        return (box[0] - left) / wide, (box[1] - top) / high, (box[2] - left) / wide, (box[3] - top) / high

    moved = tuple(node.model_copy(update={"box": within(node.box)}) for node in graph.nodes)
    groups = tuple(group.model_copy(update={"box": within(group.box)}) for group in graph.groups)
    return graph.replace(nodes=moved, groups=groups, size=None)


def measured(folder: Path, forms: Sequence[str], rounds: int) -> dict[str, Counts]:
    """Counts by form, all together under ``all``."""
    counts: dict[str, Counts] = defaultdict(Counts)
    for known in made_documents(folder, forms, rounds):
        document = read_document(known.path)
        counts[known.form].add(known, document)
        counts["all"].add(known, document)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forms", nargs="+", choices=list(FORMS), default=list(FORMS))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--keep", type=Path, help="folder for the documents")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        counts = measured(given.keep or Path(temporary), given.forms, given.rounds)
    print(f"{'':16}" + "".join(f"{head:>12}" for head in ("found", "precision", "edge F1", "kind", "refused")))
    for form, one in counts.items():
        print(one.line(form))
    print("\n".join(counts["all"].missed))


if __name__ == "__main__":
    main()
