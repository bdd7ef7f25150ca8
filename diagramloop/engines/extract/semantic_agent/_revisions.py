"""The revisions of flow segments that the embedded agent considers: steps, splits and joins that may be none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from diagramloop.engines.extract import repairs
from diagramloop.engines.extract.feedback import Repair
from diagramloop.engines.extract.repairs import flows_from, flows_into
from diagramloop.graph import FlowGraph, Node, NodeKind
from diagramloop.graph.procedural import GATEWAYS


class RevisionKind(StrEnum):
    """The kind of a change; the value names the judge's weights for it."""

    LEAVE_OUT_STEP = "leave out step"
    LEAVE_OUT_JOIN = "leave out join"
    LEAVE_OUT_SPLIT = "leave out split"


@dataclass(frozen=True)
class Revision:
    """An edit that might bring a graph closer to its text.

    Attributes:
        kind: what is done.
        focus: id of the node that it is done to.
        repair: the operation.
    """

    kind: RevisionKind
    focus: str
    repair: Repair


def revisions(graph: FlowGraph) -> Iterator[Revision]:
    """Every edit that the graph admits, in the graph's order."""
    for node in graph.nodes:
        kind = _kind(node, len(flows_into(graph, node.id)), len(flows_from(graph, node.id)))
        if kind is not None:
            yield Revision(kind, node.id, partial(repairs.spliced_out, id=node.id))


def _kind(node: Node, before: int, after: int) -> RevisionKind | None:
    """Name of leaving a node out, by the numbers of flows before and after it; None where it cannot be."""
    if not before or not after:
        return None
    if node.kind is NodeKind.PROCESS:
        return RevisionKind.LEAVE_OUT_STEP
    if node.kind not in GATEWAYS:
        return None
    if after > 1:
        return RevisionKind.LEAVE_OUT_SPLIT
    return RevisionKind.LEAVE_OUT_JOIN if before > 1 else None
