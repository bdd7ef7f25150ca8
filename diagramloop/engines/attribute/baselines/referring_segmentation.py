"""Referring segmentation: a network paints what a statement refers to, and its masks are the regions.

LISA is such a network (:mod:`.lisa`). Whoever has another running names the class that runs it; Sa2VA is one, whose
program comes with its checkpoint and is not run here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from diagramloop.asking import Need
from diagramloop.engines.attribute._asking import pictured, quoted
from diagramloop.engines.attribute.baselines._regions import mask_boxes
from diagramloop.engines.parse import read_picture
from diagramloop.engines.parse.blackboard import RGB
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.evaluation.contestants.attributors import Attribution, AttributionTask, Step
from diagramloop.models.chat import Usage


class Segmenter(Protocol):
    """A network that paints what is referred to."""

    def segment(self, picture: RGB, statement: str) -> Sequence[NDArray[np.bool_]]:
        """Masks of shape (height, width), of the picture's own; none where nothing is referred to."""
        ...


class ReferringSegmentation:
    """A segmenter as an attributor.

    Args:
        segmenter: one, or ``package.module:Class`` of one.
        options: of the class's constructor.

    Raises:
        ModelError: no segmenter is named, or it cannot be made (MISSING).
    """

    name = "referring_segmentation"
    needs: ClassVar = (Need.PICTURE,)

    def __init__(self, segmenter: Segmenter | str | None = None, **options: Any) -> None:
        if segmenter is None:
            raise ModelError(f"{self.name} needs a network: name a class that runs one as the option segmenter")
        self._segmenter = _made(segmenter, options) if isinstance(segmenter, str) else segmenter

    def attribute(self, task: AttributionTask) -> Attribution:
        """Regions only; no node is named.

        Raises:
            AttributionError: the task has no picture (NOT_ASKED).
            PictureError: or none that can be read.
            ModelError: the masks are not the picture's size (UNREADABLE).
        """
        picture = read_picture(pictured(task))
        statement = quoted(f"{task.question} {task.answer}").strip()
        began = time.perf_counter()
        masks = [np.asarray(mask, dtype=np.bool_) for mask in self._segmenter.segment(picture, statement)]
        seconds = time.perf_counter() - began
        if any(mask.shape != picture.shape[:2] for mask in masks):
            raise ModelError(f"{self.name}: masks of another size", reason=RejectionReason.UNREADABLE)
        step = Step(self.name, {"statement": statement}, {"masks": len(masks)}, 1000 * seconds)
        return Attribution(regions=mask_boxes(masks), trace=(step,), usage=Usage(seconds=seconds, calls=1))


def _made(name: str, options: dict[str, Any]) -> Segmenter:
    try:
        segmenter: Segmenter = resolve_name(name)(**options)
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise ModelError(f"no segmenter from {name!r}: {error}") from error
    return segmenter
