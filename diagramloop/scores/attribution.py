"""Fine-grained attribution: the nodes a system names, or the regions it shows, beside those that ground the answer.

Follow the Flow, Section 6.2: each shown region stands for the node that it overlaps most, from an IoU of 0.7; the
nodes form a set, and counts are summed over all questions. A question without a prediction has all its nodes missed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Box, FlowGraph
from diagramloop.scores.attribution_official import OfficialAttribution
from diagramloop.scores.counts import Counts
from diagramloop.scores.missing import MissingPartError
from diagramloop.scores.regions import IOU_THRESHOLD, boxes_array, iou_matrix

MAX_CLAIMS = 10_000  # nodes or regions of one prediction; a chart has a few dozen


@dataclass(frozen=True)
class AttributionComparison:
    """One prediction beside the gold nodes of its question. A blank prediction has neither nodes nor regions.

    Attributes:
        gold: ids of the nodes that ground the answer.
        chart: whose nodes they are; with boxes where regions were predicted.
        nodes: the prediction as ids of the chart's own nodes.
        regions: the prediction as regions of the chart's picture, in pixels.

    Raises:
        DiagramloopError: TOO_LARGE, for more than 10,000 nodes and regions.
    """

    gold: tuple[str, ...]
    chart: FlowGraph
    nodes: tuple[str, ...] = ()
    regions: tuple[Box, ...] = ()

    def __post_init__(self) -> None:
        claims = len(self.nodes) + len(self.regions)
        if claims > MAX_CLAIMS:
            message = f"{claims} attributed nodes and regions: more than {MAX_CLAIMS}"
            raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)

    @cached_property
    def counts(self) -> Counts:
        """Of nodes. A claim that stands for no node is wrong; several for one node are one claim.

        Raises:
            MissingPartError: regions on a chart without any box; a single node without one is just not found.
        """
        named, elsewhere = self._named(IOU_THRESHOLD)
        right = len(named.intersection(self.gold))
        return Counts.one_to_one(right, len(named) + elsewhere, len(set(self.gold)))

    @property
    def exact(self) -> Counts:
        """1 of 1 if all gold nodes were named and nothing else."""
        return Counts.rate(int(self.counts.correct == self.counts.predicted == self.counts.gold), 1)

    @cached_property
    def official(self) -> OfficialAttribution:
        """Return the claims that the published evaluators look at: those for a node, from an IoU just above 0.5.

        Raises:
            MissingPartError: as :attr:`counts`.
        """
        above_half = float(np.nextafter(0.5, 1.0))
        named, _ = self._named(above_half)
        return OfficialAttribution(named, frozenset(self.gold))

    def _named(self, threshold: float) -> tuple[frozenset[str], int]:
        """The nodes that the claims stand for, and the number of claims that stand for none."""
        regions = list(dict.fromkeys(self.regions))
        if regions and all(node.box is None for node in self.chart.nodes):
            raise MissingPartError("the chart has no boxes to find regions by")
        named = nodes_at(regions, self.chart, threshold)
        known = frozenset(self.nodes) & self.chart.node_by_id.keys()
        elsewhere = named.count(None) + len(frozenset(self.nodes) - known)
        return known.union(node for node in named if node is not None), elsewhere


def nodes_at(regions: Sequence[Box], chart: FlowGraph, threshold: float = IOU_THRESHOLD) -> list[str | None]:
    """For each region the id of the first node with the greatest IoU, or None where that is below ``threshold``."""
    if not regions or not chart.nodes:
        return [None] * len(regions)
    overlap = iou_matrix(boxes_array(regions), boxes_array([node.box for node in chart.nodes]))
    best = overlap.argmax(axis=1)
    reached = overlap.max(axis=1) >= threshold
    return [chart.nodes[index].id if enough else None for index, enough in zip(best, reached, strict=True)]
