"""Zero-shot bounding boxes: a vision model says where the nodes are, and nothing helps it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from diagramloop.asking import Need
from diagramloop.engines.attribute._answers import MAX_ANSWER
from diagramloop.engines.attribute._asking import ask, case, own_prompts, pictured
from diagramloop.engines.attribute.baselines._regions import placed_boxes
from diagramloop.engines.parse import read_picture
from diagramloop.evaluation.contestants.attributors import Attribution, AttributionTask
from diagramloop.graph import Box
from diagramloop.models.chat import ChatModel, Message, model_of

MAX_BOXES = 1_000

_NUMBER = r"\s*(-?\d{1,9}(?:\.\d{0,18})?)\s*"
_BOX = re.compile(rf"[\[(]{_NUMBER},{_NUMBER},{_NUMBER},{_NUMBER}[\])]")


class Boxes:
    """Shows the picture to a vision model and takes the boxes it answers (Yang et al., 2023b).

    Args:
        chat: the model, or its plain configuration.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "boxes"
    needs: ClassVar = (Need.PICTURE,)

    def __init__(self, chat: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(chat)
        self._prompts = own_prompts(prompts)

    def attribute(self, task: AttributionTask) -> Attribution:
        """Regions only; no node is named.

        Raises:
            AttributionError: the task has no picture (NOT_ASKED).
            PictureError: or none that can be read.
            ModelError: the model does not answer.
        """
        picture = pictured(task)
        height, width, _ = read_picture(picture).shape
        reply, step = ask(self._model, self.name, [Message("user", case(task), (picture,))], said_by=self._prompts)
        return Attribution(regions=boxes_in(reply.text, (width, height)), trace=(step,), usage=reply.usage)


def boxes_in(answer: str, size: tuple[int, int]) -> tuple[Box, ...]:
    """The boxes that an answer writes as four numbers in brackets, wherever they stand; see :func:`placed_boxes`.

    Args:
        size: (width, height) of the picture.
    """
    corners = _BOX.findall(answer[:MAX_ANSWER])[:MAX_BOXES]
    return placed_boxes(np.array(corners, dtype=np.float64).reshape(-1, 2, 2), size)
