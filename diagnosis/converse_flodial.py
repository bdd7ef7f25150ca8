"""The dialogue agents on FloDial, or on the shipped corpus: FloCA's metrics, per chart and over all.

    python -m diagnosis.converse_flodial DATA [--agent floca] [--simulator replay] [--budget 2] [--by-the-letter]
        [--corpus] [--leave-chart-out] [--sure 1.0] [--without miss ...]

DATA is the folder that holds flodial/. ``--by-the-letter`` counts the reference's own exchanges alone, not those from
the chart's root. ``--leave-chart-out`` holds the dialogues along each chart of FloDial with the embedded agent whose
matcher was trained on the seeds and on all other charts' dialogues; with ``--corpus``, on all of FloDial's. Entries of
the word lists that were added after misses, on these charts too, are left out by ``--without miss``.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from diagnosis._dialogue import COLUMNS, comparisons, row, show
from diagramloop.base.text.word_lists import Choice
from diagramloop.data.sources import Chart, Corpus, FloDial
from diagramloop.engines.converse import Agent, agent, simulator
from diagramloop.engines.converse.embedded.matcher import SURE
from diagramloop.engines.converse.floca import FloCA
from diagramloop.engines.training.language.stance import StanceSettings, answers, fitted, seeds
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.scores.dialogue import DialogueComparison

CORPUS = shipped_corpus()


def left_out(source: FloDial | Corpus, given: argparse.Namespace) -> dict[str | None, Agent]:
    """For each chart the embedded agent with a matcher that was trained without it."""
    lists, settings = {"without": given.without}, StanceSettings()
    with Choice(lists).read():
        examples = [*seeds(), *answers(FloDial(given.data / "flodial"))]
        charts = sorted({chart.id for chart in source.charts() if isinstance(chart, Chart)})
        weights = {chart: fitted([one for one in examples if one.group != chart], settings) for chart in charts}
    options = {chart: {"stance": own, "sure": given.sure} for chart, own in weights.items()}
    return {chart: FloCA(matcher=own, word_lists=lists) for chart, own in options.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--agent", default="floca")
    parser.add_argument("--simulator", default="replay")
    parser.add_argument("--budget", type=float, default=2)
    parser.add_argument("--by-the-letter", action="store_true")
    parser.add_argument("--corpus", action="store_true", help="the dialogues that diagramloop ships")
    parser.add_argument("--leave-chart-out", action="store_true")
    parser.add_argument("--sure", type=float, default=SURE, help="of the agent trained so")
    parser.add_argument("--without", nargs="*", default=[], help="origins of entries that do not count, likewise")
    given = parser.parse_args()
    source = Corpus(CORPUS) if given.corpus else FloDial(given.data / "flodial")
    by_chart: dict[str, list[DialogueComparison]] = defaultdict(list)
    guides = left_out(source, given) if given.leave_chart_out else {None: agent(given.agent)}
    user = simulator(given.simulator)
    for chart, guide in guides.items():
        for dialogue, comparison in comparisons(source, guide, user, given.budget, given.by_the_letter, chart):
            by_chart[dialogue.chart].append(comparison)
    print(f"{'':29}" + "".join(f"{column:>12}" for column in COLUMNS))
    for chart, found in sorted(by_chart.items()):
        show(chart, len(found), row(found))
    everything = [one for found in by_chart.values() for one in found]
    show("all", len(everything), row(everything))


if __name__ == "__main__":
    main()
