"""Counts for the data sheets of sources that count_sources.py and count_dialogue_sources.py leave out.

Usage: python -m docs.scripts.count_data_sheets paged:DIR bpmn-miwg:DIR hdbpmn:DIR fc_b:DIR \
    arxiv:diagramloop/corpus/papers
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import typer

from diagramloop.data.sources import Arxiv, BpmnMiwg, FcB, HdBpmn, Paged, Rejected
from diagramloop.graph import FlowGraph


def counted(values: Iterable[str]) -> str:
    """``name count`` pairs, the most frequent first."""
    pairs = sorted(Counter(values).items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {count}" for name, count in pairs) or "none"


def spread(values: list[int]) -> str:
    """Least, median and greatest."""
    return f"{min(values)} to {max(values)}, median {np.median(values):g}"


def report_graphs(graphs: list[FlowGraph]) -> None:
    """Nodes, edges and groups, by kind."""
    print(f"  nodes {sum(len(g.nodes) for g in graphs)}: {counted(n.kind for g in graphs for n in g.nodes)}")
    print(f"  edges {sum(len(g.edges) for g in graphs)}: {counted(e.kind for g in graphs for e in g.edges)}")
    print(f"  groups {sum(len(g.groups) for g in graphs)}; nodes each {spread([len(g.nodes) for g in graphs])}")


def report_rejected(rows: Iterable[object]) -> None:
    """Why what is not usable is not."""
    print(f"  rejected {counted(f'{row.what}/{row.reason}' for row in rows if isinstance(row, Rejected))}")


def paged(root: Path) -> None:
    """Documents."""
    source = Paged(root)
    rows = list(source.documents())
    documents = [row for row in rows if not isinstance(row, Rejected)]
    print(f"  documents {len(documents)}, words {spread([len(one.text.split()) for one in documents])}")
    report_graphs([one.graph for one in documents])
    print(f"  nodes with an actor {sum(bool(node.actor) for one in documents for node in one.graph.nodes)}")
    print(f"  defects {counted(d.kind for d in source.defects() for _ in range(d.count))}")
    report_rejected(rows)


def bpmn_miwg(root: Path) -> None:
    """Diagrams and the tools that drew them."""
    rows = list(BpmnMiwg(root).charts())
    charts = [row for row in rows if not isinstance(row, Rejected)]
    print(f"  diagrams {len(charts)} by {len({chart.domain for chart in charts})} tools")
    report_graphs([chart.graph for chart in charts])
    without = sum(not node.text.strip() for chart in charts for node in chart.graph.nodes)
    print(f"  nodes without text {without}; graphs with a box {sum(_placed(chart.graph) for chart in charts)}")
    report_rejected(rows)


def hdbpmn(root: Path) -> None:
    """Pages drawn by hand, and who drew them."""
    rows = list(HdBpmn(root).pages())
    pages = [row for row in rows if not isinstance(row, Rejected)]
    print(f"  pages {len(pages)} by {len({page.writer for page in pages})} writers")
    print(f"  pages of each split {counted(page.split for page in pages)}")
    report_graphs([page.graph for page in pages])
    print(f"  words {sum(len(page.words) for page in pages)}")
    for split in ("train", "validation", "test"):
        asked = HdBpmn(root, split).questions()
        print(f"  questions made, {split} {counted(one.type for one in asked if not isinstance(one, Rejected))}")
    report_rejected(rows)


def fc_b(root: Path) -> None:
    """Drawings, and who drew them."""
    source = FcB(root)
    rows = list(source.pages())
    pages = [row for row in rows if not isinstance(row, Rejected)]
    print(f"  drawings {len(pages)} by {len({page.writer for page in pages})} writers")
    print(f"  drawings of each split {counted(page.split for page in pages)}")
    report_graphs([page.graph for page in pages])
    print(f"  defects {counted(d.kind for d in source.defects() for _ in range(d.count))}")
    report_rejected(rows)


def arxiv(root: Path) -> None:
    """Papers, their figures and verified graphs."""
    rows = list(Arxiv(root).papers())
    papers = [row for row in rows if not isinstance(row, Rejected)]
    print(f"  papers {len(papers)} ({counted(paper.domain for paper in papers)})")
    print(f"  licences {counted(paper.licence for paper in papers)}")
    words = [sum(len(passage.text.split()) for passage in paper.passages) for paper in papers]
    print(f"  words {spread(words)}; paragraphs {spread([len(paper.passages) for paper in papers])}")
    graphs = [paper.graph for paper in papers if paper.graph]
    print(f"  verified graphs {len(graphs)}, with boxes {sum(map(_placed, graphs))}")
    report_graphs(graphs)
    report_rejected(rows)


def _placed(graph: FlowGraph) -> bool:
    return any(node.box for node in graph.nodes)


REPORTS = {"paged": paged, "bpmn-miwg": bpmn_miwg, "hdbpmn": hdbpmn, "fc_b": fc_b, "arxiv": arxiv}


def main(sources: list[str]) -> None:
    """Print what the module says."""
    for argument in sources:
        name, _, folder = argument.partition(":")
        print(name)
        REPORTS[name](Path(folder))


if __name__ == "__main__":
    typer.run(main)
