"""Worth of the refinement loop on the embedded engine: text2flow's ablation (Figure 2) without a model.

    python -m benchmarks.training.refinement FOLDER_OF_PAGED

Each row is the embedded extractor with parts of the loop. Strict scores (one to one), micro over documents; the last
column is the gain in the F1 of all flows over the builder alone with its 95 % interval, documents drawn again (paired
bootstrap). Tagger and judge are each fitted on four folds of the documents and used on the fifth, so that no row has
seen its documents; "shipped judge" is the full loop with the judge in the package, which has seen them all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray

from diagramloop.data.sources import Document
from diagramloop.engines.extract.semantic_agent._fragments import gateways
from diagramloop.engines.extract.semantic_agent._gateway_check import gateway_feedback
from diagramloop.engines.extract.semantic_agent._grounding import Grounding
from diagramloop.engines.extract.semantic_agent._judge import Judge, shipped_judge
from diagramloop.engines.extract.simulation_agent import simulate
from diagramloop.engines.training.language.folds import Extracted, cross_validated, documents
from diagramloop.engines.training.language.judge import JudgeSettings, by_fold
from diagramloop.engines.training.language.refined import Parts, refined
from diagramloop.engines.training.language.revision_trials import FLOWS, fold_of, gathered
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.scores.strict import Strict

SAMPLES = 2_000
ROWS = {
    "builder alone (w/o sandbox)": Parts(rounds=0),
    "w/o simulator": Parts(simulator=False),
    "w/o semantic agent": Parts(semantic=False),
    "w/o prioritising": Parts(prioritising=False),
    "text2flow, 1 round": Parts(rounds=1),
    "text2flow": Parts(),
    "text2flow, 4 rounds": Parts(rounds=4),
}


def counted(extracted: Sequence[Extracted]) -> NDArray[np.float64]:
    """(documents, 4, 3) correct, predicted and gold flows: sequence, condition, constraint, and all."""
    table = []
    for document, graph in extracted:
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


def main(folder: Path) -> None:
    """Print the table."""
    built = list(cross_validated(documents(folder)))
    judges = by_fold(gathered(built), JudgeSettings())
    base = counted(built)
    print(f"{'':30} sequence condition constraint  flows  unsound  s/100  gain in flows over the builder")
    for name, parts in ROWS.items():
        report(name, built, base, lambda document: judges[fold_of(document)], parts)
    report("text2flow, shipped judge", built, base, lambda _: shipped_judge(), Parts())
    gateway_check([document for document, _ in built])


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
    built: Sequence[Extracted],
    base: NDArray[np.float64],
    judge: Callable[[Document], Judge],
    parts: Parts,
) -> None:
    """Print a row."""
    start = time.perf_counter()
    after = [(one, refined(one.text, graph, judge(one), parts).graph) for one, graph in built]
    seconds = 100 * (time.perf_counter() - start) / len(built)
    counts = counted(after)
    columns = " ".join(f"{value:9.4f}" for value in f1(counts.sum(axis=0)))
    unsound = sum(bool(graph.nodes) and not simulate(graph).sound for _, graph in after)
    print(f"{name:30} {columns} {unsound:7} {seconds:6.1f}  {gain(counts, base)}")


if __name__ == "__main__":
    typer.run(main)
