"""Data echoing (Choi et al. 2019): crops are seen again, turned and mirrored, while processors draw the next ones.

A GPU learns from crops much faster than processors draw them. Which step sees which crops follows from its number.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import torch

from diagramloop.engines.training.settings import TrainingSettings
from diagramloop.engines.training.targets import Targets


class Echoes:
    """Order in which drawn crops are seen: each set of them once as it is, then among earlier ones.

    Args:
        settings: of the training.
        first_step: which the training goes on with.
    """

    def __init__(self, settings: TrainingSettings, first_step: int) -> None:
        self._settings, self._first = settings, first_step
        known = -(-first_step // settings.echoes)  # drawn before that step
        self.first_drawn = max(0, known - settings.echo_window)
        self._kept: deque[Targets] = deque(maxlen=settings.echo_window)
        self._missing = known - self.first_drawn

    def steps(self, drawn: Iterable[Targets]) -> Iterator[Targets]:
        """The tensors of each step.

        Args:
            drawn: tensors of the crops that are drawn, from :attr:`first_drawn` on.
        """
        crops = iter(drawn)
        self._kept.extend(next(crops) for _ in range(self._missing))
        for step in range(self._first, self._settings.steps):
            if step % self._settings.echoes == 0:
                self._kept.append(next(crops))
                yield self._kept[-1]
            else:
                yield self._seen_again(step)

    def _seen_again(self, step: int) -> Targets:
        rng = np.random.default_rng(_number(f"echo/{self._settings.seed}/{step}"))
        crops = self._kept[int(rng.integers(len(self._kept)))]
        if rng.random() < 0.5:
            crops = transposed(crops)
        if rng.random() < 0.5:
            crops = mirrored(crops, across=True)
        return mirrored(crops, across=False) if rng.random() < 0.5 else crops


def transposed(crops: Targets) -> Targets:
    """Crops with x and y exchanged."""
    turned = Targets(*(plane.transpose(-1, -2) for plane in crops))
    return turned._replace(course=turned.course.flip(1), size=turned.size.flip(1))


def mirrored(crops: Targets, across: bool) -> Targets:
    """Crops with left and right exchanged if ``across``, else with top and bottom."""
    turned = Targets(*(plane.flip(-1 if across else -2) for plane in crops))
    return turned._replace(course=turned.course * _signs(turned.course, across))


def _signs(course: Any, across: bool) -> Any:
    """Of the vector's x and y, for N courses."""
    return torch.tensor([-1.0, 1.0] if across else [1.0, -1.0], device=course.device).reshape(1, 2, 1, 1)


def _number(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")
