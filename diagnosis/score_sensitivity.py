"""DiagramEval's scores over the threshold of text similarity, which its paper does not state.

    python -m diagnosis.score_sensitivity [SIMILARITY]

Of each chart of the corpus, three predictions: its copy with one letter in eight damaged, as a reader makes them; its
copy with every node's text cut to its first half, as a terse writer makes them; and the next chart, which has nothing
to do with it. A good threshold lies where the first two still score and the third no longer does.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Annotated

import typer

from diagramloop.data.sources import Chart, Corpus
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph
from diagramloop.scores import Comparison, TextSimilarity, similarity_named
from diagramloop.scores.diagrameval import CurvePoint, sensitivity, sensitivity_curve

CORPUS = shipped_corpus()


def main(similarity_name: Annotated[str, typer.Argument()] = "lexical") -> None:
    """Print node F1 / path F1 of each prediction under each threshold."""
    similarity = similarity_named(similarity_name)
    graphs = [chart.graph for chart in Corpus(CORPUS).charts() if isinstance(chart, Chart)]
    chance = random.Random(0)
    predictions = {
        "damaged": [_reworded(graph, lambda text: _damaged(text, chance)) for graph in graphs],
        "cut": [_reworded(graph, lambda text: text[: (len(text) + 1) // 2]) for graph in graphs],
        "unrelated": [*graphs[1:], graphs[0]],
    }
    curves = {name: _curve(preds, graphs, similarity) for name, preds in predictions.items()}
    print(f"{len(graphs)} charts, {similarity.name}; node F1 / path F1")
    print("threshold  " + "".join(f"{name:>18}" for name in curves))
    for points in zip(*curves.values(), strict=True):
        print(f"{points[0].threshold:9.2f}  " + "".join(f"{p.node_f1:10.3f} / {p.path_f1:.3f}" for p in points))


def _curve(preds: list[FlowGraph], golds: list[FlowGraph], similarity: TextSimilarity) -> list[CurvePoint]:
    comparisons = [Comparison(pred, gold, similarity) for pred, gold in zip(preds, golds, strict=True)]
    return sensitivity_curve(sensitivity(*c.topologies, c.vertex_similarity) for c in comparisons)


def _reworded(graph: FlowGraph, change: Callable[[str], str]) -> FlowGraph:
    return graph.replace(nodes=tuple(n.model_copy(update={"text": change(n.text)}) for n in graph.nodes))


def _damaged(text: str, chance: random.Random) -> str:
    return "".join("#" if sign.isalnum() and chance.random() < 1 / 8 else sign for sign in text)


if __name__ == "__main__":
    typer.run(main)
