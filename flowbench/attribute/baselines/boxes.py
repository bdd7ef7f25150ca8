"""Zero-shot bounding boxes: a vision model says where the nodes are, and nothing helps it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.attribute._asking import ask, case, model_of, pictured
from flowbench.attribute._attributor import Attribution, AttributionTask
from flowbench.graph import Box
from flowbench.models.chat import ChatModel, Message
from flowbench.parse import read_picture

MAX_ANSWER = 50_000  # characters that are looked at
MAX_BOXES = 1_000

_NUMBER = r"\s*(-?\d{1,9}(?:\.\d{0,18})?)\s*"
_BOX = re.compile(rf"[\[(]{_NUMBER},{_NUMBER},{_NUMBER},{_NUMBER}[\])]")


class Boxes:
    """Shows the picture to a vision model and takes the boxes it answers (Yang et al., 2023b).

    Args:
        chat: the model, or its plain configuration.
    """

    name = "boxes"

    def __init__(self, chat: ChatModel | Mapping[str, Any]) -> None:
        self._model = model_of(chat)

    def attribute(self, task: AttributionTask) -> Attribution:
        """Regions only; no node is named.

        Raises:
            AttributionError: the task has no picture (MISSING).
            PictureError: or none that can be read.
            ModelError: the model does not answer.
        """
        picture = pictured(task)
        height, width, _ = read_picture(picture).shape
        reply, step = ask(self._model, self.name, [Message("user", case(task), (picture,))])
        return Attribution(regions=boxes_in(reply.text, (width, height)), trace=(step,), usage=reply.usage)


def boxes_in(answer: str, size: tuple[int, int]) -> tuple[Box, ...]:
    """The boxes that an answer writes as four numbers in brackets, wherever they stand, in pixels, each once.

    When no number is beyond 1 they are taken as shares of the picture's sides, else as pixels. Corners are put in
    order, and boxes cut at the picture's edge; what has no area then is left out.

    Args:
        size: (width, height) of the picture.
    """
    found = _BOX.findall(answer[:MAX_ANSWER])[:MAX_BOXES]
    return placed_boxes(np.array(found, dtype=np.float64).reshape(-1, 2, 2), size)


def placed_boxes(corners: NDArray[np.float64], size: tuple[int, int]) -> tuple[Box, ...]:
    """As :func:`boxes_in`, from corners (n, 2, 2) of x and y."""
    sides = np.array(size, dtype=np.float64)
    if corners.size and np.abs(corners).max() <= 1:
        corners = corners * sides
    ordered = np.sort(np.clip(corners, 0, sides), axis=1)
    solid = ordered[(ordered[:, 0] < ordered[:, 1]).all(axis=1)]
    return tuple(dict.fromkeys((x0, y0, x1, y1) for (x0, y0), (x1, y1) in solid.tolist()))
