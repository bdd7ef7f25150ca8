"""From utterances with their grounding to a dialogue with its true path.

The path is read from both speakers: agents now and then ask about a node in the words of a FAQ, and are then
grounded in the FAQ, while the user's reply is grounded in the node.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from diagramloop.data.sources._dialogues import Dialogue, DialogueTurn, Speaker, TurnKind
from diagramloop.data.sources._model import Chart
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph import FlowGraph
from diagramloop.graph.algorithms import path as shortest_path
from diagramloop.graph.paths import flow_root


@dataclass(frozen=True)
class Utterance:
    """The words that were said, and the node or FAQ that they are grounded in, if they are grounded in one."""

    speaker: Speaker
    text: str
    node: str | None = None
    faq: str | None = None


@dataclass(frozen=True)
class WalkedPath:
    """The nodes of a dialogue in order, and how many of them no utterance names."""

    nodes: tuple[str, ...]
    unspoken: int


def dialogue_of(id: str, chart: Chart, utterances: Sequence[Utterance], splits: Sequence[str] = ()) -> Dialogue:
    """The dialogue along ``chart`` that these utterances, the user's opening first, make.

    Args:
        splits: parts of the data set that it belongs to.

    Raises:
        SourceError: INVALID; see :func:`walked_path`, or the chart's root does not lead to the first node.
    """
    graph = chart.graph
    nodes = walked_path(graph, utterances).nodes
    before = shortest_path(graph, flow_root(graph), nodes[0])
    if before is None:
        raise SourceError(f"no way from the root to {nodes[0]!r}", reason=RejectionReason.INVALID)
    return Dialogue(
        id=id,
        source=chart.source,
        chart=chart.id,
        licence=chart.licence,
        turns=tuple(_turns(utterances)),
        path=nodes,
        answers=_labels(graph, nodes),
        background=before[:-1],
        background_answers=_labels(graph, before),
        splits=tuple(splits),
    )


def walked_path(graph: FlowGraph, utterances: Sequence[Utterance]) -> WalkedPath:
    """The nodes that utterances are grounded in, joined along the chart where one is left out.

    Raises:
        SourceError: INVALID; no utterance is grounded in a node, or one in a node that the chart does not have, or
            the chart does not lead from one to the next.
    """
    spoken = [one.node for one in utterances if one.node is not None]
    unknown = [node for node in spoken if node not in graph.node_by_id]
    if unknown or not spoken:
        what = f"unknown node {unknown[0][:100]!r}" if unknown else "no utterance is grounded in a node"
        raise SourceError(what, reason=RejectionReason.INVALID)
    nodes, unspoken, arcs = [spoken[0]], 0, frozenset(graph.arcs())
    for here, there in pairwise(node for node, _ in groupby(spoken)):
        steps = (here, there) if (here, there) in arcs else shortest_path(graph, here, there)
        if steps is None:
            raise SourceError(f"no way from {here!r} to {there!r}", reason=RejectionReason.INVALID)
        nodes += steps[1:]
        unspoken += len(steps[1:-1])
    return WalkedPath(tuple(nodes), unspoken)


def _labels(graph: FlowGraph, nodes: Sequence[str]) -> tuple[str, ...]:
    """Label of the first edge along each step."""
    labels: dict[tuple[str, str], str] = {}
    for edge in graph.edges:
        for arc in edge.arcs():
            labels.setdefault(arc, edge.label)
    return tuple(labels[step] for step in pairwise(nodes))


def _turns(utterances: Sequence[Utterance]) -> Iterator[DialogueTurn]:
    kinds = list(_kinds_backwards(utterances))
    for one, kind in zip(utterances, reversed(kinds), strict=True):
        yield DialogueTurn(one.speaker, one.text, one.node, one.faq, kind)


def _kinds_backwards(utterances: Sequence[Utterance]) -> Iterator[TurnKind]:
    """Kinds of the utterances, the last first; a user's answers if the next node spoken of is another one."""
    following: str | None = None
    for at in reversed(range(len(utterances))):
        one = utterances[at]
        yield TurnKind.OPENING if at == 0 else _kind(one, following)
        following = one.node or following


def _kind(one: Utterance, following: str | None) -> TurnKind:
    if one.node is None and one.faq is None:
        return TurnKind.CLOSING
    if one.speaker == "agent":
        return TurnKind.NODE if one.node is not None else TurnKind.FAQ
    return TurnKind.QUESTION if following in (None, one.node) else TurnKind.ANSWER
