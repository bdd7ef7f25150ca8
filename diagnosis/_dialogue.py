"""Dialogues held once more, and FloCA's metrics of them as a table; single turns of PFDial."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchmarks.training._parts import pfdial_part
from diagramloop.data.sources import Chart, Dialogue, DialogueSource, Transition
from diagramloop.engines.converse import Agent, BudgetFrom, Grounding, Option, UserSimulator, converse
from diagramloop.engines.converse.embedded import EmbeddedMatcher
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.graph.paths import silent_nodes
from diagramloop.scores.dialogue import DialogueComparison

COLUMNS = ("INGA", "root-init", "middle-init", "TNGA", "PCA", "NSR", "TR", "irrelevant")


def comparisons(
    source: DialogueSource,
    guide: Agent,
    user: UserSimulator,
    budget: float,
    by_the_letter: bool,
    only: str | None = None,
) -> Iterator[tuple[Dialogue, DialogueComparison]]:
    """Every usable dialogue held once more; those along the chart ``only``, if one is given."""
    charts = {chart.id: chart.graph for chart in source.charts() if isinstance(chart, Chart)}
    for dialogue in source.dialogues():
        if isinstance(dialogue, Dialogue) and only in (None, dialogue.chart):
            chart = charts[dialogue.chart]
            begin = BudgetFrom.START if by_the_letter else BudgetFrom.ROOT
            faqs = source.faqs(dialogue.chart)
            held = converse(guide, user, dialogue, chart, faqs, budget=budget, budget_from=begin)
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


def single_turns(
    charts: dict[str, Chart], steps: Sequence[Transition], matcher: EmbeddedMatcher
) -> Iterator[tuple[str, str, bool]]:
    """For each annotated turn: part, whether the node is a decision, and whether the matcher is right."""
    tools = {id: FlowchartTool(chart.graph) for id, chart in charts.items()}
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
