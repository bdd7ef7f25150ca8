"""Referring segmentation: a network paints what a statement refers to, and its masks are the regions.

LISA and Sa2VA are such networks. No library that diagramloop keeps has them, and diagramloop does not run code that
comes with a checkpoint; so whoever has one running names the class that runs it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pkgutil import resolve_name
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from diagramloop.attribute._asking import pictured, quoted
from diagramloop.attribute._attributor import Attribution, AttributionTask, Step
from diagramloop.attribute.baselines._regions import mask_boxes
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.chat import Usage
from diagramloop.parse import read_picture
from diagramloop.parse.blackboard import RGB


class Segmenter(Protocol):
    """A network that paints what is referred to."""

    def segment(self, picture: RGB, statement: str) -> Sequence[NDArray[np.bool_]]:
        """Masks of shape (height, width), of the picture's own; none where nothing is referred to."""
        ...


class ReferringSegmentation:
    """A segmenter as an attributor; subclasses say which network it is and what it takes to have it.

    Args:
        segmenter: ``package.module:Class`` of a :class:`Segmenter`.
        options: of its constructor.

    Raises:
        ModelError: no segmenter is named, or it cannot be made (MISSING).
    """

    name: ClassVar[str]
    needs: ClassVar[str]

    def __init__(self, segmenter: str | None = None, **options: Any) -> None:
        if segmenter is None:
            raise ModelError(f"{self.name} needs {self.needs}; name a class that runs it as the option segmenter")
        try:
            self._segmenter: Segmenter = resolve_name(segmenter)(**options)
        except (ImportError, AttributeError, ValueError, TypeError) as error:
            raise ModelError(f"{self.name}: no segmenter from {segmenter!r}: {error}") from error

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
