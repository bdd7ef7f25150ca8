"""Worth of the refinement loop on the embedded engine: text2flow's ablation (Figure 2) without a model.

    python -m benchmarks.training.refinement FOLDER_OF_PAGED

Each row is the embedded extractor with parts of the loop. Strict scores (one to one), micro over documents; the last
column is the gain in the F1 of all flows over the builder alone with its 95 % interval, documents drawn again (paired
bootstrap). The embedded judge is fitted on four folds of the documents and used on the fifth, so that no row has seen
its documents; "shipped judge" is the full loop with the weights in the package, which have seen them all.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray

from benchmarks.training._judge_trials import FLOWS, FOLDS, WORTHWHILE, Trial, fitted, fold_of, gathered, held_out
from diagramloop.errors import DiagramloopError
from diagramloop.extract import Extraction
from diagramloop.extract.embedded import Embedded
from diagramloop.extract.graph_builder import EmbeddedGraphBuilder
from diagramloop.extract.prioritiser import Prioritiser
from diagramloop.extract.refinement import MOST_ROUNDS, refine
from diagramloop.extract.sandbox import Sandbox
from diagramloop.extract.semantic_agent import EmbeddedSemanticAgent
from diagramloop.extract.semantic_agent._fragments import gateways
from diagramloop.extract.semantic_agent._gateway_check import gateway_feedback
from diagramloop.extract.semantic_agent._grounding import Grounding
from diagramloop.extract.semantic_agent._judge import Judge, shipped_judge
from diagramloop.extract.semantic_agent._revisions import RevisionKind
from diagramloop.extract.simulation_agent import simulate
from diagramloop.extract.structural_agent import EmbeddedStructuralAgent
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.score.strict import Strict
from diagramloop.sources import Document
from diagramloop.sources.paged import Paged

SAMPLES = 2_000


@dataclass(frozen=True)
class Parts:
    """Which parts of the loop are there."""

    simulator: bool = True
    semantic: bool = True
    prioritising: bool = True
    rounds: int = MOST_ROUNDS


ROWS = {
    "builder alone (w/o sandbox)": Parts(rounds=0),
    "w/o simulator": Parts(simulator=False),
    "w/o semantic agent": Parts(semantic=False),
    "w/o prioritising": Parts(prioritising=False),
    "text2flow, 1 round": Parts(rounds=1),
    "text2flow": Parts(),
    "text2flow, 4 rounds": Parts(rounds=4),
}


def extracted(text: str, built: FlowGraph, judge: Judge, parts: Parts) -> Extraction:
    """The loop from a graph that was built before."""
    sandbox = Sandbox(
        text,
        EmbeddedStructuralAgent() if parts.simulator else None,
        EmbeddedSemanticAgent(judge) if parts.semantic else None,
        Prioritiser() if parts.prioritising else None,
    )
    return refine(text, EmbeddedGraphBuilder(_Built(built)), sandbox.examine, parts.rounds, None)


@dataclass(frozen=True)
class _Built:
    graph: FlowGraph
    name: str = "built"

    def extract(self, text: str) -> Extraction:  # noqa: ARG002
        return Extraction(self.graph)


def judges(trials: list[Trial], f1: float) -> list[Judge]:
    """For each fold a judge that has not seen it, of those kinds of revisions that pay among the others."""
    made: list[Judge] = []
    for fold in range(FOLDS):
        known = [trial for trial in trials if trial.fold != fold]
        by_kind = {kind: [trial for trial in known if trial.kind is kind] for kind in RevisionKind}
        paying = {kind: own for kind, own in by_kind.items() if held_out(own, f1)[0] >= WORTHWHILE}
        made.append({kind: fitted(own, f1) for kind, own in paying.items()})
    return made


def counted(graphs: list[FlowGraph], documents: list[Document]) -> NDArray[np.float64]:
    """(documents, 4, 3) correct, predicted and gold flows: sequence, condition, constraint, and all."""
    table = []
    for graph, document in zip(graphs, documents, strict=True):
        strict = Strict.of(graph, document.graph)
        counts = [strict.flows([kind]) for kind in FLOWS]
        row = [(count.correct, count.predicted, count.gold) for count in counts]
        table.append([*row, tuple(np.sum(row, axis=0))])
    return np.array(table, dtype=np.float64)


def f1(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of (..., 3) summed counts."""
    return 2 * counts[..., 0] / np.maximum(counts[..., 1] + counts[..., 2], 1)


def gain(ours: NDArray[np.float64], base: NDArray[np.float64]) -> str:
    """The difference of micro F1 of all flows and its 95 % interval."""
    random = np.random.default_rng(0)
    drawn = random.integers(len(ours), size=(SAMPLES, len(ours)))
    differences = f1(ours[drawn, 3].sum(axis=1)) - f1(base[drawn, 3].sum(axis=1))
    low, high = np.quantile(differences, [0.025, 0.975])
    whole = f1(ours[:, 3].sum(axis=0)) - f1(base[:, 3].sum(axis=0))
    return f"{whole:+.4f} [{low:+.4f}, {high:+.4f}]"


def built(documents: list[Document]) -> list[FlowGraph]:
    """The embedded extractor's graphs; of a document that it rejects the empty one."""
    extractor = Embedded()
    graphs = []
    for document in documents:
        try:
            graphs.append(extractor.extract(document.text).graph)
        except DiagramloopError:
            graphs.append(FlowGraph())
    return graphs


def main(folder: Path) -> None:
    """Print the table."""
    trials, before = gathered(folder)
    unseen = judges(trials, before)
    documents = [each for each in Paged(folder).documents() if isinstance(each, Document)]
    first = built(documents)
    base = counted(first, documents)
    print(f"{'':30} sequence condition constraint  flows  unsound  s/100  gain in flows over the builder")
    for name, parts in ROWS.items():
        report(name, documents, first, base, lambda id: unseen[fold_of(id)], parts)
    report("text2flow, shipped judge", documents, first, base, lambda _: shipped_judge(), Parts())
    gateway_check(documents)


def gateway_check(documents: list[Document]) -> None:
    """Count the gateways of the references that cue phrases contradict, as they are and with XOR and AND exchanged."""
    told = {"as they are": 0, "exchanged": 0}
    total = 0
    for document in documents:
        grounding = Grounding(document.text)
        total += sum(1 for _ in gateways(document.graph))
        told["as they are"] += sum(1 for _ in gateway_feedback(grounding, document.graph))
        told["exchanged"] += sum(1 for _ in gateway_feedback(grounding, exchanged(document.graph)))
    print(f"of {total} branching gateways in the references the cue phrases contradict: {told}")


def exchanged(graph: FlowGraph) -> FlowGraph:
    """With every XOR an AND and every AND an XOR."""
    other = {NodeKind.XOR: NodeKind.AND, NodeKind.AND: NodeKind.XOR}
    nodes = (node.model_copy(update={"kind": other.get(node.kind, node.kind)}) for node in graph.nodes)
    return graph.replace(nodes=tuple(nodes))


def report(
    name: str,
    documents: list[Document],
    first: list[FlowGraph],
    base: NDArray[np.float64],
    judge: Callable[[str], Judge],
    parts: Parts,
) -> None:
    """Print a row."""
    start = time.perf_counter()
    graphs = [
        extracted(document.text, graph, judge(document.id), parts).graph if graph.nodes else graph
        for document, graph in zip(documents, first, strict=True)
    ]
    seconds = 100 * (time.perf_counter() - start) / len(documents)
    counts = counted(graphs, documents)
    columns = " ".join(f"{value:9.4f}" for value in f1(counts.sum(axis=0)))
    unsound = sum(bool(graph.nodes) and not simulate(graph).sound for graph in graphs)
    print(f"{name:30} {columns} {unsound:7} {seconds:6.1f}  {gain(counts, base)}")


if __name__ == "__main__":
    typer.run(main)
