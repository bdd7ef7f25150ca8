"""The types of the configuration of what is learned: networks, tuned checkpoints, engines that read language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from omegaconf import MISSING


@dataclass
class TrainingConfig:
    """A network to be trained.

    ``pages``: the set of pages that are drawn or taken once, and how many are for training and for validation; see
    :class:`diagramloop.engines.training.settings.PageSetSettings`. ``settings``: of the training, see
    ``TrainingSettings`` there; a source that stands for the set names its folder ``'{set}'``.
    """

    pages: dict[str, Any] = MISSING
    settings: dict[str, Any] = MISSING


@dataclass
class TuningConfig:
    """A published checkpoint to be tuned; systems name the result as ``tuned/NAME``.

    ``folder``: of the data set in `data/` and in ``real_data``. ``set``: of examples made of it, see
    :class:`diagramloop.engines.tuning.settings.SetSettings`. ``training``: see ``TuningSettings`` there.
    """

    folder: str | None = None
    set: dict[str, Any] = MISSING
    training: dict[str, Any] = MISSING


@dataclass
class LearnerConfig:
    """Weights of an engine that reads language, to be made anew.

    ``folder``: of the data set in `data/` and in ``real_data``. ``learns``: the learner's name, see
    :mod:`diagramloop.engines.training.language.learners`. ``settings``: its own.
    """

    folder: str = MISSING
    learns: str = MISSING
    settings: dict[str, Any] = MISSING
