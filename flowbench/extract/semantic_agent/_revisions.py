"""The revisions that the embedded agent considers: local edits of gateways and of the flow between them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from flowbench.extract import repairs
from flowbench.extract.embedded.likeness import likeness
from flowbench.extract.feedback import Repair
from flowbench.extract.repairs import flows_from, flows_into
from flowbench.graph import FlowGraph, Node, NodeKind
from flowbench.graph.procedural import GATEWAYS

ALIKE = 0.5
"""Least likeness of two steps that may be the same."""


class RevisionKind(StrEnum):
    """What is done; the value names the judge's weights for it."""

    LEAVE_OUT_STEP = "leave out step"
    LEAVE_OUT_JOIN = "leave out join"
    LEAVE_OUT_SPLIT = "leave out split"
    END_HERE = "end here"
    SAME_STEP = "same step"  # the second mention is the first one's, with what follows it
    GO_BACK = "go back"  # the second mention is a return to the first


@dataclass(frozen=True)
class Revision:
    """An edit that might bring a graph closer to its text.

    Attributes:
        kind: what is done.
        focus: id of the node that it is done to.
        other: id of the second node that it concerns, or None.
        repair: the operation.
    """

    kind: RevisionKind
    focus: str
    other: str | None
    repair: Repair


def revisions(graph: FlowGraph, kinds: Container[RevisionKind] = frozenset(RevisionKind)) -> Iterator[Revision]:
    """Every edit of some kinds that the graph admits, in the graph's order."""
    pairs = RevisionKind.SAME_STEP in kinds or RevisionKind.GO_BACK in kinds
    return (each for each in _admitted(graph, pairs) if each.kind in kinds)


def _admitted(graph: FlowGraph, pairs: bool) -> Iterator[Revision]:
    """Edits of single nodes, and of pairs of steps where they are asked for: there are many more of them."""
    steps: list[Node] = []
    for node in graph.nodes:
        if node.kind is NodeKind.PROCESS:
            yield from _of_step(graph, node)
            yield from _of_alike(node, steps) if pairs else ()
            steps.append(node)
        elif node.kind in GATEWAYS:
            yield from _of_gateway(graph, node)


def _of_step(graph: FlowGraph, node: Node) -> Iterator[Revision]:
    before, after = flows_into(graph, node.id), flows_from(graph, node.id)
    if before and after:
        yield Revision(RevisionKind.LEAVE_OUT_STEP, node.id, None, partial(repairs.spliced_out, id=node.id))
    if len(after) != 1:
        return
    if graph.node_by_id[after[0].target].kind is not NodeKind.END:
        yield Revision(RevisionKind.END_HERE, node.id, None, partial(repairs.ended_instead, id=node.id))


def _of_alike(node: Node, before: list[Node]) -> Iterator[Revision]:
    for other in before:
        if likeness(node.text, other.text) >= ALIKE:
            same = partial(repairs.unified, keep=other.id, drop=node.id)
            back = partial(repairs.unified, keep=other.id, drop=node.id, onward=False)
            yield Revision(RevisionKind.SAME_STEP, node.id, other.id, same)
            yield Revision(RevisionKind.GO_BACK, node.id, other.id, back)


def _of_gateway(graph: FlowGraph, node: Node) -> Iterator[Revision]:
    before, after = len(flows_into(graph, node.id)), len(flows_from(graph, node.id))
    leave_out = partial(repairs.spliced_out, id=node.id)
    if before and after > 1:
        yield Revision(RevisionKind.LEAVE_OUT_SPLIT, node.id, None, leave_out)
    elif before > 1 and after:
        yield Revision(RevisionKind.LEAVE_OUT_JOIN, node.id, None, leave_out)
