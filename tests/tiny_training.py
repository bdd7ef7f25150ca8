"""Settings of a training that takes a second."""

from __future__ import annotations

from typing import Any

from diagramloop.engines.training.settings import TrainingSettings, training_settings

TINY = {
    "sources": {"boxes": {"make": "drawn_pages:boxes_page", "options": {"side_px": 64}}},
    "network": {"widths": [8, 8, 16], "dilations": [1]},
    "validation_pages": 2,
    "steps": 8,
    "batch": 4,
    "crop_px": 64,
    "checkpoint_every": 4,
    "validate_every": 8,
    "learning_rate": 0.01,
}


def tiny(**changes: Any) -> TrainingSettings:
    return training_settings({**TINY, **changes})
