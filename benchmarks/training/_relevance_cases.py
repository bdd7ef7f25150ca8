"""Utterances that answer the step of a chart, and such that do not: relevance is trained, chosen and judged by them.

Trained on: text written for diagramloop (seeds/). Chosen and judged by: real charts, divided by the SHA-256 of their
ids into "dev" and "held", and kinds of irrelevant utterances that were not trained on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np
import yaml

from diagramloop.converse import Grounding, Option
from diagramloop.converse.embedded.clauses import clauses
from diagramloop.converse.flowchart_tool import FlowchartTool
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.sources import (
    Chart,
    Corpus,
    Dialogue,
    DialogueSource,
    FloDial,
    PFDial,
    Transition,
    TurnKind,
)
from diagramloop.training.language import stance

SEEDS = stance.SEEDS.parent
CORPUS = shipped_corpus()
LANGUAGES = ("english", "chinese")
PLAIN = {
    "english": {
        "yes": ("Yes.", "Yeah,", "I think so.", "Sure,"),
        "no": ("No.", "Nope,", "I don't think so.", "Not really."),
    },
    "chinese": {"yes": ("是的，", "对，", "嗯，"), "no": ("没有，", "不是，", "不，")},
}
DONE = {
    "english": (
        "Done.",
        "I did that.",
        "Okay.",
        "Finished.",
        "That's done, what next?",
        "Next, please.",
        "Ready.",
        "It is done.",
    ),
    "chinese": ("完成了。", "好了。", "做完了。", "好的。", "已完成，下一步呢？", "处理好了。", "可以了。", "完成。"),
}
TO_EACH = 6  # irrelevant utterances of a kind said at each step of a real chart


@dataclass(frozen=True)
class Case:
    """An utterance at a step: ``kind`` is "answer", or the kind of what does not answer."""

    language: str
    group: str
    kind: str
    utterance: str
    grounding: Grounding

    @property
    def answers(self) -> bool:
        """True if it answers the step."""
        return self.kind == "answer"


def seeds(name: str) -> object:
    """Return the content of a file of seeds."""
    return yaml.safe_load((SEEDS / name).read_text("utf-8"))


def written_steps(language: str) -> Iterator[tuple[str, Grounding, list[str], list[str]]]:
    """The topic, the step, the answers to each seed as written, and those that answer many steps."""
    for item in [*seeds(f"answers_{language}.yaml"), *seeds("bounds_and_contrasts.yaml")[language]]:
        sides = [(side, item.get(side, [])) for side in ("yes", "no")]
        common = [text for side, answers in sides for text in plainly(answers, PLAIN[language][side])]
        yield item["topic"], asked(item["question"], "yes", "no"), [*sides[0][1], *sides[1][1]], common
    for item in seeds("operations.yaml")[language]:
        yield item["topic"], asked(item["step"], ""), item["done"], list(DONE[language])


def plainly(answers: list[str], plain: Sequence[str]) -> Iterator[str]:
    """The answers, each behind a plain one, and a plain one alone."""
    for at, text in enumerate(answers):
        yield f"{plain[at % len(plain)]} {text}"
    yield plain[len(answers) % len(plain)]


def asked(text: str, *labels: str) -> Grounding:
    """A step with these ways on."""
    return Grounding("step", text, NodeKind.DECISION, tuple(Option(label, "") for label in labels))


def training() -> list[Case]:
    """Answers written to steps; irrelevant kinds, other topics' answers and noise said at the same steps."""
    random = np.random.default_rng(0)
    found = []
    for language in LANGUAGES:
        steps = list(written_steps(language))
        kinds = seeds("irrelevant.yaml")[language]["train"] | {"noise": list(noise(language, random))}
        for topic, step, told, common in steps:
            found += [Case(language, topic, "answer", text, step) for text in (*told, *common)]
            elsewhere = [text for other, _, texts, _ in steps if other != topic for text in texts]
            found += drawn({"another topic": foreign(elsewhere, step, [step.text])}, language, topic, step, 8, random)
            found += drawn(kinds, language, topic, step, 2, random)
    return found


def noise(language: str, random: np.random.Generator) -> Iterator[str]:
    """Keys hit at random."""
    keys = list("abcdefghijklmnopqrstuvwxyz") if language == "english" else [chr(at) for at in range(0x4E00, 0x9000)]
    for _ in range(40):
        yield "".join(random.choice(keys, size=random.integers(2, 9)))


def drawn(
    said: dict[str, list[str]], language: str, group: str, step: Grounding, count: int, random: np.random.Generator
) -> Iterator[Case]:
    """Some utterances of each kind, said at a step."""
    for kind, texts in said.items():
        for at in random.permutation(len(texts))[:count]:
            yield Case(language, group, kind, texts[at], step)


def foreign(texts: Sequence[str], step: Grounding, chart: Sequence[str]) -> list[str]:
    """Those that surely answer nothing here: without a plain yes or no, naming something, and nothing of the chart."""
    known = content([*chart, step.text, step.topic])
    return [text for text in texts if (words := content([text])) and not words & known and not plain(text)]


def content(texts: Sequence[str]) -> set[str]:
    """Content words that name no state."""
    found = set()
    for clause in (clause for text in texts for clause in clauses(text)):
        found |= set(clause.content) - {word for state in clause.states for word in state.words}
    return found


def plain(text: str) -> bool:
    """True if a clause says yes or no."""
    return any(clause.answer for clause in clauses(text))


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
        return "held" if int(hashlib.sha256(self.chart.encode()).hexdigest(), 16) % 2 else "dev"

    def steps(self) -> dict[str, Grounding]:
        """Groundings of the nodes that were answered at."""
        tool = FlowchartTool(self.graph)
        return {node: grounding(tool, node) for node in dict.fromkeys(node for node, _ in self.answers)}


def grounding(tool: FlowchartTool, node: str) -> Grounding:
    """A step of a chart, as an agent's roles see it."""
    options = tuple(
        Option(edge.attribute, tool.node_attr(edge.target), tool.terminal_check(edge.target))
        for edge in tool.out_edges(node)
    )
    return Grounding(node, tool.node_attr(node), tool.kind(node), options, topic=tool.graph.title)


def real(data: Path) -> list[Real]:
    """The charts of FloDial, PFDial and the corpus that have dialogues."""
    annotated: list[tuple[str, DialogueSource]] = [("flodial", FloDial(data / "flodial")), ("corpus", Corpus(CORPUS))]
    found = []
    for name, source in annotated:
        said: dict[str, list[tuple[str, str]]] = {}
        for dialogue in source.dialogues():
            if isinstance(dialogue, Dialogue):
                said.setdefault(dialogue.chart, []).extend(
                    (turn.node, turn.text)
                    for turn in dialogue.turns
                    if turn.speaker == "user" and turn.kind is TurnKind.ANSWER and turn.node
                )
        found += _charts("english", f"{name} ", source.charts(), said)
    pfdial, turns = PFDial(data / "pfdial"), {}
    for step in pfdial.transitions():
        if isinstance(step, Transition) and step.utterance.strip():
            turns.setdefault(step.chart, []).append((step.node, step.utterance))
    return found + _charts("chinese", "pfdial ", pfdial.charts(), turns)


def _charts(language: str, prefix: str, charts: Iterator[object], said: dict[str, list[tuple[str, str]]]) -> list[Real]:
    return [
        Real(language, prefix + chart.id, chart.graph, tuple(dict.fromkeys(_walked(chart.graph, said[chart.id]))))
        for chart in charts
        if isinstance(chart, Chart) and chart.id in said
    ]


def _walked(graph: FlowGraph, said: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    tool = FlowchartTool(graph)
    return (
        (node, text)
        for node, text in said
        if node != tool.root and tool.node_attr(node) and not tool.terminal_check(node)
    )


def cases(charts: Sequence[Real], part: str) -> list[Case]:
    """Answers and irrelevant utterances at the steps of one part's charts; ``dev`` has the kinds of validation."""
    random = np.random.default_rng(1)
    found = []
    for chart in (chart for chart in charts if chart.part == part):
        others = [text for other in charts if _another(other, chart) for _, text in other.answers]
        texts = [node.text for node in chart.graph.nodes]
        steps = chart.steps()
        for node, step in steps.items():
            found += [
                Case(chart.language, chart.chart, "answer", text, step) for at, text in chart.answers if at == node
            ]
            told = kinds(chart.language, part) | {"another chart": foreign(others, step, texts)}
            found += drawn(told, chart.language, chart.chart, step, TO_EACH, random)
    return found


def _another(one: Real, other: Real) -> bool:
    return one.chart != other.chart and one.language == other.language and one.part == other.part


def kinds(language: str, part: str) -> dict[str, list[str]]:
    """Irrelevant utterances by kind: those of validation for ``dev``, those that simulated users say for ``held``."""
    if part == "dev":
        return seeds("irrelevant.yaml")[language]["validation"]
    return yaml.safe_load(files("diagramloop.converse.simulators").joinpath("off_topic.yaml").read_text("utf-8"))[
        language
    ]
