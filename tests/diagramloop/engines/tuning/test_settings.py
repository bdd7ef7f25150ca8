"""Settings that cannot be done together are told before anything runs."""

from __future__ import annotations

from typing import Any

import pytest

from diagramloop.engines.tuning.settings import tuning_settings
from diagramloop.errors import DiagramloopError


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"learning_rate": 0}, "learning_rate"),
        ({"device": "tpu"}, "device"),
        ({"four_bit": True, "device": "cuda"}, "needs an adapter"),
        ({"four_bit": True, "adapter": {}}, "device=cuda"),
        ({"reward": {"completions": 8}, "batch": 2, "accumulate": 2}, "4 completions of a step are no groups of 8"),
        ({"adapter": {"ranks": 2}}, "ranks"),
    ],
)
def test_what_cannot_be_done_is_told(wrong: dict[str, Any], told: str) -> None:
    usual = {"make": "x:y", "checkpoint": "org/name"}
    tuning_settings(usual)
    with pytest.raises(DiagramloopError, match=told):
        tuning_settings({**usual, **wrong})
