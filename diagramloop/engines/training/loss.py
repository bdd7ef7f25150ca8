"""The loss of what the network says, in named parts."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, logsigmoid

from diagramloop.data.synth.ink_page import UNSURE
from diagramloop.engines.training.network import Said
from diagramloop.engines.training.settings import LossSettings
from diagramloop.engines.training.targets import Targets

_HARD, _NEAR = 2, 4  # exponents of the focal loss (Zhou et al. 2019, equation 1)


def loss_parts(said: Said, truth: Targets, settings: LossSettings) -> dict[str, Any]:
    """Each part of the loss, weighted, as scalars; their sum is what is made small.

    Args:
        said: by the network, in float32.
        truth: as tensors.
    """
    return {
        "classes": settings.dense * _classes(said.classes, truth.classes, settings.classes),
        "inside": settings.inside * _inside(said.inside[:, 0], truth.inside),
        "course": settings.course * _course(said.course, truth.course),
        "centre": settings.centre * _centre(said.centre[:, 0], truth.centre),
        "size": settings.size * _of_owners((said.size - truth.size).abs().sum(1), truth.owner),
        "kind": settings.kind * _of_owners(cross_entropy(said.kind, truth.kind.long(), reduction="none"), truth.owner),
    }


def _classes(said: Any, truth: Any, weights: tuple[float, ...]) -> Any:
    by_class = said.new_tensor((*weights, *[0.0] * (UNSURE - len(weights)), 0.0))[truth.long()]
    each = cross_entropy(said, truth.long(), ignore_index=UNSURE, reduction="none")
    return (each * by_class).sum() / by_class.sum().clamp(min=1.0)


def _inside(said: Any, truth: Any) -> Any:
    sure = (truth != UNSURE).float()
    each = binary_cross_entropy_with_logits(said, (truth == 1).float(), reduction="none")
    return (each * sure).sum() / sure.sum().clamp(min=1.0)


def _course(said: Any, truth: Any) -> Any:
    """Squared distance: of a line that may run either way the mean is no vector, so length says how sure it is."""
    known = truth.square().sum(1) > 0
    each = (said - truth).square().sum(1)
    return (each * known).sum() / known.sum().clamp(min=1.0)


def _centre(said: Any, truth: Any) -> Any:
    likely = torch.sigmoid(said)
    found = (truth == 1) * (1 - likely) ** _HARD * logsigmoid(said)
    elsewhere = ((truth >= 0) & (truth < 1)) * (1 - truth) ** _NEAR * likely**_HARD * logsigmoid(-said)
    return -(found + elsewhere).sum() / (truth == 1).sum().clamp(min=1.0)


def _of_owners(each: Any, owner: Any) -> Any:
    return (each * owner).sum() / owner.sum().clamp(min=1.0)
