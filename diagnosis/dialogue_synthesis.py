"""Holds the dialogues that are synthesised along PFDial's charts, in each voice, and scores an agent on them.

Usage: python -m diagnosis.dialogue_synthesis PFDIAL_FOLDER [AGENT] [--causes]

``recorded`` says what PFDial's users said at the same steps, where they did. Charts whose name has a SHA-256 that
begins with 0 to 7 are the development half, the others are held out. ``--causes`` lists, by voice, at which answers
the conversations left their path.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.data.sources import Chart, Conversation, Dialogue, PFDial, Transition
from diagramloop.engines.converse import agent
from diagramloop.engines.converse.conversation import converse
from diagramloop.engines.converse.simulators.replay import Replay
from diagramloop.engines.converse.synthesis import LabelVoice, ParaphraseVoice, RecordedVoice, Voice, synthesise
from diagramloop.graph.paths import silent_nodes
from diagramloop.scores import ScoreRow, score_comparison, summarise
from diagramloop.scores.dialogue import DialogueComparison

METRICS = [f"dialogue/{name}" for name in ("inga", "tnga", "pca", "nsr", "tr", "coverage_partial")]


def half(chart: str) -> str:
    """``dev`` or ``held``."""
    return "dev" if hashlib.sha256(chart.encode()).hexdigest()[0] in "01234567" else "held"


def left_at(dialogue: Dialogue, held: Conversation) -> str:
    """The label that was to be taken where the conversation left the path, or ``-`` where it did not."""
    before = "the opening"
    for true, stood, label in zip(dialogue.path, held.path, (*dialogue.answers, ""), strict=False):
        if true != stood:
            return before
        before = label or "no label"
    return "-" if held.path == dialogue.path else before


def voices_of(source: PFDial, charts: list[Chart]) -> dict[str, dict[str, Voice]]:
    """By name, the voice that speaks about each chart."""
    recorded: dict[str, list[Transition]] = defaultdict(list)
    for row in source.transitions():
        if isinstance(row, Transition):
            recorded[row.chart].append(row)
    return {
        "labels": {chart.id: LabelVoice() for chart in charts},
        "paraphrases": {chart.id: ParaphraseVoice() for chart in charts},
        "recorded": {chart.id: RecordedVoice(recorded[chart.id]) for chart in charts},
    }


def main(folder: Path, name: Annotated[str, typer.Argument()] = "floca", causes: bool = False) -> None:
    """Prints a line for each voice and half."""
    source, walker = PFDial(folder), agent(name)
    charts = [chart for chart in source.charts() if isinstance(chart, Chart)]
    for voice, speakers in voices_of(source, charts).items():
        rows: dict[str, list[ScoreRow]] = {"dev": [], "held": []}
        missed: Counter[str] = Counter()
        begin, turns = time.perf_counter(), 0
        for chart in charts:
            silent = silent_nodes(chart.graph)
            for dialogue in synthesise(chart, speakers[chart.id]):
                assert isinstance(dialogue, Dialogue)
                held = converse(walker, Replay(), dialogue, chart.graph)
                turns += len(held.turns)
                missed[left_at(dialogue, held)] += 1
                comparison = DialogueComparison(held, dialogue, silent)
                rows[half(chart.id)] += score_comparison(comparison, chart=dialogue.id, metrics=METRICS)
        print(f"{name} {voice}: {turns} turns in {time.perf_counter() - begin:.1f} s")
        for part, found in rows.items():
            scores = [(one.metric.removeprefix("dialogue/"), one.value) for one in summarise(found, seed=0)]
            values = (f"{metric} {value:.3f}" for metric, value in scores if value is not None)
            print(f"  {part} ({len(found) // len(METRICS)} dialogues):", *values)
        if causes:
            print("  left the path at:", dict(missed.most_common(12)))


if __name__ == "__main__":
    typer.run(main)
