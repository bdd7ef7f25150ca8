"""Dialogues held once more, and FloCA's metrics of them as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from diagramloop.converse import Agent, UserSimulator, converse, reference_turns
from diagramloop.graph.paths import silent_nodes
from diagramloop.score.dialogue import DialogueComparison
from diagramloop.sources import Chart, Dialogue, DialogueSource

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
