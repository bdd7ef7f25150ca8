"""The branches that a question says were taken: "if the oil is not hot enough" at the decision "Is the oil hot?"."""

from __future__ import annotations

from dataclasses import dataclass

from diagramloop.engines.answer.embedded.question_parts import chooses_no, denies
from diagramloop.engines.attribute.embedded.clauses import clauses
from diagramloop.engines.attribute.embedded.term_index import TermIndex, node_words
from diagramloop.graph import FlowGraph

_YES = frozenset({"yes", "y", "true"})
_NO = frozenset({"no", "n", "false"})
_LEAST_RECALL = 0.6  # of a decision's weighted words, for a clause to speak of it


@dataclass(frozen=True)
class ToldBranches:
    """Ids of nodes right behind decisions that the question speaks of.

    Attributes:
        taken: where its words lead.
        passed: where the opposite answer leads, and its own does not.
    """

    taken: frozenset[str]
    passed: frozenset[str]


def told_branches(question: str, graph: FlowGraph) -> ToldBranches:
    """The branches behind decisions with yes and no, as far as a clause of the question says which."""
    targets = _targets(graph)
    decisions = [node for node in graph.nodes if node.id in targets]
    taken: set[str] = set()
    passed: set[str] = set()
    if decisions:
        parts = clauses(question)
        recall = TermIndex([node.text for node in decisions], node_words).overlap(parts).recall
        for number, node in enumerate(decisions):
            clause = int(recall[number].argmax())
            if recall[number, clause] < _LEAST_RECALL or int(recall[:, clause].argmax()) != number:
                continue
            denied = denies(parts[clause]) or chooses_no(question)
            holds = denied == denies(node.text)
            taken |= targets[node.id][holds]
            passed |= targets[node.id][not holds]
    return ToldBranches(frozenset(taken), frozenset(passed - taken))


def _targets(graph: FlowGraph) -> dict[str, dict[bool, set[str]]]:
    """By the id of each decision with a yes and a no, where each of the two leads."""
    targets: dict[str, dict[bool, set[str]]] = {}
    for edge in graph.edges:
        label = edge.label.strip().lower()
        if label in _YES or label in _NO:
            for source, target in edge.arcs():
                sides = targets.setdefault(source, {True: set(), False: set()})
                sides[label in _YES].add(target)
    return {id: sides for id, sides in targets.items() if sides[True] and sides[False]}
