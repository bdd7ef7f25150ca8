"""Milliseconds of processor time that the reward takes for a completion and its reference, one process, one core.

    python -m benchmarks.reward_speed FOLDER_OF_PAGED [--documents 100]

Completions are the gold of every document with some of its nodes worded anew, as triples and as Mermaid.
"""

from __future__ import annotations

import time
from pathlib import Path

import typer

from diagramloop.data.sources import Document, open_documents
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import write
from diagramloop.scores.reward import GraphReward

ROUNDS = 5


def main(folder: Path, documents: int = 100) -> None:
    """Print the least of five rounds for each format."""
    found = [item for item in open_documents("paged", folder).documents() if isinstance(item, Document)][:documents]
    size = sum(len(document.graph.nodes) for document in found) / len(found)
    print(f"{len(found)} documents of {size:.1f} nodes")
    for format in ("triples", "mermaid"):
        references = [write(document.graph, format).text for document in found]
        completions = [write(_worded_anew(document.graph), format).text for document in found]
        reward, least = GraphReward(format), float("inf")
        values = reward(completions, references)
        for _ in range(ROUNDS):
            began = time.process_time()
            reward(completions, references)
            least = min(least, time.process_time() - began)
        print(f"{format}: {1000 * least / len(found):.2f} ms a pair; mean reward {sum(values) / len(values):.3f}")


def _worded_anew(graph: FlowGraph) -> FlowGraph:
    """Every third node says something else."""
    nodes = (n if at % 3 else n.model_copy(update={"text": f"Step {at}: look"}) for at, n in enumerate(graph.nodes))
    return graph.replace(nodes=tuple(nodes))


if __name__ == "__main__":
    typer.run(main)
