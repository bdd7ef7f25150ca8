"""Checkpoints that were cut short, memory that does not suffice, losses that are no numbers, several processes."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("trl", reason="the tuning extra is not installed")

from tiny_tuning import tiny_settings

from diagramloop.engines.training.curves import Curves, read_curves
from diagramloop.engines.tuning.trainer import Watch, begin, latest, memory, remedies
from diagramloop.errors import ModelError, RejectionReason


def checkpoint(folder: Path, step: int, state: str | None = None) -> Path:
    place = folder / f"checkpoint-{step}"
    place.mkdir(parents=True)
    if state is not None:
        (place / "trainer_state.json").write_text(state)
    return place


def test_a_checkpoint_that_was_cut_short_is_none(tmp_path: Path) -> None:
    whole = checkpoint(tmp_path, 9, json.dumps({"global_step": 9}))
    cut = [checkpoint(tmp_path, 10), checkpoint(tmp_path, 11, '{"global_')]
    assert latest(tmp_path) == whole
    assert not any(place.exists() for place in cut)
    assert latest(tmp_path / "nothing") is None


def test_checkpoints_are_asked_for_by_the_clock(tmp_path: Path) -> None:
    now = [0.0]
    watch, control = Watch(Curves(tmp_path, 0), 2.0, lambda: now[0]), SimpleNamespace(should_save=False)
    for seconds, due in ((60, False), (119, False), (121, True)):
        now[0], control.should_save = seconds, False
        watch.on_step_end(None, None, control)
        assert control.should_save is due
    watch.on_save(None, None, control)
    control.should_save = False
    watch.on_step_end(None, None, control)
    assert not control.should_save


def test_a_loss_that_is_no_number_ends_it_and_says_what_to_do(tmp_path: Path) -> None:
    watch, state = (
        Watch(Curves(tmp_path, 0), 1),
        SimpleNamespace(global_step=3, max_steps=9, is_world_process_zero=True),
    )
    watch.on_log(None, state, None, {"loss": 1.5, "learning_rate": 0.1, "epoch": 1})
    assert read_curves(tmp_path) == [{"step": 3, "of": "train", "loss": 1.5, "rate": 0.1}]
    with pytest.raises(ModelError, match="no number at step 3: take a lower learning_rate") as caught:
        watch.on_log(None, state, None, {"loss": float("nan")})
    assert caught.value.reason is RejectionReason.ENGINE_FAILED


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("CUDA out of memory. Tried to allocate 2 GiB")])
def test_memory_that_does_not_suffice_says_what_to_change(error: Exception) -> None:
    settings = tiny_settings(Path("x"), batch=8, accumulate=2)
    told = "take batch=4 with accumulate=4, or recompute=true, or an adapter"
    with pytest.raises(ModelError, match=told) as caught, memory(settings):
        raise error
    assert caught.value.reason is RejectionReason.OUT_OF_MEMORY
    with pytest.raises(RuntimeError, match="else"), memory(settings):
        raise RuntimeError("something else")
    least = tiny_settings(Path("x"), batch=1, recompute=True, adapter={}, device="cuda", longest=64)
    assert remedies(least) == ["four_bit=true", "longest_side_px=512", "longest=32"]


def test_a_device_that_is_not_there_is_told() -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is one here")
    with pytest.raises(ModelError, match="no CUDA device"):
        begin(tiny_settings(Path("x"), device="cuda"))
