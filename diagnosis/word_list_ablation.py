"""Worth of the word lists' entries by origin: every engine with all entries, and without some.

    python -m diagnosis.word_list_ablation DATA [--without miss ...] [--engine extract ...]

DATA holds the folders ``paged``, ``flodial``, ``pfdial`` and ``flowexplainbench``. All weights are trained with all
entries; PAGED's anew for each of five folds, the others are those in the package. The lists grew from parts of this
data (their origins say which), so a difference says how much of a figure rests on such entries, and not what they are
worth on unseen data.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from diagnosis._attribution import outcomes
from diagnosis._dialogue import comparisons, row, single_turns
from diagnosis._planning import SHIPPED, drawn, half, read, scores
from diagramloop.data.sources import Chart, Document, FloDial, Paged, PFDial, Transition
from diagramloop.engines.converse import agent, simulator
from diagramloop.engines.converse.embedded import EmbeddedMatcher
from diagramloop.engines.generate.planning import methodologist, visual_translator
from diagramloop.engines.training.language.folds import cross_validated
from diagramloop.scores import similarity_named
from diagramloop.scores.counts import f1
from diagramloop.scores.extraction import score_extraction
from diagramloop.scores.extraction_metrics import EXTRACTION_METRICS

WordLists = Mapping[str, Sequence[str]]
Figures = Iterator[tuple[str, float]]
METHOD_TEXTS = Path(__file__).parent / "method_texts"


def extract(data: Path, lists: WordLists) -> Figures:
    """F1 on PAGED by the published evaluator's arithmetic, each document by a tagger that has not seen it."""
    documents = [one for one in Paged(data / "paged").documents() if isinstance(one, Document)]
    compared = [score_extraction(graph, one.graph) for one, graph in cross_validated(documents, lists)]
    for metric in EXTRACTION_METRICS:
        if metric.name.startswith("paged_official/") and metric.name.endswith("_f1") and metric.count is not None:
            counts = [metric.count(comparison) for comparison in compared]
            total = np.array([(c.correct, c.predicted, c.found, c.gold) for c in counts]).sum(axis=0)
            yield f"PAGED {metric.name.removeprefix('paged_official/')}", float(f1(total))


def converse(data: Path, lists: WordLists) -> Figures:
    """FloCA's metrics on FloDial, and the share of PFDial's single turns that are understood."""
    source = FloDial(data / "flodial")
    guide, user = agent("floca", word_lists=lists), simulator("replay")
    found = row([one for _, one in comparisons(source, guide, user, budget=2, by_the_letter=False)])
    yield from ((f"FloDial {name}", found[name]) for name in ("INGA", "TNGA", "PCA", "NSR"))
    pfdial = PFDial(data / "pfdial")
    charts = {one.id: one for one in pfdial.charts() if isinstance(one, Chart)}
    steps = [one for one in pfdial.transitions() if isinstance(one, Transition)]
    turns = Counter(single_turns(charts, steps, EmbeddedMatcher(lists)))
    for part in ("dev", "held"):
        for kind in ("decision", "operation"):
            right, wrong = turns[part, kind, True], turns[part, kind, False]
            yield f"PFDial turns at a {kind}, {part}", right / (right + wrong)


def attribute(data: Path, lists: WordLists) -> Figures:
    """Micro F1 on FlowExplainBench; the weights saw these charts."""
    found = outcomes(data / "flowexplainbench", "embedded", "graph", None, word_lists=lists)
    counts = [one.comparison.counts for one in found]
    right, named, gold = (sum(getattr(c, field) for c in counts) for field in ("correct", "predicted", "gold"))
    yield "FlowExplainBench node F1", 2 * right / (named + gold)


def plan(_: Path, lists: WordLists) -> Figures:
    """One-to-one node and edge F1 of the plans of the shipped papers and of the texts written after the agents."""
    similarity = similarity_named("minilm")
    method = methodologist("embedded", word_lists=lists).method
    translator = visual_translator("embedded", word_lists=lists)
    for folder in (SHIPPED, METHOD_TEXTS):
        papers = read(folder)
        for part in ("dev", "held"):
            rows = [scores(drawn(p, method, translator), p, similarity)[-2:] for p in papers if half(p) == part]
            node, edge = np.mean(rows, axis=0).tolist()
            yield f"{folder.name} {part}, node F1", node
            yield f"{folder.name} {part}, edge F1", edge


ENGINES: dict[str, Callable[[Path, WordLists], Figures]] = {
    "extract": extract,
    "converse": converse,
    "attribute": attribute,
    "plan": plan,
}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--without", nargs="+", default=["miss"])
    parser.add_argument("--engine", nargs="+", choices=ENGINES, default=list(ENGINES))
    given = parser.parse_args()
    print(f"{'':40}{'all':>8}{'without':>9}{'':>9}  (without {', '.join(given.without)})")
    for name in given.engine:
        whole, part = (dict(ENGINES[name](given.data, {"without": out})) for out in ([], given.without))
        for figure, value in whole.items():
            print(f"{figure:40}{value:8.4f}{part[figure]:9.4f}{part[figure] - value:+9.4f}", flush=True)


if __name__ == "__main__":
    main()
