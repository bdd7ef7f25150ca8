"""How high XOR would be on PAGED if an oracle chose how each sentence is read.

    python benchmarks/extract_xor_oracle.py --root DATA/paged

The readings are the extractor's, cross-validated, of the dev documents. Sentence by sentence, twice over, the oracle
may deny or claim that a sentence goes on with the question before (a contrast) or concludes all branches, and may drop
its conditions; it keeps what raises the document's XOR counts. The search is greedy and the
builder stays as it is: what it reaches is no bound for other means. Nor is all of it due to where sentences belong: as
a control, an oracle may only leave out sentences without conditions, which says nothing of any choice.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from extract_paged import FOLDS, bucket, held
from extract_xor import score, with_text, without_texts
from train_extractor import documents, examples, train

from diagramloop.extract.embedded.builder import build
from diagramloop.extract.embedded.events import EventKind, Reading
from diagramloop.extract.embedded.reading import read
from diagramloop.extract.embedded.segmentation import sentences
from diagramloop.extract.embedded.tagger import mentions
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.score.paged_official import official
from diagramloop.sources import Document

SWEEPS = 2
RATE = 0.64
"""XOR F1 before, at which an XOR counted more must be right to be worth it."""


def read_documents(corpus: Sequence[Document]) -> Iterator[tuple[Document, list[Reading]]]:
    """The dev documents, each read by a tagger that has not seen it."""
    marked = {document.id: examples(document) for document in corpus}
    for fold in range(FOLDS):
        rest = (document for document in corpus if bucket(document, "fold", FOLDS) != fold)
        weights = train(example for document in rest for example in marked[document.id])
        for document in corpus:
            if bucket(document, "fold", FOLDS) == fold and not held(document):
                found = sentences(document.text)
                yield document, list(read(found, mentions(found, weights)))


def left_out(reading: Reading) -> Iterator[Reading]:
    """The sentence left out, if nothing in it is conditional: the control."""
    if reading.events and not reading.conditional:
        yield replace(reading, events=())


def readings(reading: Reading) -> Iterator[Reading]:
    """Other readings of a sentence."""
    yield replace(reading, concludes=not reading.concludes)
    if reading.conditional:
        yield replace(reading, contrast=not reading.contrast)
        kept = tuple(event for event in reading.events if event.kind is not EventKind.CONDITION)
        yield replace(reading, events=kept)


def worth(made: FlowGraph, gold: FlowGraph) -> float:
    """XORs that count as right, less the rate of those that count at all."""
    counts = official(made, gold).counts("hard_node", (NodeKind.XOR,))
    return float(counts.correct + counts.found - RATE * (counts.predicted + counts.gold))


def best(told: list[Reading], gold: FlowGraph, others: Callable[[Reading], Iterator[Reading]]) -> FlowGraph:
    """The graph of the readings that a greedy search finds to suit the gold graph, one sentence changed at a time."""
    made = build(told)
    for _ in range(SWEEPS):
        for at in range(len(told)):
            for other in list(others(told[at])):
                changed = [*told[:at], other, *told[at + 1 :]]
                graph = build(changed)
                if graph.nodes and worth(graph, gold) > worth(made, gold) + 1e-9:
                    told, made = changed, graph
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, required=True, help="folder with PAGED's JSON")
    found = list(read_documents(documents(parser.parse_args().root)))
    before = [(build(told), document.graph) for document, told in found]
    rows = {"as read": before}
    for title, others in {"as read by the oracle": readings, "control: sentences left out": left_out}.items():
        rows[title] = [(best(list(told), document.graph, others), document.graph) for document, told in found]
    for title, pairs in rows.items():
        plain = [pair for pair in pairs if not with_text(pair[1])]
        silent = [(without_texts(made), without_texts(gold)) for made, gold in pairs]
        figures = np.round([score(pairs), score(plain), score(silent)], 3)
        print(
            "{:.3f} XOR F1, {:.3f} in documents without texts on gold XORs, {:.3f} if no text counted: ".format(
                *figures
            )
            + title
        )


if __name__ == "__main__":
    main()
