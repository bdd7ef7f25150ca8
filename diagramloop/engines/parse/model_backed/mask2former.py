"""Shape Hunter by segmentation: the instances of a Mask2Former (Cheng et al., 2022) are the shapes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape
from diagramloop.engines.parse.fusion.fusion_arbiter import DOUBLE_AREA_SHARE
from diagramloop.engines.parse.model_backed._view import scaled_down
from diagramloop.engines.parse.model_backed.shape_hunter import fill_of
from diagramloop.engines.parse.shapes.outlines import resample
from diagramloop.engines.parse.shapes.shape_names import name_outline
from diagramloop.models._errors import gave_up
from diagramloop.models.checkpoints import load_checkpoint, require

MAX_SEGMENTS = 200  # a network has 100 or 200 queries
LONGEST_SIDE = 1024  # pixels; the network's own masks have a quarter of what it is shown
LEAST_SIDE = 1.0  # cap heights; smaller segments are arrowheads and letters
REGULAR = 1.0  # cap heights that an outline may deviate from the shape it is named by
KINDS = ("AutoImageProcessor", "Mask2FormerForUniversalSegmentation")  # of transformers' classes
_PLACES = 120  # points at least, at which an outline is compared

Mask = NDArray[np.bool_]  # shape (height, width)


class Mask2FormerShapeHunter:
    """Instance segmentation by a transformers checkpoint, trained on whatever it was trained on.

    Only safetensors weights are read, and no code of the checkpoint's own.

    Args:
        checkpoint: path of its folder or of an adapter's (LoRA), or hub id.
        revision: of the hub id.
        device: as torch calls it.
        threshold: least score of an instance.
        groups: labels of the checkpoint's classes that mean a group frame; without any, what holds two others is one.
        ignored: labels of classes that are neither nodes nor groups (arrows, text).
        longest_side: of what the network is shown, in pixels.

    Raises:
        ModelError: torch or transformers is not installed, or the checkpoint cannot be loaded (MISSING).
    """

    def __init__(
        self,
        checkpoint: str = "facebook/mask2former-swin-tiny-coco-instance",
        revision: str | None = None,
        device: str = "cpu",
        *,
        threshold: float = 0.5,
        groups: Collection[str] = (),
        ignored: Collection[str] = (),
        longest_side: int = LONGEST_SIDE,
    ) -> None:
        require("Mask2Former", "torch", "torchvision", "transformers")
        self._processor, self._model = load_checkpoint(checkpoint, KINDS, revision=revision, device=device)
        self._threshold, self._longest_side = threshold, longest_side
        self._groups, self._ignored = frozenset(groups), frozenset(ignored)

    def hunt(self, picture: RGB, environment: Environment) -> tuple[Shape, ...]:
        """See :meth:`ShapeHunter.hunt`; the surest shapes first. Of things found twice the Fusion Arbiter keeps one.

        Raises:
            ModelError: the network failed (ENGINE_FAILED), or memory was short (OUT_OF_MEMORY).
        """
        seen = scaled_down(picture, self._longest_side)
        scale = picture.shape[1] / seen.shape[1]
        outlines = [
            (outline * scale, label, score)
            for mask, label, score in self._segments(seen)
            if (outline := _outline(mask)) is not None
        ]
        least = LEAST_SIDE * environment.text_height
        kept = [found for found in outlines if np.ptp(found[0], axis=0).min() >= least]
        roles = self._roles(kept)
        return tuple(
            _shape(picture, outline, role, score, environment)
            for (outline, _, score), role in zip(kept, roles, strict=True)
        )

    def _segments(self, picture: RGB) -> list[tuple[Mask, str, float]]:
        """Mask, label and score of each instance, the surest first."""
        import torch

        try:
            read = self._processor(images=picture, return_tensors="pt").to(self._model.device)
            with torch.inference_mode():
                found = self._model(**read)
        except (RuntimeError, MemoryError) as error:
            raise gave_up("Mask2Former", error) from error
        height, width = picture.shape[:2]
        segmentation = self._processor.post_process_instance_segmentation(
            found, threshold=self._threshold, target_sizes=[(height, width)], return_binary_maps=True
        )[0]
        told = sorted(segmentation["segments_info"], key=lambda segment: (-segment["score"], segment["id"]))
        labels: Mapping[int, str] = self._model.config.id2label
        segments = [(segment["id"], str(labels[segment["label_id"]]), segment["score"]) for segment in told]
        masks = segmentation["segmentation"]
        wanted = [segment for segment in segments if segment[1] not in self._ignored][:MAX_SEGMENTS]
        return [(masks[place].cpu().numpy() > 0, label, float(score)) for place, label, score in wanted]

    def _roles(self, found: list[tuple[NDArray[np.float64], str, float]]) -> list[Literal["node", "group"]]:
        if self._groups:
            return ["group" if label in self._groups else "node" for _, label, _ in found]
        outlines = np.array([shapely.make_valid(shapely.Polygon(outline)) for outline, _, _ in found], dtype=object)
        inside = shapely.contains(outlines[:, None], shapely.centroid(outlines)[None])
        areas = shapely.area(outlines)
        smaller = areas[None] < DOUBLE_AREA_SHARE * areas[:, None]  # what is no smaller is the same once more
        return ["group" if count > 1 else "node" for count in (inside & smaller).sum(axis=1)]


def _outline(mask: Mask) -> NDArray[np.float64] | None:
    """The outline of a mask's largest part, shape (points, 2); None for a mask without area."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(contours, key=cv2.contourArea, default=None)
    return None if largest is None or cv2.contourArea(largest) == 0 else largest[:, 0].astype(np.float64)


def _shape(
    picture: RGB, outline: NDArray[np.float64], role: Literal["node", "group"], score: float, environment: Environment
) -> Shape:
    """The shape that an outline comes near to; an irregular one keeps its own outline, and is a rectangle by name."""
    dense = resample(outline, max(_PLACES, round(cv2.arcLength(outline.astype(np.float32), True))))
    fit = name_outline(dense, environment.stroke)
    regular = fit.deviation <= REGULAR * environment.text_height
    rough = cv2.approxPolyDP(outline.astype(np.float32), environment.stroke, True)[:, 0]
    drawn = fit.polygon if regular or len(rough) < 3 else rough
    polygon = tuple((round(float(x), 2), round(float(y), 2)) for x, y in drawn)
    (x0, y0), (x1, y1) = outline.min(axis=0).tolist(), outline.max(axis=0).tolist()
    fill = fill_of(picture, (x0, y0, x1, y1))
    name = fit.name if regular else "rect"
    return Shape(polygon, name, role, environment.stroke, fill, min(1.0, score))
