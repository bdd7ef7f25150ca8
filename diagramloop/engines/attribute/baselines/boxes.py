"""Zero-shot bounding boxes: a vision model says where the nodes are, and nothing helps it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from diagramloop.asking import Need
from diagramloop.engines.attribute._asking import ask, case, own_prompts, pictured
from diagramloop.engines.attribute.baselines._regions import placed_boxes
from diagramloop.engines.parse import read_picture
from diagramloop.evaluation.contestants.attributors import Attribution, AttributionTask
from diagramloop.models.answers import Reading, UnreadError
from diagramloop.models.answers.wanted import object_schema
from diagramloop.models.chat import ChatModel, Message, model_of

MAX_BOXES = 1_000
MAX_ANSWER = 50_000  # characters that are looked at

_NUMBER = r"\s*(-?\d{1,9}(?:\.\d{0,18})?)\s*"
_NO_BOX = re.compile(r"\[\s{0,9}\]")
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
        asked = [Message("user", case(task), (picture,))]
        heard, step = ask(self._model, self.name, asked, BoxesForm(), self._prompts)
        corners = np.array(heard.value or (), dtype=np.float64).reshape(-1, 2, 2)
        return Attribution(regions=placed_boxes(corners, (width, height)), trace=(step,), usage=heard.usage)


@dataclass(frozen=True)
class BoxesForm:
    """Boxes as four numbers in brackets, wherever they stand; see :func:`placed_boxes`."""

    schema = object_schema(boxes={"type": "array", "items": {"type": "array", "items": {"type": "number"}}})
    decides = True

    def read(self, answer: str) -> Reading[tuple[tuple[float, ...], ...]]:
        """See :meth:`~diagramloop.models.answers.Wanted.read`; an empty list says that there are none.

        Raises:
            UnreadError: no four numbers, and no empty list.
        """
        corners = _BOX.findall(answer[:MAX_ANSWER])[:MAX_BOXES]
        if not corners and _NO_BOX.search(answer) is None:
            raise UnreadError("no box of four numbers")
        return Reading(tuple(tuple(map(float, four)) for four in corners))
