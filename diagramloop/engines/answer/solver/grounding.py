"""Grounding of what a question speaks of: the nodes, or the group, of a graph that are meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from rapidfuzz import fuzz, process

from diagramloop.engines.answer.solver.reading import SpokenName, places
from diagramloop.engines.attribute.embedded.term_index import TermIndex, node_words
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.answerers import AnswerError
from diagramloop.graph import FlowGraph
from diagramloop.graph.algorithms import roots, terminals

LEAST_ALIKE = 60.0  # per cent, of a quoted name to the text that it names
LEAST_SHARED = 0.3  # of the weighted words of a phrase and of the text that it means, their Dice
EQUAL = 1e-9

_PLACES: dict[str, Callable[[FlowGraph], Sequence[str]]] = {"start": roots, "end": terminals}


def nodes_of(spoken: SpokenName, graph: FlowGraph) -> tuple[str, ...]:
    """Ids of the nodes that are meant: several where they are called alike.

    Raises:
        AnswerError: there is none (UNSUPPORTED).
    """
    nodes = _meant(spoken, [(node.id, node.text) for node in graph.nodes])
    for place, names in places().items() if not nodes or not spoken.quoted else ():
        if spoken.text in names:
            nodes = tuple(_PLACES[place](graph))
    if not nodes:
        raise unanswered(f"no node is called {spoken.text[:80]!r}")
    return nodes


def node_of(spoken: SpokenName, graph: FlowGraph) -> str:
    """Return the one node that is meant; raises as :func:`nodes_of`, also where there are several."""
    nodes = nodes_of(spoken, graph)
    if len(nodes) > 1:
        raise unanswered(f"{len(nodes)} nodes may be meant by {spoken.text[:80]!r}")
    return nodes[0]


def group_of(spoken: SpokenName, graph: FlowGraph) -> str:
    """Return the one group that is meant; raises as :func:`node_of`."""
    groups = _meant(spoken, [(group.id, group.text) for group in graph.groups])
    if len(groups) != 1:
        raise unanswered(f"{len(groups) or 'no'} groups may be meant by {spoken.text[:80]!r}")
    return groups[0]


def unanswered(why: str) -> AnswerError:
    """The error of a question that is read, and has no answer in this graph."""
    return AnswerError(why, reason=RejectionReason.UNSUPPORTED)


def _meant(spoken: SpokenName, texts: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    if not texts:
        return ()
    scores = _alike(spoken.text, texts) if spoken.quoted else _shared(spoken.text, texts)
    best = scores.max()
    return tuple(id for (id, _), score in zip(texts, scores, strict=True) if score >= best - EQUAL and score > 0)


def _alike(name: str, texts: Sequence[tuple[str, str]]) -> np.ndarray:
    """Likeness of a quoted name to each text, letter by letter; 0 below the least."""
    folded = [" ".join(text.lower().split()) for _, text in texts]
    similarities = process.cdist([" ".join(name.lower().split())], folded, scorer=fuzz.ratio, score_cutoff=LEAST_ALIKE)
    return np.asarray(similarities[0], dtype=np.float64)


def _shared(phrase: str, texts: Sequence[tuple[str, str]]) -> np.ndarray:
    """Weighted words that a phrase shares with each text; 0 below the least."""
    shared = TermIndex([text for _, text in texts], node_words).overlap([phrase]).f1[:, 0]
    return np.where(shared >= LEAST_SHARED, shared, 0.0)
