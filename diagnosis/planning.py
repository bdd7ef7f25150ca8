"""Share of the verified graphs that the embedded planning agents find in the papers' texts.

    python -m diagnosis.planning [FOLDER] [--show] [--half dev|held]

FOLDER holds papers (diagramloop/corpus/papers), or texts with graphs alone that were written after the agents
(diagnosis/method_texts).

Each paper's plan (its graph as the prompt describes it) against the graph verified on its framework figure: the mean
over papers of the SciFlow-Bench scores and of one-to-one node and edge F1, all by MiniLM's similarity of texts. The
papers whose id has an even SHA-256 are `dev` (they may be read to improve the agents), the others `held`. Beside the
agents stand yardsticks: the Visual Translator given all of the paper's text, or the caption alone; and the first two
again for papers that are made long, with the introductions, results and the like of all the others around their text.

--show prints what is missed and what is too much, for papers of the dev half only.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from diagnosis._planning import COLUMNS, SHIPPED, Method, drawn, half, read, scores
from diagramloop.data.sources import Paper
from diagramloop.engines.generate.planning import methodologist, visual_translator
from diagramloop.graph import FlowGraph
from diagramloop.scores import similarity_named

ASIDE = re.compile("introduction|related|experiment|result|evaluation|conclusion|discussion", re.IGNORECASE)


def all_of(paper: Paper) -> str:
    """The whole text."""
    return "\n\n".join(passage.text for passage in paper.passages)


def lengthened(paper: Paper, papers: Sequence[Paper]) -> Paper:
    """``paper`` with what the others say that is not about their methods around its own text."""
    others = [passage for other in papers if other.id != paper.id for passage in other.passages]
    talk = [passage for passage in others if ASIDE.search(passage.section)]
    return replace(paper, passages=(*talk[::2], *paper.passages, *talk[1::2]))


def methods(papers: Sequence[Paper]) -> dict[str, Method]:
    """Ways of finding the Visual Translator's text, by name of the row."""
    embedded = methodologist("embedded")
    return {
        "embedded agents": embedded.method,
        "all of the text": all_of,
        "caption alone": lambda _: "",
        "embedded agents, long": lambda paper: embedded.method(lengthened(paper, papers)),
        "all of the text, long": lambda paper: all_of(lengthened(paper, papers)),
    }


def show(asked: FlowGraph, paper: Paper) -> None:
    """Both graphs, as lines."""
    assert paper.graph is not None
    for name, graph in (("gold", paper.graph), ("asked", asked)):
        texts = {node.id: " ".join(node.text.split()) for node in graph.nodes}
        texts |= {group.id: " ".join(group.text.split()) for group in graph.groups}
        print(f"  -- {paper.id}, {name}: {[texts[node.id] for node in graph.nodes]}")
        print(f"     frames: {[texts[group.id] for group in graph.groups]}")
        for edge in graph.edges:
            print(f"     {texts[edge.source]} -> {texts[edge.target]}" + (f" [{edge.label}]" if edge.label else ""))


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path, default=SHIPPED)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--half", choices=("dev", "held"))
    options = parser.parse_args()
    similarity, translator = similarity_named("minilm"), visual_translator("embedded")
    papers = read(options.folder)
    print(f"{'':34}" + " ".join(f"{name:>13}" for name in COLUMNS))
    for name, method in methods(papers).items():
        rows = {paper.id: scores(drawn(paper, method, translator), paper, similarity) for paper in papers}
        for part in ("dev", "held") if options.half is None else (options.half,):
            chosen = [paper for paper in papers if half(paper) == part]
            for paper in chosen:
                print(f"  {paper.id:32}" + " ".join(f"{value:13.3f}" for value in rows[paper.id]))
            means = np.mean([rows[paper.id] for paper in chosen], axis=0) if chosen else []
            print(f"{f'{name}, {part} ({len(chosen)} papers)':34}" + " ".join(f"{value:13.3f}" for value in means))
    if options.show:
        for paper in papers:
            if half(paper) == "dev":
                show(drawn(paper, methods(papers)["embedded agents"], translator), paper)


if __name__ == "__main__":
    main()
