"""FlowMask2Former: a Mask2Former tuned on the nodes of diagrams (Follow the Flow, Section 5.1 and A.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import Trainer, TrainingArguments

from diagramloop.engines.parse.model_backed._view import scaled_down
from diagramloop.engines.parse.model_backed.mask2former import KINDS
from diagramloop.engines.tuning.examples import TRAIN, VALIDATION
from diagramloop.engines.tuning.instances import masks_of
from diagramloop.engines.tuning.segmentation_figures import Seen, segmentation_figures
from diagramloop.engines.tuning.settings import TuningSettings
from diagramloop.engines.tuning.table import Table
from diagramloop.engines.tuning.trainer import arguments, begin, best, fit, memory, resumed
from diagramloop.models.checkpoints import load_checkpoint
from diagramloop.models.pixels import rgb_image

_LABEL = 0  # of a node among the network's classes
_CLASSES = {"id2label": {_LABEL: "node"}, "label2id": {"node": _LABEL}}
_CHANNELS = {"input_data_format": "channels_last"}  # else a picture four pixels high is taken for one of four channels
_THRESHOLD = 0.5  # least score of an instance, as the Shape Hunter has it


def train(settings: TuningSettings, examples: Path, kept: Path, out: Path) -> dict[str, Any]:
    """Trains on a set of :class:`~diagramloop.engines.tuning.figures.NodeInstances`, and writes weights and processor.

    Args:
        examples: folder of the set.
        kept: folder of the checkpoints.
        out: an empty folder.

    Returns:
        Figures of the validation split: mean IoU, share of nodes above .5, and charts by IoU in bins.

    Raises:
        ModelError: the checkpoint cannot be loaded (MISSING), memory does not suffice, or the loss is no number.
    """
    begin(settings)
    processor, network = load_checkpoint(
        settings.checkpoint, KINDS, revision=settings.revision, device=settings.device, dtype="float32", **_CLASSES
    )
    network = resumed(network, kept).train()
    together = Together(processor, settings.longest_side_px)
    told = {**arguments(settings, kept), "remove_unused_columns": False, "prediction_loss_only": True}
    trainer = Trainer(
        model=network,
        args=TrainingArguments(**told, label_names=["mask_labels", "class_labels"]),
        train_dataset=Table(examples, TRAIN),
        eval_dataset=Table(examples, VALIDATION),
        data_collator=together,
    )
    fit(trainer, settings, kept)
    if trainer.is_world_process_zero():
        best(trainer, settings).save_pretrained(out)
        processor.save_pretrained(out)
    with memory(settings):
        return segmentation_figures(seen(network.eval(), processor, Table(examples, VALIDATION), settings))


class Together:
    """Makes a batch of rows: pictures as the processor prepares them, and the masks in the same pixels.

    Args:
        processor: of the checkpoint.
        longest_side_px: to which larger pictures are scaled down before.
    """

    def __init__(self, processor: Any, longest_side_px: int) -> None:
        self._processor, self._longest_side_px = processor, longest_side_px

    def __call__(self, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """The batch: ``pixel_values``, ``pixel_mask``, and for each picture ``mask_labels`` and ``class_labels``."""
        pictures = [np.asarray(rgb_image(row["picture"]["bytes"])) for row in rows]
        shown = [scaled_down(picture, self._longest_side_px) for picture in pictures]
        batch = dict(self._processor(images=shown, return_tensors="pt", **_CHANNELS))
        height, width = batch["pixel_values"].shape[-2:]
        masks = [
            masks_of(row["objects"], width, height, _scale(inside, picture))
            for row, inside, picture in zip(rows, batch["pixel_mask"], pictures, strict=True)
        ]
        batch["mask_labels"] = [torch.from_numpy(found).float() for found in masks]
        batch["class_labels"] = [torch.full((len(found),), _LABEL) for found in masks]
        return batch


def _scale(inside: Any, picture: Any) -> tuple[float, float]:
    """Pixels of the prepared picture, which has no more than ``inside``, for one of the picture; along x and y."""
    width, height = int(inside.any(0).sum()), int(inside.any(1).sum())
    return width / picture.shape[1], height / picture.shape[0]


def seen(network: Any, processor: Any, rows: Table, settings: TuningSettings) -> list[Seen]:
    """The instances that the network sees in each picture, beside those that are there, in the picture as shown."""
    found = []
    for row in rows:
        picture = np.asarray(rgb_image(row["picture"]["bytes"]))
        shown = scaled_down(picture, settings.longest_side_px)
        height, width = shown.shape[:2]
        with torch.inference_mode():
            said = network(**processor(images=shown, return_tensors="pt", **_CHANNELS).to(network.device))
        masks = processor.post_process_instance_segmentation(
            said, threshold=_THRESHOLD, target_sizes=[(height, width)], return_binary_maps=True
        )[0]["segmentation"]
        scale = (width / picture.shape[1], height / picture.shape[0])
        predicted = np.zeros((0, height, width), dtype=np.bool_) if masks is None else masks.cpu().numpy() > 0
        found.append(Seen(predicted.reshape(-1, height, width), masks_of(row["objects"], width, height, scale)))
    return found
