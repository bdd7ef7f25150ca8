"""Utterances at the steps of real charts, by which relevance is judged: no weight is trained on them.

Charts are divided by the SHA-256 of their ids into ``dev``, by which the threshold was chosen, and ``held``. Each part
has kinds of irrelevant utterances of its own, none of which is trained on.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
import yaml

from diagramloop.data.sources import Chart, Dialogue, DialogueSource, PFDial, Transition, TurnKind
from diagramloop.engines.converse import Grounding, Option
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.engines.training.language.relevance_cases import ANSWER, Case, drawn, foreign
from diagramloop.engines.training.language.seed_texts import seed_texts
from diagramloop.graph import FlowGraph

PARTS = ("dev", "held")
TO_EACH = 6  # irrelevant utterances of a kind said at each step

Said = Mapping[str, list[tuple[str, str]]]
"""By chart the nodes that were answered at, and the answers."""


@dataclass(frozen=True)
class Real:
    """A chart of a data set with what was really answered at its steps."""

    language: str
    chart: str
    graph: FlowGraph
    answers: tuple[tuple[str, str], ...]

    @property
    def part(self) -> str:
        """``dev`` or ``held``."""
        return PARTS[int(hashlib.sha256(self.chart.encode()).hexdigest(), 16) % 2]

    def steps(self) -> dict[str, Grounding]:
        """Groundings of the nodes that were answered at."""
        tool = FlowchartTool(self.graph)
        return {node: _grounding(tool, node) for node in dict.fromkeys(node for node, _ in self.answers)}


def _grounding(tool: FlowchartTool, node: str) -> Grounding:
    """A step of a chart, as an agent's roles see it."""
    options = tuple(
        Option(edge.attribute, tool.node_attr(edge.target), tool.terminal_check(edge.target))
        for edge in tool.out_edges(node)
    )
    return Grounding(node, tool.node_attr(node), tool.kind(node), options, topic=tool.graph.title)


def of_dialogues(name: str, source: DialogueSource) -> list[Real]:
    """The charts along which English dialogues were held."""
    said: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for dialogue in source.dialogues():
        if isinstance(dialogue, Dialogue):
            said[dialogue.chart] += [
                (turn.node, turn.text)
                for turn in dialogue.turns
                if turn.speaker == "user" and turn.kind is TurnKind.ANSWER and turn.node
            ]
    return list(_charts("english", name, source.charts(), said))


def of_transitions(name: str, source: PFDial) -> list[Real]:
    """The charts at which single Chinese answers were given."""
    said: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for step in source.transitions():
        if isinstance(step, Transition) and step.utterance.strip():
            said[step.chart].append((step.node, step.utterance))
    return list(_charts("chinese", name, source.charts(), said))


def _charts(language: str, name: str, charts: Iterable[object], said: Said) -> Iterator[Real]:
    for chart in charts:
        if isinstance(chart, Chart) and chart.id in said:
            answers = tuple(dict.fromkeys(_walked(chart.graph, said[chart.id])))
            yield Real(language, f"{name} {chart.id}", chart.graph, answers)


def _walked(graph: FlowGraph, said: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    tool = FlowchartTool(graph)
    for node, text in said:
        if node != tool.root and tool.node_attr(node) and not tool.terminal_check(node):
            yield node, text


def cases(charts: Sequence[Real], part: str) -> list[Case]:
    """Answers and irrelevant utterances at the steps of one part's charts."""
    random = np.random.default_rng(1)
    found: list[Case] = []
    for chart in (chart for chart in charts if chart.part == part):
        others = [text for other in charts if _another(other, chart) for _, text in other.answers]
        texts = [node.text for node in chart.graph.nodes]
        for node, step in chart.steps().items():
            at = (chart.language, chart.chart)
            found += [Case(*at, ANSWER, text, step) for where, text in chart.answers if where == node]
            told = kinds(chart.language, part) | {"another chart": foreign(others, step, texts)}
            found += drawn(told, *at, step, TO_EACH, random)
    return found


def _another(one: Real, other: Real) -> bool:
    return one.chart != other.chart and one.language == other.language and one.part == other.part


def kinds(language: str, part: str) -> dict[str, list[str]]:
    """Irrelevant utterances by kind: those of validation for ``dev``, those that simulated users say for ``held``."""
    if part == "dev":
        found: dict[str, list[str]] = seed_texts("irrelevant.yaml")[language]["validation"]
        return found
    told: dict[str, Any] = yaml.safe_load(
        files("diagramloop.engines.converse.simulators").joinpath("off_topic.yaml").read_text("utf-8")
    )
    return dict(told[language])
