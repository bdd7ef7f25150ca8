"""The dialogue agents on FloDial, or on the shipped corpus: FloCA's metrics, per chart and over all.

    python benchmarks/converse_flodial.py DATA [--agent floca] [--simulator replay] [--budget 2] [--by-the-letter]
        [--corpus]

DATA is the folder that holds flodial/. ``--by-the-letter`` counts the reference's own exchanges alone, not those from
the chart's root.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from diagramloop.converse import Agent, UserSimulator, agent, converse, reference_turns, simulator
from diagramloop.graph.paths import silent_nodes
from diagramloop.score.dialogue import DialogueComparison
from diagramloop.sources import Chart, Corpus, Dialogue, DialogueSource, FloDial

CORPUS = Path(__file__).parents[1] / "corpus"
COLUMNS = ("INGA", "root-init", "middle-init", "TNGA", "PCA", "NSR", "TR", "irrelevant")


def comparisons(
    source: DialogueSource, guide: Agent, user: UserSimulator, budget: float, by_the_letter: bool
) -> Iterator[tuple[Dialogue, DialogueComparison]]:
    """Every usable dialogue held once more."""
    charts = {chart.id: chart.graph for chart in source.charts() if isinstance(chart, Chart)}
    for dialogue in source.dialogues():
        if isinstance(dialogue, Dialogue):
            chart = charts[dialogue.chart]
            share = dialogue.exchanges / reference_turns(dialogue) if by_the_letter else 1
            held = converse(guide, user, dialogue, chart, source.faqs(dialogue.chart), budget=budget * share)
            yield dialogue, DialogueComparison(held, dialogue, silent_nodes(chart))


def row(found: Sequence[DialogueComparison]) -> dict[str, float]:
    """FloCA's metrics of some comparisons."""
    by_start = {start: [one for one in found if one.root_init is start] for start in (True, False)}
    return {
        "INGA": mean(one.initial_node_right for one in found),
        "root-init": mean(one.initial_node_right for one in by_start[True]),
        "middle-init": mean(one.initial_node_right for one in by_start[False]),
        "TNGA": mean(one.terminal_node_right for one in found),
        "PCA": mean(one.path_covered for one in found),
        "NSR": mean(one.node_stay_redundancy() for one in found),
        "TR": mean(one.timed_out for one in found),
        "irrelevant": strayed(found),
    }


def strayed(found: Sequence[DialogueComparison]) -> float:
    """Share of moves on irrelevant utterances; NaN where none was said."""
    counts = [one.irrelevant_moves() for one in found]
    said = sum(count.predicted for count in counts)
    return sum(count.correct for count in counts) / said if said else float("nan")


def mean(values: Iterable[float]) -> float:
    """Their mean; NaN of none."""
    given = [float(value) for value in values]
    return sum(given) / len(given) if given else float("nan")


def show(name: str, count: int, values: dict[str, float]) -> None:
    """One line of the table."""
    print(f"{name:24}{count:5}" + "".join(f"{values[column]:12.4f}" for column in COLUMNS))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--agent", default="floca")
    parser.add_argument("--simulator", default="replay")
    parser.add_argument("--budget", type=float, default=2)
    parser.add_argument("--by-the-letter", action="store_true")
    parser.add_argument("--corpus", action="store_true", help="the dialogues that diagramloop ships")
    given = parser.parse_args()
    source = Corpus(CORPUS) if given.corpus else FloDial(given.data / "flodial")
    by_chart: dict[str, list[DialogueComparison]] = defaultdict(list)
    guide, user = agent(given.agent), simulator(given.simulator)
    for dialogue, comparison in comparisons(source, guide, user, given.budget, given.by_the_letter):
        by_chart[dialogue.chart].append(comparison)
    print(f"{'':29}" + "".join(f"{column:>12}" for column in COLUMNS))
    for chart, found in sorted(by_chart.items()):
        show(chart, len(found), row(found))
    everything = [one for found in by_chart.values() for one in found]
    show("all", len(everything), row(everything))


if __name__ == "__main__":
    main()
