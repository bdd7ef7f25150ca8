"""Contents and defects of the data sets: ``python -m docs.scripts.count_sources [FLOWEXPLAINBENCH]``.

Prints the data sheet of the shipped corpus and, given the folder of FlowExplainBench, its counts, defects, and
the agreement of the geometry taken from the drawings with the published boxes where those are sound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from diagramloop.data.sources import Chart, Corpus, FlowExplainBench, Question, Rejected, Source
from diagramloop.data.sources.flowexplainbench import LEAST_SIDE
from diagramloop.evaluation.data_sets import shipped_corpus

BRACKETS = ((5, 8), (9, 15), (16, 29), (30, 45))


def counted(values: Iterable[str]) -> str:
    """``name count`` pairs, sorted by name."""
    return ", ".join(f"{name} {count}" for name, count in sorted(Counter(values).items()))


def data_sheet(source: Source) -> list[Chart]:
    """Prints what a source holds; returns its charts."""
    items = [*source.charts(), *source.questions()]
    charts = [item for item in items if isinstance(item, Chart)]
    questions = [item for item in items if isinstance(item, Question)]
    graphs = [chart.graph for chart in charts]
    print(f"{source.name}: {len(charts)} charts ({counted(c.domain for c in charts)})")
    print(f"  questions {len(questions)} ({counted(q.type for q in questions)})")
    print(f"  rejected {counted(f'{i.what}/{i.reason}' for i in items if isinstance(i, Rejected)) or 'none'}")
    groups = [group for graph in graphs for group in graph.groups]
    print(f"  nodes {sum(len(g.nodes) for g in graphs)}, edges {sum(len(g.edges) for g in graphs)}, ", end="")
    print(f"groups {len(groups)}, nested {sum(group.parent is not None for group in groups)}")
    sizes = np.array([len(g.nodes) for g in graphs])
    print("  sizes " + ", ".join(f"{a}-{b}: {((sizes >= a) & (sizes <= b)).sum()}" for a, b in BRACKETS))
    print(f"  directions {counted(g.direction for g in graphs)}")
    print(f"  shapes {counted(n.shape for g in graphs for n in g.nodes)}")
    print(f"  lines {counted(e.line for g in graphs for e in g.edges)}; ", end="")
    print(f"self-loops {sum(e.source == e.target for g in graphs for e in g.edges)}, ", end="")
    print(f"bidirectional {sum(e.bidirectional for g in graphs for e in g.edges)}, ", end="")
    print(f"headless {sum(e.undirected for g in graphs for e in g.edges)}, ", end="")
    print(f"labelled {sum(bool(e.label) for g in graphs for e in g.edges)}")
    return charts


def iou(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Intersection over union of boxes (n, 4) and (n, 4)."""
    sides = np.minimum(a[:, 2:], b[:, 2:]) - np.maximum(a[:, :2], b[:, :2])
    shared = np.prod(np.maximum(sides, 0), axis=1)
    return shared / (np.prod(a[:, 2:] - a[:, :2], axis=1) + np.prod(b[:, 2:] - b[:, :2], axis=1) - shared)


def agreement(source: FlowExplainBench, charts: list[Chart]) -> None:
    """Prints how the drawings' boxes and the published ones agree."""
    drawn, published = [], []
    for chart in charts:
        boxes = source.published_boxes(chart.id)
        pairs = [(n.box, boxes[n.id]) for n in chart.graph.nodes if n.box and n.id in boxes]
        drawn += [a for a, _ in pairs]
        published += [b for _, b in pairs]
    a, b = np.array(drawn), np.array(published)
    sound = np.min(b[:, 2:] - b[:, :2], axis=1) >= LEAST_SIDE
    overlap = iou(a[sound], b[sound])
    print(f"  nodes in pictures {len(a)}, published boxes sound {sound.sum()}, degenerate {(~sound).sum()}")
    print(f"  IoU of sound ones: least {overlap.min():.3f}, median {np.median(overlap):.3f}")
    print(f"  median offset of their sides in pixels {np.round(np.median(b[sound] - a[sound], axis=0), 2).tolist()}")


def main(flowexplainbench: Annotated[Path | None, typer.Argument()] = None) -> None:
    """Print what the module says."""
    data_sheet(Corpus(shipped_corpus()))
    if flowexplainbench:
        real = FlowExplainBench(flowexplainbench)
        pictured = [chart for chart in data_sheet(real) if chart.picture]
        print(f"  with a picture {len(pictured)}")
        defects = list(real.defects())
        print(f"  defects, items: {counted(d.kind for d in defects)}")
        print(f"  defects, all: {counted(d.kind for d in defects for _ in range(d.count))}")
        agreement(real, pictured)


if __name__ == "__main__":
    typer.run(main)
