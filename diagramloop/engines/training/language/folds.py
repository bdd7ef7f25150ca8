"""Documents of PAGED in folds, and each extracted by weights that have not seen it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from diagramloop.data.sources import Document, Paged
from diagramloop.engines.extract.embedded import Embedded, Weights
from diagramloop.engines.training.language.tagger import examples, train
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph

FOLDS = 5

Extracted = tuple[Document, FlowGraph]


def bucket(document: Document, salt: str, size: int) -> int:
    """A number below ``size`` that depends on the document's id alone."""
    return int(hashlib.sha256(f"{salt}{document.id}".encode()).hexdigest(), 16) % size


def held(document: Document) -> bool:
    """It is only measured."""
    return bucket(document, "", 10) < 3


def cross_validated(
    corpus: Sequence[Document], word_lists: Mapping[str, Sequence[str]] | None = None
) -> Iterator[Extracted]:
    """Every document with the graph extracted by weights trained on the other folds; see ``Embedded``."""
    marked = {document.id: examples(document) for document in corpus}
    for fold in range(FOLDS):
        rest = (d for d in corpus if bucket(d, "fold", FOLDS) != fold)
        weights = train(example for document in rest for example in marked[document.id])
        extractor = Embedded(Weights.of(weights), word_lists)
        for document in corpus:
            if bucket(document, "fold", FOLDS) == fold:
                yield document, _extracted(extractor, document.text)


def _extracted(extractor: Embedded, text: str) -> FlowGraph:
    """The graph; of a text that is rejected the empty one, for none of its flows is found."""
    try:
        return extractor.extract(text).graph
    except DiagramloopError:
        return FlowGraph()


def documents(root: Path) -> list[Document]:
    """PAGED's documents."""
    return [item for item in Paged(root).documents() if isinstance(item, Document)]
