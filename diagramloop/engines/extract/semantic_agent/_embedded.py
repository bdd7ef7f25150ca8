"""The embedded semantic agent: gateways by cue phrases, flow segments by judged revisions.

A language model compares a description of a fragment with its span. Here the span is found by words. A gateway is held
against the cue phrases in its span (:mod:`._gateway_check`). For flows, leaving out each step, split and join is
considered (:mod:`._revisions`); the comparison is made of cue phrases, order and likeness around it
(:mod:`._features`), and the judgement, what the revision is expected to gain, is that of :mod:`._judge`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.naming import named, named_all
from diagramloop.engines.extract.repairs import flows_from, flows_into
from diagramloop.engines.extract.semantic_agent._features import Scene
from diagramloop.engines.extract.semantic_agent._gateway_check import gateway_feedback
from diagramloop.engines.extract.semantic_agent._grounding import TextGrounding
from diagramloop.engines.extract.semantic_agent._judge import Judge, shipped_judge
from diagramloop.engines.extract.semantic_agent._revisions import Revision, RevisionKind, revisions
from diagramloop.engines.extract.simulation_agent import simulate
from diagramloop.errors import GraphError
from diagramloop.graph import FlowGraph

CHECKS = 1_000
"""Trials that show whether a revision breaks the graph."""
MARGIN = 0.0
"""Flows that a revision must be expected to put right at least, net of those that it spoils."""


class EmbeddedSemanticAgent:
    """Judges gateways and flow segments without a model.

    Args:
        judge: the shipped one if None.
        margin: least expected gain of a suggestion.
    """

    def __init__(self, judge: Judge | None = None, margin: float = MARGIN) -> None:
        self._judge = shipped_judge() if judge is None else judge
        self._margin = margin

    def feedback(self, text: str, graph: FlowGraph) -> list[Feedback]:
        """See :class:`SemanticAgent`; gateways first, then the most promising revisions.

        Raises:
            DiagramloopError: the text has no sentence.
        """
        grounding = TextGrounding(text)
        return [*gateway_feedback(grounding, graph), *self._revision_feedback(Scene(grounding, graph))]

    def _revision_feedback(self, scene: Scene) -> Iterator[Feedback]:
        judged = [(self._expected(scene, revision), revision) for revision in revisions(scene.graph)]
        worthwhile = [(gain, revision) for gain, revision in judged if gain > self._margin]
        worthwhile.sort(key=lambda pair: -pair[0])
        for revision in _apart(scene.graph, harmless(scene.graph, [revision for _, revision in worthwhile])):
            yield Feedback(said(scene.graph, revision), structural=False, repair=revision.repair)

    def _expected(self, scene: Scene, revision: Revision) -> float:
        trees = self._judge.get(revision.kind)
        return trees.expected(scene.features(revision)) if trees is not None else 0.0


def harmless(graph: FlowGraph, chosen: Sequence[Revision]) -> list[Revision]:
    """The revisions that break nothing: executing the graph afterwards meets no more issues than before."""
    return [revision for revision in chosen if _issues_after(graph, revision) <= _issues(graph)] if chosen else []


def _issues_after(graph: FlowGraph, revision: Revision) -> float:
    try:
        return _issues(revision.repair(graph))
    except GraphError:
        return math.inf


@lru_cache(maxsize=64)
def _issues(graph: FlowGraph) -> int:
    return len(simulate(graph, trials=CHECKS).issues)


def _apart(graph: FlowGraph, ranked: Sequence[Revision]) -> Iterator[Revision]:
    """Those whose nodes no better one touches or stands beside: of two edits of one place either was judged alone."""
    taken: set[str] = set()
    for revision in ranked:
        edges = (*flows_into(graph, revision.focus), *flows_from(graph, revision.focus))
        near = {end for edge in edges for end in (edge.source, edge.target)}
        if not taken & near:
            taken |= near
            yield revision


def said(graph: FlowGraph, revision: Revision) -> str:
    """A revision in words."""
    return _SAYINGS[revision.kind](graph, revision)


def _leave_out_step(graph: FlowGraph, revision: Revision) -> str:
    return f"The text tells no separate step {named(graph, revision.focus)}: leave it out."


def _leave_out_join(graph: FlowGraph, revision: Revision) -> str:
    branches = named_all(graph, [edge.source for edge in flows_into(graph, revision.focus)])
    onward = named_all(graph, [edge.target for edge in flows_from(graph, revision.focus)])
    return f"Let {branches} lead straight to {onward}, without {named(graph, revision.focus)} in between."


def _leave_out_split(graph: FlowGraph, revision: Revision) -> str:
    branches = named_all(graph, [edge.target for edge in flows_from(graph, revision.focus)])
    name = named(graph, revision.focus)
    return f"{branches} are no cases of a question of their own: let what leads to {name} lead to them, without {name}."


_SAYINGS: dict[RevisionKind, Callable[[FlowGraph, Revision], str]] = {
    RevisionKind.LEAVE_OUT_STEP: _leave_out_step,
    RevisionKind.LEAVE_OUT_JOIN: _leave_out_join,
    RevisionKind.LEAVE_OUT_SPLIT: _leave_out_split,
}
