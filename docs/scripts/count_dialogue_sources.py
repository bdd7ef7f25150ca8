"""Counts what sources of dialogues hold, and how single turns and paths look.

Usage: python -m docs.scripts.count_dialogue_sources SOURCE:FOLDER ...

For instance ``corpus:diagramloop/corpus flodial:DIR pfdial:DIR``.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import typer

from diagramloop.data.sources import Chart, Dialogue, PFDial, Rejected, TurnKind, open_source
from diagramloop.graph.formats import write
from diagramloop.graph.paths import root_to_terminal_paths
from diagramloop.scores import diversity

MEASURES = {
    "SE": diversity.shannon_entropy,
    "CE": diversity.conditional_bigram_entropy,
    "MSTTR": diversity.mean_segmental_ttr,
    "MTLD": diversity.mtld,
    "HDD": diversity.hdd,
}


def report_charts(charts: list[Chart | Rejected]) -> None:
    """Sizes, paths, and what PlantUML carries of them."""
    graphs = [chart.graph for chart in charts if isinstance(chart, Chart)]
    print(f"  charts {len(graphs)}, rejected {len(charts) - len(graphs)}")
    print(f"  nodes {sum(len(g.nodes) for g in graphs)}, edges {sum(len(g.edges) for g in graphs)}")
    for uses in (1, 2):
        found = [root_to_terminal_paths(graph, edge_uses=uses) for graph in graphs]
        paths, complete = sum(len(one.found) for one in found), all(one.complete for one in found)
        print(f"  paths with each edge at most {uses} times: {paths}{'' if complete else ', capped'}")
    whole = sum(not {"nodes", "edges"} & set(write(graph, "plantuml").dropped) for graph in graphs)
    print(f"  written as PlantUML without losing a node or an edge: {whole}")


def report_utterances(texts: list[str]) -> None:
    """Diversity per turn, averaged (FloCA, Table 3, "Static Ground-truth")."""
    spoken = [words for words in map(diversity.tokens, texts) if words]
    values = {name: np.mean([measure(words) for words in spoken]) for name, measure in MEASURES.items()}
    print("  user turns", len(spoken), *(f"{name} {value:.2f}" for name, value in values.items()))


def report_dialogues(rows: list[Dialogue | Rejected]) -> None:
    """Numbers, initial nodes, kinds of turns."""
    dialogues = [row for row in rows if isinstance(row, Dialogue)]
    print(f"  dialogues {len(dialogues)}, rejected {len(rows) - len(dialogues)}")
    roots, along = sum(one.root_init for one in dialogues), len({one.chart for one in dialogues})
    print(f"  from the root {roots}, along {along} charts")
    turns = [turn for one in dialogues for turn in one.turns]
    kinds = Counter(turn.kind for turn in turns)
    print(f"  utterances {len(turns)}:", ", ".join(f"{kind.value} {kinds[kind]}" for kind in TurnKind))
    report_utterances([turn.text for turn in turns if turn.speaker == "user"])


def report(name: str, root: Path) -> None:
    """All of one source."""
    source = open_source(name, root)
    print(name)
    charts = list(source.charts())
    report_charts(charts)
    faqs = getattr(source, "faqs", lambda _: ())
    print("  FAQs", sum(len(faqs(chart.id)) for chart in charts if isinstance(chart, Chart)))
    if hasattr(source, "dialogues"):
        report_dialogues(list(source.dialogues()))
    if isinstance(source, PFDial):
        rows = list(source.transitions())
        used = [row for row in rows if not isinstance(row, Rejected)]
        print(f"  turns {len(used)};", "rejected", dict(Counter(r.detail for r in rows if isinstance(r, Rejected))))
        report_utterances([row.utterance for row in used])
    if hasattr(source, "defects"):
        print("  defects", dict(Counter(defect.kind for defect in source.defects())))


def main(sources: list[str]) -> None:
    """Print what the module says."""
    for argument in sources:
        name, _, folder = argument.partition(":")
        report(name, Path(folder))


if __name__ == "__main__":
    typer.run(main)
