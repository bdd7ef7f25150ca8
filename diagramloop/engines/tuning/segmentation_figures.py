"""Figures of a segmentation of nodes, as Follow the Flow has them (Section 6.4, Table 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.tuning.instances import Masks

BINS = 5  # of charts, as in Table 3
_FOUND_IOU = 0.5  # above which a node counts as found


@dataclass(frozen=True)
class Seen:
    """The instances of one picture.

    Attributes:
        predicted, gold: masks of the same pixels.
    """

    predicted: Masks
    gold: Masks

    @property
    def ious(self) -> NDArray[np.float64]:
        """Of each gold instance the greatest IoU with a predicted one; 0 where nothing is predicted."""
        if not len(self.predicted):
            return np.zeros(len(self.gold))
        one, other = (masks.reshape(len(masks), -1).astype(np.float64) for masks in (self.gold, self.predicted))
        shared = one @ other.T
        union = one.sum(1)[:, None] + other.sum(1)[None] - shared
        return np.asarray(np.divide(shared, union, out=np.zeros_like(shared), where=union > 0).max(axis=1))


def segmentation_figures(pictures: Sequence[Seen]) -> dict[str, Any]:
    """Mean IoU over all nodes, the share of them above .5, instances for each node, and charts by their mean IoU.

    ``bins`` are of equal width between the least and the greatest mean of a chart, each with its number of charts.
    """
    ious = np.concatenate([picture.ious for picture in pictures] or [np.zeros(0)])
    charts = np.array([picture.ious.mean() for picture in pictures if len(picture.gold)])
    edges = np.linspace(charts.min(), charts.max(), BINS + 1) if len(charts) else np.zeros(1)
    counts = np.histogram(charts, bins=edges)[0] if len(charts) else np.zeros(0, int)
    return {
        "mean_iou": float(ious.mean()) if len(ious) else None,
        "found": float((ious > _FOUND_IOU).mean()) if len(ious) else None,
        "instances_per_node": sum(len(p.predicted) for p in pictures) / len(ious) if len(ious) else None,
        "bins": [
            {"low": float(low), "high": float(high), "charts": int(count)}
            for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True)
        ],
    }
