"""The dialogue agents on PFDial: dialogues synthesised along every path, and the data's own single turns.

    python -m diagnosis.converse_pfdial DATA [--agent floca] [--limit 20]

DATA is the folder that holds pfdial/. Charts are divided by the SHA-256 of their text into those that were looked at
while the agent was built ("dev") and the others ("held").
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.training._parts import pfdial_part
from diagnosis._dialogue import COLUMNS, row, show
from diagramloop.converse import Agent, Grounding, Option, agent, converse, simulator
from diagramloop.converse.embedded import EmbeddedMatcher
from diagramloop.converse.flowchart_tool import FlowchartTool
from diagramloop.converse.synthesis import LabelVoice, ParaphraseVoice, RecordedVoice, Voice, synthesise
from diagramloop.graph.paths import silent_nodes
from diagramloop.score.dialogue import DialogueComparison
from diagramloop.sources import Chart, Dialogue, PFDial, Transition


def comparisons(chart: Chart, voice: Voice, guide: Agent, limit: int) -> Iterator[DialogueComparison]:
    """The dialogues of one chart, held."""
    user = simulator("replay")
    for dialogue in synthesise(chart, voice, limit=limit):
        if isinstance(dialogue, Dialogue):
            held = converse(guide, user, dialogue, chart.graph)
            yield DialogueComparison(held, dialogue, silent_nodes(chart.graph))


def single_turns(charts: dict[str, Chart], steps: Sequence[Transition]) -> Iterator[tuple[str, str, bool]]:
    """For each annotated turn: part, whether the node is a decision, and whether the embedded matcher is right."""
    matcher, tools = EmbeddedMatcher(), {id: FlowchartTool(chart.graph) for id, chart in charts.items()}
    for step in steps:
        tool = tools[step.chart]
        edges = tool.out_edges(step.node)
        if step.node == tool.root or not step.utterance.strip():
            continue
        options = tuple(
            Option(edge.attribute, tool.node_attr(edge.target), tool.terminal_check(edge.target)) for edge in edges
        )
        here = Grounding(step.node, tool.node_attr(step.node), tool.kind(step.node), options)
        meant = matcher.match(step.utterance, here).attribute
        right = any(edge.attribute == meant and edge.target == step.next_node for edge in edges)
        yield pfdial_part(charts[step.chart]), "decision" if len(edges) > 1 else "operation", right


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
    turns: Counter[tuple[str, str, bool]] = Counter(single_turns(charts, steps))
    for which in ("dev", "held"):
        for kind in ("decision", "operation"):
            right, wrong = turns[which, kind, True], turns[which, kind, False]
            print(f"single turns at a {kind}, {which}: {right / max(right + wrong, 1):.4f} of {right + wrong}")


if __name__ == "__main__":
    main()
