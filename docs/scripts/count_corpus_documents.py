"""Contents of the corpus' documents: ``python -m docs.scripts.count_corpus_documents [FOLDER]``."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.data.sources import Corpus, Document
from diagramloop.evaluation.data_sets import shipped_corpus

CORPUS = shipped_corpus()


def main(root: Annotated[Path, typer.Argument()] = CORPUS) -> None:
    """Prints the counts of the data sheet."""
    documents = [item for item in Corpus(root).documents() if isinstance(item, Document)]
    words = [len(document.text.split()) for document in documents]
    actors = [len({node.actor for node in document.graph.nodes if node.actor}) for document in documents]
    kinds = Counter(node.kind.value for document in documents for node in document.graph.nodes)
    flows = Counter(edge.kind.value for document in documents for edge in document.graph.edges)
    print(len(documents), "documents:", dict(Counter(Path(document.origin).parent.name for document in documents)))
    print("words:", min(words), "to", max(words))
    print(kinds.total(), "nodes:", dict(kinds))
    print(flows.total(), "flows:", dict(flows))
    print("actors:", dict(sorted(Counter(actors).items())))


if __name__ == "__main__":
    typer.run(main)
