"""A model that answers from the picture alone."""

from __future__ import annotations

from typing import ClassVar

from diagramloop.asking import Need
from diagramloop.engines.answer._asking import AskedModel
from diagramloop.evaluation.contestants.answerers import AnswerTask, picture_of


class PictureModel(AskedModel):
    """Shows the picture to a vision model and takes what it answers; see :class:`AskedModel`."""

    name = "picture_model"
    reads_graph: ClassVar = False
    needs = (Need.PICTURE,)

    def pictures(self, task: AnswerTask) -> tuple[bytes, ...]:
        """The chart's picture.

        Raises:
            AnswerError: the task has none (NOT_ASKED).
        """
        return (picture_of(task),)
