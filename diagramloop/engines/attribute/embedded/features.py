"""Features of each node: its agreement with question and answer, and its place in the flow between them.

Two readings. The first knows the statement, the chart, and the ways that the tools find between the nodes that the
question and the answer most likely speak of. The second also knows how likely the first reading found every node, so
that a step between two likely nodes is seen as part of their path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from diagramloop.base.text.english import number_words
from diagramloop.engines.attribute.embedded._lexicon import cues
from diagramloop.engines.attribute.embedded.clauses import clauses
from diagramloop.engines.attribute.embedded.flow import FAR, FlowDistances
from diagramloop.engines.attribute.embedded.node_grounding import (
    Features,
    NodeTexts,
    StatementGrounding,
    agreement,
    ground,
    standing,
)
from diagramloop.engines.attribute.embedded.term_index import Matrix, Vector
from diagramloop.engines.attribute.symbolic_chart import ToolTrace
from diagramloop.evaluation.contestants.attributors import AttributionTask
from diagramloop.graph import NodeKind

KINDS = (NodeKind.START, NodeKind.END, NodeKind.DECISION, NodeKind.IO)
BRIDGED = 8  # how many of the likeliest nodes are looked at in pairs
BRIDGE = 5.0  # arcs between two nodes, beyond which one is not on the other's path
_NUMBER = re.compile(r"\b\d{1,3}\b")
_NOT_ANSWER = 0.3  # handicap of the answer's node where another one is looked for in the question


@dataclass(frozen=True)
class AnchorNodes:
    """Numbers of the nodes that are most likely spoken of.

    Attributes:
        question, answer: two different nodes where the chart has two.
        elsewhere: the question's, unless the answer's is much likelier.
    """

    question: int
    answer: int
    elsewhere: int


class FeatureReading:
    """One task's chart beside its question and answer; tools are run through ``trace``."""

    def __init__(self, task: AttributionTask, trace: ToolTrace) -> None:
        self.flow = FlowDistances(task.graph)
        self.ids = [node.id for node in task.graph.nodes]
        self._task = task
        self._trace = trace

    def first(self) -> Features:
        """The features of the first reading, (n,) each, always in the same order."""
        nodes = NodeTexts([node.text for node in self._task.graph.nodes])
        asked, answered = ground(nodes, self._task.question), ground(nodes, self._task.answer)
        anchors = _anchors(asked, answered)
        both = asked.score + answered.score
        task = task_features(self._task) | _certainty(asked, answered, anchors)
        groups = {"question": asked.features, "answer": answered.features}
        groups["statement"] = agreement(nodes, f"{self._task.question} {self._task.answer}") | standing(both)
        groups["way"] = self._ways(anchors) | self._next_to(anchors)
        groups["beside"] = self._beside({"question": asked.score, "answer": answered.score, "both": both})
        groups |= {"node": self._nodes(), "label": _labels(self._task), "task": self._spread(task)}
        return {f"{group}.{name}": values for group, some in groups.items() for name, values in some.items()}

    def second(self, likely: Vector) -> Features:
        """The features that the second reading adds, from the first one's probabilities (n,)."""
        after, before = self.flow.successors_best(likely), self.flow.predecessors_best(likely)
        features = {
            "likely": likely,
            "likely.rank": standing(likely)["rank"],
            "likely.share": likely / max(float(likely.max()), 1e-9),
            "likely.sum": np.full(len(likely), likely.sum()),
        }
        features |= {"likely.after": after, "likely.before": before}
        features["likely.after2"] = self.flow.successors_best(after)
        features["likely.before2"] = self.flow.predecessors_best(before)
        return features | {"likely.bridge": self._bridge(likely)}

    def _ways(self, anchors: AnchorNodes) -> Features:
        """Distances to and from the anchors, and the ways between them that the tool finds."""
        numbers = [anchors.answer, anchors.question, anchors.elsewhere]
        count = self.flow.nodes
        onward, back = (
            np.minimum(side[:, :count], FAR) for side in (self.flow.away(numbers), self.flow.towards(numbers))
        )
        features: Features = {}
        for place, name in enumerate(("answer", "question", "elsewhere")):
            features |= {f"from_{name}": onward[place], f"to_{name}": back[place]}
        ways = {
            "question_answer": (anchors.question, anchors.answer),
            "elsewhere_answer": (anchors.elsewhere, anchors.answer),
            "answer_elsewhere": (anchors.answer, anchors.elsewhere),
        }
        paths = {ends: self._way(*ends) for ends in dict.fromkeys(ways.values())}
        for name, ends in ways.items():
            length = np.full(count, min(len(paths[ends]), FAR))
            features |= {f"on_{name}": self._flags(paths[ends]), f"length_{name}": length}
        return features

    def _way(self, start: int, end: int) -> list[str]:
        way: list[str] = self._trace.run("shortest_path", {"start_id": self.ids[start], "end_id": self.ids[end]})
        return way

    def _next_to(self, anchors: AnchorNodes) -> Features:
        """Nodes that the tools find right after the question's node and right before the answer's."""
        after = self._trace.run("get_neighbours", {"node_id": self.ids[anchors.question]})
        before = self._trace.run("get_ancestors", {"node_id": self.ids[anchors.answer], "levels": 1})
        return {"after_question": self._flags(after), "before_answer": self._flags(before)}

    def _beside(self, scores: dict[str, Vector]) -> Features:
        features: Features = {}
        for name, score in scores.items():
            after, before = self.flow.successors_best(score), self.flow.predecessors_best(score)
            features |= {f"after_{name}": after, f"before_{name}": before}
        return features | {
            "after2_both": self.flow.successors_best(features["after_both"]),
            "before2_both": self.flow.predecessors_best(features["before_both"]),
        }

    def _nodes(self) -> Features:
        graph, depth, (into, out) = self._task.graph, self.flow.depth(), self.flow.degrees()
        kinds = np.array([node.kind.value for node in graph.nodes])
        features = {f"is_{kind.value}": (kinds == kind.value).astype(float) for kind in KINDS}
        features |= {"depth": depth, "relative_depth": depth / max(1.0, float(depth.max()))}
        features |= {"in_degree": into, "out_degree": out}
        return features | {"words": np.array([float(len(node.text.split())) for node in graph.nodes])}

    def _bridge(self, likely: Vector) -> Vector:
        """For each node the best geometric mean of two likely nodes that it lies between on a short way."""
        top = np.argsort(-likely, kind="stable")[:BRIDGED]
        count = self.flow.nodes
        onward, back = self.flow.away(top.tolist())[:, :count], self.flow.towards(top.tolist())[:, :count]
        apart = onward[:, top]
        with np.errstate(invalid="ignore"):
            between = (onward[:, None, :] + back[None, :, :]) == apart[:, :, None]
        between &= (apart <= BRIDGE)[:, :, None] & (onward > 0)[:, None, :] & (back > 0)[None, :, :]
        means = np.sqrt(likely[top][:, None] * likely[top][None, :])
        best: Vector = np.where(between, means[:, :, None], 0.0).max(axis=(0, 1))
        return best

    def _flags(self, ids: Sequence[str]) -> Vector:
        """1 for the nodes among ``ids``, else 0; groups on a way are no nodes."""
        flagged = frozenset(ids)
        return np.array([float(id in flagged) for id in self.ids])

    def _spread(self, values: dict[str, float]) -> Features:
        return {name: np.full(len(self.ids), value) for name, value in values.items()}


def matrix(features: Features) -> Matrix:
    """(n, number of features), columns in the features' order."""
    return np.stack(list(features.values()), axis=1)


def task_features(task: AttributionTask) -> dict[str, float]:
    """Features of the question's kind, from the words of question and answer."""
    question = task.question.lower()
    hints = {name: float(len(pattern.findall(question))) for name, pattern in cues().items()}
    features = hints | {"answer_number": _number(task.answer)}
    texts = {"question": task.question, "answer": task.answer}
    features |= {f"{name}_words": float(len(text.split())) for name, text in texts.items()}
    return features | {f"{name}_clauses": float(len(clauses(text))) for name, text in texts.items()}


def _certainty(asked: StatementGrounding, answered: StatementGrounding, anchors: AnchorNodes) -> dict[str, float]:
    best, *others = np.sort(answered.score)[::-1].tolist()
    return {
        "question_best": float(asked.score.max()),
        "answer_best": best,
        "answer_margin": best - others[0] if others else 1.0,
        "same_anchor": float(anchors.elsewhere == anchors.answer),
        "nodes": float(len(answered.score)),
    }


def _anchors(asked: StatementGrounding, answered: StatementGrounding) -> AnchorNodes:
    answer = int(answered.score.argmax())
    handicap = np.zeros_like(asked.score)
    handicap[answer] = 1.0
    question = int(np.where(handicap > 0, -np.inf, asked.score).argmax())
    return AnchorNodes(question, answer, int((asked.score - _NOT_ANSWER * handicap).argmax()))


def _labels(task: AttributionTask) -> Features:
    """Labels of the edges that lead to each node: said in question or answer, yes, or no."""
    statement = f"{task.answer} {task.question}".lower()
    leading: dict[str, list[str]] = {node.id: [] for node in task.graph.nodes}
    for edge in task.graph.edges:
        if edge.label and edge.target in leading:
            leading[edge.target].append(edge.label.lower().strip())

    def where(test: Callable[[str], bool]) -> Vector:
        return np.array([float(any(map(test, leading[node.id]))) for node in task.graph.nodes])

    return {
        "said": where(lambda label: label in statement),
        "yes": where(lambda label: label.startswith("y")),
        "no": where(lambda label: label.startswith("n")),
    }


def _number(answer: str) -> float:
    """The first number in an answer, in digits or spelled, at most 20; -1 if there is none."""
    spelled = number_words()
    for word in answer.lower().split():
        if word in spelled:
            return float(spelled.index(word))
        if digits := _NUMBER.search(word):
            return float(min(int(digits.group()), 20))
    return -1.0
