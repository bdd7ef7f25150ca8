"""Set-of-Marks: a vision model sees the picture with its nodes marked, and answers marks (Yang et al., 2023a).

The nodes are those of the task's graph, read from the picture by a parser or given. It is FlowPathAgent without the
graph's edges, without tools and without a second thought.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from diagramloop.asking import Need
from diagramloop.engines.attribute._asking import ask, case, marked_picture, own_prompts
from diagramloop.engines.parse.labelled_picture import marks
from diagramloop.evaluation.contestants.attributors import Attribution, AttributionTask, regions_of
from diagramloop.models.answers import Listed
from diagramloop.models.chat import ChatModel, Message, model_of


class SetOfMarks:
    """Shows the labelled picture to a vision model and takes the marks it answers.

    Args:
        chat: the model, or its plain configuration.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "set_of_marks"
    needs: ClassVar = (Need.PICTURE, Need.BOXES)

    def __init__(self, chat: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(chat)
        self._prompts = own_prompts(prompts)

    def attribute(self, task: AttributionTask) -> Attribution:
        """The nodes whose marks are answered; none where the answer is unread.

        Raises:
            AttributionError: the task has no picture, or no node has a box (NOT_ASKED).
            PictureError: the picture cannot be read.
            ModelError: the model does not answer.
        """
        id_of = marks(task.graph)
        picture = marked_picture(task, id_of)
        asked = [Message("user", case(task), (picture,))]
        heard, step = ask(self._model, self.name, asked, Listed("nodes", list(id_of)), self._prompts)
        nodes = tuple(id_of[mark] for mark in heard.value or ())
        return Attribution(nodes, regions_of(task.graph, nodes), (step,), heard.usage)
