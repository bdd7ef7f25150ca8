"""A learner's weights are written with lineage and record, the same bytes every time; unknown learners are named."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from diagramloop.engines.training.language.learned import Learned, release
from diagramloop.engines.training.language.learners import LEARNERS, learner
from diagramloop.errors import DiagramloopError
from diagramloop.models.weight_file import TrainedNumbers

LEARNED = Learned(
    TrainedNumbers({"w": np.ones(3)}, {"names": ["a"]}),
    {"One set": ["b" * 16, "a" * 16], "Another": ["b" * 16]},
    {"f1": 0.5},
)


def test_weights_have_lineage_and_record_beside_them(tmp_path: Path) -> None:
    record = release(LEARNED, tmp_path, "mine", {"size": 3}, "code")
    digest = hashlib.sha256((tmp_path / "mine.safetensors").read_bytes()).hexdigest()
    lineage = json.loads((tmp_path / "mine.lineage.json").read_text())
    assert lineage["things"] == ["a" * 16, "b" * 16]
    assert (lineage["weight"], lineage["data"]) == ("mine.safetensors", "Another, One set")
    assert record == json.loads((tmp_path / "mine.json").read_text())
    assert record["sha256"] == lineage["sha256"] == digest
    assert record["counts"] == {"One set": 2, "Another": 1}


def test_the_same_is_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        release(LEARNED, tmp_path / name, "mine", {}, "")
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_who_is_not_there_is_told_so() -> None:
    with pytest.raises(DiagramloopError, match="no learner 'nobody'; there are: answerer, attributor"):
        learner("nobody")


@pytest.mark.parametrize("name", sorted(LEARNERS))
def test_settings_are_checked(name: str) -> None:
    chosen = learner(name)
    assert chosen.checked({}) == chosen.settings()
    with pytest.raises(DiagramloopError, match="settings of a learner: size"):
        chosen.checked({"size": 3})
