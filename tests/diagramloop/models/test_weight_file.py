"""Trained numbers on disk: what is written is read, the same numbers are the same bytes, and nothing else is taken."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.weight_file import TrainedNumbers, read_numbers, shipped_numbers


def numbers() -> TrainedNumbers:
    arrays = {"b": np.arange(6, dtype=np.int16).reshape(2, 3), "a": np.array(0.5), "c": np.array([1.5], np.float32)}
    return TrainedNumbers(arrays, {"names": ["x", "y"], "threshold": 0.4})


def test_what_is_written_is_read(tmp_path: Path) -> None:
    numbers().write(tmp_path / "w.safetensors")
    read = read_numbers((tmp_path / "w.safetensors").read_bytes(), "w")
    assert read.facts == numbers().facts
    for name, array in numbers().arrays.items():
        assert read.arrays[name].dtype == array.dtype
        assert read.arrays[name].tolist() == array.tolist()


def test_the_same_numbers_in_another_order_are_the_same_bytes() -> None:
    turned = TrainedNumbers(dict(reversed(numbers().arrays.items())), dict(reversed(numbers().facts.items())))
    assert turned.content() == numbers().content()


def test_a_view_is_kept_as_what_it_shows() -> None:
    view = TrainedNumbers({"a": np.arange(6).reshape(2, 3).T}, {})
    assert read_numbers(view.content(), "w").arrays["a"].tolist() == [[0, 3], [1, 4], [2, 5]]


@pytest.mark.parametrize(
    "content", [b"", b"no numbers", b"\xff" * 40, numbers().content()[:-5], save({"a": np.zeros(2)})]
)
def test_anything_else_is_refused(content: bytes) -> None:
    with pytest.raises(DiagramloopError, match=r"w\.safetensors holds no trained numbers") as caught:
        read_numbers(content, "w.safetensors")
    assert caught.value.reason is RejectionReason.MISSING


def test_an_absent_file_is_named() -> None:
    with pytest.raises(DiagramloopError, match=r"missing: nobody\.safetensors"):
        shipped_numbers("diagramloop.engines.attribute.embedded", "nobody.safetensors")
