"""Scores of the network on pages that it was not trained on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import max_pool2d

from diagramloop.data.synth.ink_page import CLASS_NAMES, UNSURE
from diagramloop.engines.training.loss import loss_parts
from diagramloop.engines.training.network import InkNetwork, Said
from diagramloop.engines.training.pages import stacked
from diagramloop.engines.training.settings import LossSettings
from diagramloop.engines.training.targets import NODE_STRIDE, SIZE_UNIT_PX, Targets

_SURE = 0.3  # probability from which on a peak is a node
_CENTRAL = 0.5  # of a node's sides: a centre found in this middle part is right
_OVERLAP = 0.5  # intersection over union from which on a box is right


def validate(network: InkNetwork, crops: Sequence[Targets], loss: LossSettings, batch: int) -> dict[str, float | None]:
    """Loss, intersection over union of each class and of insides, F1 of centres and boxes of nodes.

    A figure is None where neither truth nor answer has anything of the kind.
    """
    network.eval()
    device, tally = next(network.parameters()).device, _Tally()
    with torch.inference_mode():
        for first in range(0, len(crops), batch):
            some = list(crops[first : first + batch])
            truth = as_tensors(stacked(some), device)
            said = network(network_input(truth.pixels))
            tally.add(said, some, float(sum(loss_parts(said, truth, loss).values())))
    return tally.figures()


class _Tally:
    """Counts over pictures."""

    def __init__(self) -> None:
        self._pictures, self._loss = 0, 0.0
        self._confusion = np.zeros((len(CLASS_NAMES), len(CLASS_NAMES)), dtype=np.int64)
        self._inside, self._centres, self._boxes = np.zeros(2, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)

    def add(self, said: Said, crops: Sequence[Targets], loss: float) -> None:
        """Counts what was said of some pictures.

        Args:
            loss: their mean.
        """
        self._pictures += len(crops)
        self._loss += loss * len(crops)
        classes, insides = said.classes.argmax(1).cpu().numpy(), said.inside[:, 0].cpu().numpy() > 0
        for of_pixels, within, found, truth in zip(classes, insides, _found(said), crops, strict=True):
            self._confusion += _confusion(of_pixels, truth.classes)
            self._inside += _shared(within, truth.inside)
            nodes = _nodes(truth)
            self._centres += _counts(_near(found, nodes))
            self._boxes += _counts(_overlaps(found, nodes) >= _OVERLAP)

    def figures(self) -> dict[str, float | None]:
        """The figures of all pictures together."""
        right = np.diag(self._confusion)
        either = self._confusion.sum(0) + self._confusion.sum(1) - right
        return {
            "loss": self._loss / self._pictures,
            **{f"iou_{name}": _share(right[at], either[at]) for at, name in enumerate(CLASS_NAMES)},
            "iou_inside": _share(*self._inside),
            "centre_f1": _f1(self._centres),
            "box_f1": _f1(self._boxes),
        }


def as_tensors(targets: Targets, device: Any) -> Targets:
    """The same as tensors on a device."""
    return Targets(*(torch.from_numpy(array).to(device, non_blocking=True) for array in targets))


def network_input(pixels: Any) -> Any:
    """Pixels (N, 3, H, W) as floats, with channels last in memory."""
    return pixels.float().contiguous(memory_format=torch.channels_last)


def _confusion(said: NDArray[np.int64], truth: NDArray[np.uint8]) -> NDArray[np.int64]:
    sure, count = truth != UNSURE, len(CLASS_NAMES)
    return np.bincount(truth[sure] * count + said[sure], minlength=count * count).reshape(count, count)


def _shared(said: NDArray[np.bool_], truth: NDArray[np.uint8]) -> NDArray[np.int64]:
    sure = truth != UNSURE
    return np.array([(said & (truth == 1))[sure].sum(), (said | (truth == 1))[sure].sum()])


def _found(said: Any) -> list[NDArray[np.float32]]:
    """Of each picture the nodes found, likeliest first, as boxes (n, 4) in pixels."""
    likely = torch.sigmoid(said.centre)
    peaks = (likely == max_pool2d(likely, 3, 1, 1)) & (likely > _SURE)
    return [_boxes(*each) for each in zip(likely[:, 0], peaks[:, 0], said.size, strict=True)]


def _boxes(likely: Any, peaks: Any, size: Any) -> NDArray[np.float32]:
    rows, columns = torch.nonzero(peaks, as_tuple=True)
    order = likely[rows, columns].argsort(descending=True, stable=True)
    rows, columns = rows[order], columns[order]
    middles = (torch.stack([columns, rows], 1) + 0.5) * NODE_STRIDE
    sides = size[:, rows, columns].T.clamp(max=6.0).exp() * SIZE_UNIT_PX
    return torch.cat([middles - sides / 2, middles + sides / 2], 1).cpu().numpy()


def _nodes(truth: Targets) -> NDArray[np.float32]:
    """The boxes that a picture's targets were made of, from the cells of their centres."""
    rows, columns = np.nonzero(truth.centre == 1)
    middles = (np.stack([columns, rows], 1) + 0.5) * NODE_STRIDE
    sides = np.exp(truth.size[:, rows, columns].T) * SIZE_UNIT_PX
    return np.concatenate([middles - sides / 2, middles + sides / 2], 1).astype(np.float32)


def _near(found: NDArray[np.float32], nodes: NDArray[np.float32]) -> NDArray[np.bool_]:
    """True where the middle of one is in the middle part of the other, shape (found, nodes)."""
    middles, wanted = ((boxes[:, :2] + boxes[:, 2:]) / 2 for boxes in (found, nodes))
    reach = np.maximum((nodes[:, 2:] - nodes[:, :2]) * _CENTRAL / 2, NODE_STRIDE)
    return np.all(np.abs(middles[:, None] - wanted[None]) <= reach[None], axis=2)


def _overlaps(found: NDArray[np.float32], nodes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Intersections over unions, shape (found, nodes)."""
    corner = np.maximum(found[:, None, :2], nodes[None, :, :2])
    shared = np.clip(np.minimum(found[:, None, 2:], nodes[None, :, 2:]) - corner, 0, None).prod(axis=2)
    areas = [(boxes[:, 2:] - boxes[:, :2]).prod(axis=1) for boxes in (found, nodes)]
    return shared / (areas[0][:, None] + areas[1][None] - shared)


def _counts(agree: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Pairs, found and wanted; the likeliest is paired first, with the first that it agrees with and is free."""
    free = np.ones(agree.shape[1], dtype=bool)
    for row in agree:
        if (partners := np.flatnonzero(row & free)).size:
            free[partners[0]] = False
    return np.array([(~free).sum(), *agree.shape])


def _f1(counts: NDArray[np.int64]) -> float | None:
    pairs, found, wanted = counts.tolist()
    return _share(2 * pairs, found + wanted)


def _share(part: float, whole: float) -> float | None:
    return float(part / whole) if whole else None
