"""Mask2Former tuned: it learns, killed it ends in the same weights, and the Shape Hunter takes what comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("trl", reason="the tuning extra is not installed")

from tiny_checkpoints import save_tiny_mask2former
from tiny_tuning import STEPS, killed_after, tiny_settings, write_boxes

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.model_backed import Mask2FormerShapeHunter
from diagramloop.engines.training.curves import read_curves
from diagramloop.engines.tuning import segmentation, trainer
from diagramloop.engines.tuning.segmentation_figures import BINS, Seen, segmentation_figures

LEARNED = 0.85  # of the first loss, that the last one is below
FALL = {"learning_rate": 2e-3, "accumulate": 2, "schedule": "cosine", "longest_side_px": 64}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("segmentation")
    save_tiny_mask2former(folder / "checkpoint")
    write_boxes(folder / "set")
    return folder


def trained(place: Path, name: str) -> dict[str, Any]:
    kept, out = place / f"{name}-kept", place / f"{name}-out"
    for folder in (kept, out):
        folder.mkdir(exist_ok=True)
    return segmentation.train(tiny_settings(place / "checkpoint", **FALL), place / "set", kept, out)


@pytest.mark.long
def test_it_learns_and_killed_ends_in_the_same_weights(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = trained(place, "whole")
    losses = [line["loss"] for line in read_curves(place / "whole-kept") if line["of"] == "train"]
    assert len(losses) == STEPS
    assert losses[-1] < LEARNED * losses[0]
    assert sum(each["charts"] for each in figures["bins"]) == 2
    with monkeypatch.context() as patch:
        patch.setattr(trainer.Watch, "on_step_end", killed_after(STEPS // 2))
        with pytest.raises(KeyboardInterrupt):
            trained(place, "killed")
    again = trained(place, "killed")
    assert again == figures
    whole, killed = (place / f"{name}-out" / "model.safetensors" for name in ("whole", "killed"))
    assert whole.read_bytes() == killed.read_bytes()
    hunter = Mask2FormerShapeHunter(str(place / "whole-out"), threshold=0.0)
    page = np.full((64, 64, 3), 255, np.uint8)
    environment = Environment((255, 255, 255), 1.0, 8.0, 5)
    assert all(shape.role in ("node", "group") for shape in hunter.hunt(page, environment))


def test_masks_lie_on_the_pixels_that_the_network_is_shown(place: Path) -> None:
    from transformers import AutoImageProcessor

    from diagramloop.engines.tuning.table import Table

    rows = Table(place / "set", "train")
    processor = AutoImageProcessor.from_pretrained(place / "checkpoint")
    batch = segmentation.Together(processor, 64)([rows[0], rows[1]])
    red = batch["pixel_values"][:, 0] - batch["pixel_values"][:, 1]
    for inside, found in zip(red, batch["mask_labels"], strict=True):
        ink, masks = inside > 0.5 * inside.max(), found.any(0)
        assert (ink & masks).sum() / (ink | masks).sum() > 0.9
    assert [len(labels) for labels in batch["class_labels"]] == [2, 2]


def test_figures_are_what_a_hand_would_count() -> None:
    gold = np.zeros((2, 4, 4), bool)
    gold[0, :2], gold[1, 2:] = True, True
    half = gold[:1].copy()
    half[0, 1] = False
    figures = segmentation_figures([Seen(gold, gold), Seen(half, gold), Seen(half[:0], gold)])
    assert figures["mean_iou"] == pytest.approx((1 + 1 + 0.5 + 0 + 0 + 0) / 6)
    assert figures["found"] == pytest.approx(2 / 6)
    assert figures["instances_per_node"] == pytest.approx(3 / 6)
    assert [each["charts"] for each in figures["bins"]] == [1, 1, 0, 0, 1]
    assert len(figures["bins"]) == BINS
    assert segmentation_figures([])["mean_iou"] is None
    (*_, last) = segmentation_figures([Seen(gold, gold)])["bins"]
    assert last == {"low": 1.0, "high": 1.0, "charts": 1}
