"""The dialogue agents on FloDial, or on the shipped corpus: FloCA's metrics, per chart and over all.

    python -m diagnosis.converse_flodial DATA [--agent floca] [--simulator replay] [--budget 2] [--by-the-letter]
        [--corpus]

DATA is the folder that holds flodial/. ``--by-the-letter`` counts the reference's own exchanges alone, not those from
the chart's root.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from diagnosis._dialogue import COLUMNS, comparisons, row, show
from diagramloop.converse import agent, simulator
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.score.dialogue import DialogueComparison
from diagramloop.sources import Corpus, FloDial

CORPUS = shipped_corpus()


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
