"""The dialogue agents on PFDial: dialogues synthesised along every path, and the data's own single turns.

    python -m diagnosis.converse_pfdial DATA [--agent floca] [--limit 20]

DATA is the folder that holds pfdial/. Charts are divided by the SHA-256 of their text into those that were looked at
while the agent was built ("dev") and the others ("held").
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.training._parts import pfdial_part
from diagnosis._dialogue import COLUMNS, row, show, single_turns
from diagramloop.data.sources import Chart, Dialogue, PFDial, Transition
from diagramloop.engines.converse import Agent, agent, converse, simulator
from diagramloop.engines.converse.embedded import EmbeddedMatcher
from diagramloop.engines.converse.synthesis import LabelVoice, ParaphraseVoice, RecordedVoice, Voice, synthesise
from diagramloop.graph.paths import silent_nodes
from diagramloop.scores.dialogue import DialogueComparison


def comparisons(chart: Chart, voice: Voice, guide: Agent, limit: int) -> Iterator[DialogueComparison]:
    """The dialogues of one chart, held."""
    user = simulator("replay")
    for dialogue in synthesise(chart, voice, limit=limit):
        if isinstance(dialogue, Dialogue):
            held = converse(guide, user, dialogue, chart.graph)
            yield DialogueComparison(held, dialogue, silent_nodes(chart.graph))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--agent", default="floca")
    parser.add_argument("--limit", type=int, default=20, help="dialogues per chart and voice")
    given = parser.parse_args()
    source, guide = PFDial(given.data / "pfdial"), agent(given.agent)
    found = list(source.charts())
    charts = {chart.id: chart for chart in found if isinstance(chart, Chart)}
    print(f"{len(charts)} of {len(found)} charts parsed")
    steps = [step for step in source.transitions() if isinstance(step, Transition)]
    print(f"{'':29}" + "".join(f"{column:>12}" for column in COLUMNS))
    for name in ("labels", "paraphrases", "recorded"):
        by_part: dict[str, list[DialogueComparison]] = defaultdict(list)
        for chart in charts.values():
            voice = {
                "labels": LabelVoice(),
                "paraphrases": ParaphraseVoice(),
                "recorded": RecordedVoice([step for step in steps if step.chart == chart.id]),
            }[name]
            by_part[pfdial_part(chart)] += comparisons(chart, voice, guide, given.limit)
        for which in ("dev", "held"):
            show(f"{name}, {which}", len(by_part[which]), row(by_part[which]))
        show(f"{name}, all", sum(map(len, by_part.values())), row([*by_part["dev"], *by_part["held"]]))
    turns: Counter[tuple[str, str, bool]] = Counter(single_turns(charts, steps, EmbeddedMatcher()))
    for which in ("dev", "held"):
        for kind in ("decision", "operation"):
            right, wrong = turns[which, kind, True], turns[which, kind, False]
            print(f"single turns at a {kind}, {which}: {right / max(right + wrong, 1):.4f} of {right + wrong}")


if __name__ == "__main__":
    main()
