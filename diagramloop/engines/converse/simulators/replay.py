"""The user of a reference dialogue, replayed: deterministic, and in the user's own words.

FloCA, Section 5.1, gives its simulator the true path, the way to the true initial node as background, and the
reference dialogue. The replay answers from the same, asked about

- a node that the reference's user spoke about: what that user said there, one utterance each time, and after the last
  one, since an agent that asks still lists what can be answered, the alternative itself: the label of the edge taken
  there, or where it leads if the label does not tell it from the others. Agents of FloDial now and then ask, in the
  words of a FAQ, whether the user knows how to check a node; the reply answers nothing that is asked here, and "I
  don't know how to check that." is said in its place;
- another node of the path or of the background: the label of the edge taken there, nothing more;
- any other node: that it does not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from diagramloop.base.text.tokens import is_chinese
from diagramloop.data.sources import Dialogue, Turn, TurnKind
from diagramloop.engines.converse.flowchart_tool import FlowchartTool
from diagramloop.engines.converse.simulators.off_topic import irrelevant
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import NO_COST, Usage


@dataclass(frozen=True)
class Stock:
    """Sentences for places where the reference has no words."""

    unknown: str
    unsure: str
    done: str


ENGLISH = Stock("I don't know.", "I don't know how to check that.", "Done.")
CHINESE = Stock("我不知道。", "我不知道怎么检查。", "完成了。")


class Replay:
    """The simulator."""

    name = "replay"

    def irrelevant(self, chart: FlowGraph) -> list[str]:
        """See :class:`~diagramloop.evaluation.contestants.agents.OffTopic`."""
        return irrelevant(chart)

    def start(self, dialogue: Dialogue, chart: FlowGraph) -> ReplayedUser:
        """The user of ``dialogue``; of ``chart`` only the language is looked at."""
        stock = CHINESE if any(is_chinese(node.text) for node in chart.nodes) else ENGLISH
        return ReplayedUser(dialogue.opening, _sayings(dialogue, chart, stock), stock.unknown)


@dataclass
class ReplayedUser:
    """One dialogue of :class:`Replay`.

    Attributes:
        opening: the first utterance.
        sayings: what is said, time after time, at each node known to the user; at least one utterance each.
        unknown: what is said at others.
        asked: how often each node was asked about.
    """

    opening: str
    sayings: Mapping[str, tuple[str, ...]]
    unknown: str
    asked: Counter[str] = field(default_factory=Counter)
    usage: Usage = NO_COST

    def open(self) -> str:
        """The reference's first utterance."""
        return self.opening

    def reply(self, turn: Turn) -> str:
        """Return the user's words at the node of the agent's ``turn``."""
        node = turn.node or ""
        sayings = self.sayings.get(node, (self.unknown,))
        utterance = sayings[min(self.asked[node], len(sayings) - 1)]
        self.asked[node] += 1
        return utterance


def _sayings(dialogue: Dialogue, chart: FlowGraph, stock: Stock) -> dict[str, tuple[str, ...]]:
    """The user's sayings at each node of the background and of the path: own words, then the alternative itself."""
    own = _own_words(dialogue, stock)
    way = (*dialogue.background, *dialogue.path)
    labels = (*dialogue.background_answers, *dialogue.answers)
    tool = FlowchartTool(chart)
    return {
        node: (*own.get(node, ()), _alternative(tool, node, label, following) or stock.done)
        for (node, following), label in zip(pairwise(way), labels, strict=True)
    }


def _alternative(tool: FlowchartTool, node: str, label: str, following: str) -> str:
    """Name of the edge in agents' lists: its label or, where that names others too, the node that it leads to."""
    edges = tool.out_edges(node)
    offered = any(edge.attribute == label and edge.target == following for edge in edges)
    return label if offered or len(edges) == 1 else tool.node_attr(following)


def _own_words(dialogue: Dialogue, stock: Stock) -> dict[str, tuple[str, ...]]:
    """The user's utterances by the node they are grounded in."""
    answers: dict[str, list[str]] = {}
    for before, turn in pairwise(dialogue.turns):
        if turn.speaker == "user" and turn.node is not None:
            words = answers.setdefault(turn.node, [])
            beside = turn.kind is TurnKind.QUESTION and before.kind is TurnKind.FAQ and not words
            words.append(stock.unsure if beside else turn.text)
    return {node: tuple(texts) for node, texts in answers.items()}
